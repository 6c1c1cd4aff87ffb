"""Conversations that were exported from ChatGPT: ``conversations.json``.

A message says of each marker in its text what the marker cites: ``content_references``
with a ``matched_text``. References of other kinds, such as the names of people, cite
nothing, and the list of all sources at the end of a message repeats what it cites.
Older exports have ``citations`` with offsets only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from citemark.locator import Lines, Locator, number
from citemark.provider import Answer, AnswerBuilder, Located
from citemark.responses.anchoring import Anchoring
from citemark.responses.payload import Payload, payload

# Markers of other families stand for words, which they display themselves.
_CITING_RE = re.compile("\ue200(?:file|mem)?cite|[^\ue200\\s]")
_LINES_RE = re.compile("\ue202L([0-9]{1,9})(?:-L([0-9]{1,9}))?\ue201")


class Turn(NamedTuple):
    """A question and its answer; either may be missing."""

    asked: str
    answer: Answer | None = None


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: a message, or the last one of a conversation.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    messages = _messages(whole)
    return _read(messages[-1] if messages else whole["message"] or whole)


def answers_from(conversation: object) -> list[Answer]:
    """Return all answers of *conversation*, of the branch that is shown, in order.

    Raises:
        SourceError: *conversation* is no object.
    """
    return [_read(each) for each in _messages(payload(conversation))]


def turns_from(conversation: object) -> list[Turn]:
    """Return what was asked and answered in *conversation*, in order.

    It is the branch that is shown. Several answers to one question are a turn each.

    Raises:
        SourceError: *conversation* is no object.
    """
    turns: list[Turn] = []
    asked = ""
    for message in _branch(payload(conversation)):
        if message["author"].text("role") == "user":
            turns += [Turn(asked)] if asked else []
            asked = _text(message)
        elif _is_answer(message):
            turns.append(Turn(asked, _read(message)))
            asked = ""
    return [*turns, Turn(asked)] if asked else turns


def _messages(conversation: Payload) -> list[Payload]:
    """Return the messages that are answers."""
    return [each for each in _branch(conversation) if _is_answer(each)]


def _branch(conversation: Payload) -> list[Payload]:
    """Return all messages of the branch that is shown."""
    nodes = conversation["mapping"]
    found: dict[str, Payload] = {}
    name = conversation.text("current_node")
    while name and name not in found:
        found[name] = nodes[name]
        name = found[name].text("parent")
    branch = list(reversed(found.values()))
    if not branch and isinstance(nodes.value, Mapping):
        branch = list(map(Payload, nodes.value.values()))
    return [node["message"] for node in branch]


def _is_answer(message: Payload) -> bool:
    is_for_all = message.text("recipient") in ("all", "")
    is_by_model = message["author"].text("role") == "assistant"
    return is_for_all and is_by_model and bool(_text(message))


def _text(message: Payload) -> str:
    content = message["content"]
    if content.text("content_type") not in ("text", "multimodal_text", ""):
        return ""
    return "\n\n".join(filter(None, (part.text() for part in content.items("parts"))))


def _read(message: Payload) -> Answer:
    builder, text = AnswerBuilder(), _text(message)
    builder.add_text(text)
    anchoring, metadata = Anchoring(text), message["metadata"]
    references = metadata.items("content_references")
    for reference in references:
        matched = reference.text("matched_text")
        if _CITING_RE.match(matched) and reference.kind() != "sources_footnote":
            start, end = reference.number("start_idx"), reference.number("end_idx")
            located = anchoring.marker(start, end, matched)
            _cite_items(builder, located, reference)
    for citation in metadata.items("citations") if not references else ():
        start, end = citation.number("start_ix"), citation.number("end_ix")
        _cite(builder, anchoring.marker(start, end), citation["metadata"])
    return builder.build()


def _cite_items(builder: AnswerBuilder, located: Located, reference: Payload) -> None:
    """Cite what the marker of *reference* cites."""
    lines = _LINES_RE.search(reference.text("matched_text"))
    items = reference.items("items") or [reference]
    place: Locator | None = None
    if lines and len(items) == 1:
        place = Lines(number(lines[1]), number(lines[2] or lines[1]))
    for item in items:
        for each in (item, *item.items("supporting_websites")):
            _cite(builder, located, each, place)


def _cite(
    builder: AnswerBuilder,
    located: Located,
    item: Payload,
    place: Locator | None = None,
) -> None:
    url = item.text("url") or next(
        (each.text() for each in item.items("safe_urls")), ""
    )
    file_id, title = item.text("id"), item.text("title") or item.text("name")
    if not url and not title:
        return
    snippet = item.text("snippet")
    name = builder.add_source(
        source_id="" if url else file_id,
        title=title,
        url=url,
        # Lines are counted in the file, and a snippet is a part of it.
        text=None if place else snippet or None,
    )
    builder.cite(name, located, locator=place, cited_text=snippet if place else "")
