"""Cohere's Chat API, version 2 and version 1, and their streams.

A citation is a claim: ``start`` and ``end`` count in one block of the answer, and its
words are given. Examples of version 1 end at the last character, so the words decide.
What cites for the model's thinking or plan is not about the answer. In a stream of
version 2, ``citations`` is one object.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from citemark.provider import Answer, AnswerBuilder, Flag, Located
from citemark.responses.anchoring import Anchoring
from citemark.responses.payload import Payload, payload
from citemark.responses.streaming import EventReader, TextReader

_EXCERPTS = ("snippet", "text", "content", "excerpt", "data")


@dataclass(frozen=True, slots=True)
class _Block:
    base: int
    anchoring: Anchoring


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: of Chat, a message, or a list of events.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    events = whole.items()
    if events and events[0].text("event_type"):
        ends = (event["response"] for event in events)
        return _read_v1(next(filter(None, ends), Payload(None)))
    if events:
        return _read(*_streamed(events))
    if whole.text("text"):
        return _read_v1(whole)
    message = whole["message"] or whole
    texts = [part.text("text") for part in message.items("content")]
    texts = texts or [message.text("content")]
    return _read(dict(enumerate(texts)), message.items("citations"))


def stream() -> EventReader:
    """Return what reads the events of version 2, see `citemark.stream.answers`."""
    return TextReader(_text_of, answer_from)


def _text_of(event: Payload) -> str:
    return event["delta"]["message"]["content"].text("text")


def _read(texts: Mapping[int, str], citations: Iterable[Payload]) -> Answer:
    """Return the answer of version 2, whose blocks have *texts*; of thoughts, none."""
    builder = AnswerBuilder()
    blocks: dict[int, _Block] = {}
    for index, text in sorted(texts.items()):
        if text:
            blocks[index] = _Block(builder.length, Anchoring(text))
            builder.add_text(text)
    first = min(blocks, default=0)
    for citation in citations:
        at = citation.number("content_index")
        block = blocks.get(first if at is None else at)
        if block is not None and citation.kind() in ("TEXT_CONTENT", ""):
            located = _located(block.anchoring, citation)
            for source in citation.items("sources"):
                found = source["document"] or source["tool_output"]
                _cite(builder, source.text("id"), found, located, block.base)
    return builder.build()


def _streamed(events: Iterable[Payload]) -> tuple[dict[int, str], list[Payload]]:
    """Return the texts and the citations of *events*."""
    pieces: dict[int, list[str]] = {}
    citations: list[Payload] = []
    for event in events:
        message = event["delta"]["message"]
        cited = message["citations"]
        if text := message["content"].text("text"):
            pieces.setdefault(event.number("index") or 0, []).append(text)
        citations += cited.items() or [cited]
    return {index: "".join(each) for index, each in pieces.items()}, citations


def _read_v1(whole: Payload) -> Answer:
    builder, text = AnswerBuilder(), whole.text("text")
    builder.add_text(text)
    anchoring = Anchoring(text)
    known = {each.text("id"): each for each in whole.items("documents")}
    for citation in whole.items("citations"):
        located = _located(anchoring, citation)
        for each in citation.items("document_ids"):
            _cite(builder, each.text(), known.get(each.text()), located, 0)
    return builder.build()


def _located(anchoring: Anchoring, citation: Payload) -> Located:
    start, end = citation.number("start"), citation.number("end")
    return anchoring.claim(start, end, citation.text("text"))


def _cite(
    builder: AnswerBuilder,
    source_id: str,
    document: Payload | None,
    located: Located,
    base: int,
) -> None:
    """Cite *document*, which has whatever fields it was sent with."""
    if document is None:
        builder.cite(None, located, base, flags=[Flag.UNKNOWN_SOURCE])
        return
    cited = next(filter(None, map(document.text, _EXCERPTS)), "")
    name = builder.add_source(
        source_id=source_id or document.text("id"),
        title=document.text("title"),
        url=document.text("url"),
        text=cited or None,
    )
    builder.cite(name, located, base, cited_text=cited)
