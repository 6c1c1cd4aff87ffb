"""OpenAI's Responses API, and services that answer in its form: xAI's, ChatKit.

A ``url_citation`` covers the Markdown link that stands in the text; services that are
compatible use it for claims. The ``index`` of a ``file_citation`` is an insertion
point. The passages themselves are only in a response that was asked to include
``file_search_call.results``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from citemark.provider import Answer, AnswerBuilder, Flag
from citemark.responses.anchoring import Anchoring
from citemark.responses.payload import Payload, payload
from citemark.responses.streaming import EventReader, TextReader


def answer_from(response: object) -> Answer:
    """Return the answer of *response*, of a message or text part, or of all events.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    if events := whole.items():
        whole = _streamed(events)
    builder = AnswerBuilder()
    passages: dict[str, list[str]] = {}
    for item in whole.items("output"):
        _add_found(item, passages)
    for part in _parts(whole):
        _add_part(builder, part, passages)
    return builder.build()


def stream() -> EventReader:
    """Return what reads the events of a stream, see `citemark.stream.answers`."""
    return TextReader(_text_of, answer_from)


def _text_of(event: Payload) -> str:
    return event.text("delta") if event.kind() == "response.output_text.delta" else ""


def _streamed(events: Sequence[Payload]) -> Payload:
    """Return the response that *events* tell of, finished or not."""
    for event in reversed(events):
        if event["response"].items("output"):
            return event["response"]
    parts: dict[tuple[int, int], dict[str, list[object]]] = {}
    for event in events:
        place = event.number("output_index") or 0, event.number("content_index") or 0
        part = parts.setdefault(place, {"text": [], "annotations": []})
        part["text"].append(_text_of(event))
        if event["annotation"]:
            part["annotations"].append(event["annotation"].value)
    content = [
        {**part, "text": "".join(map(str, part["text"]))}
        for _, part in sorted(parts.items())
    ]
    return Payload({"content": content})


def _parts(whole: Payload) -> list[Payload]:
    """Return the parts that are read as one text."""
    messages = whole.items("output") or [whole]
    parts = [part for each in messages for part in each.items("content") or [each]]
    return [part for part in parts if part.text("text")]


def _add_found(item: Payload, passages: dict[str, list[str]]) -> None:
    """Take the passages that a file search found."""
    for result in item.items("results"):
        if name := result.text("file_id"):
            passages.setdefault(name, []).append(result.text("text"))


def _add_part(
    builder: AnswerBuilder, part: Payload, passages: dict[str, list[str]]
) -> None:
    text, base = part.text("text"), builder.length
    anchoring = Anchoring(text)
    builder.add_text(text)
    for annotation in part.items("annotations"):
        cite_annotation(builder, anchoring, annotation, base, passages)


def cite_annotation(
    builder: AnswerBuilder,
    anchoring: Anchoring,
    annotation: Payload,
    base: int,
    passages: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> None:
    """Add what *annotation* cites in the part that begins at offset *base*.

    *passages* are the texts that a file search found, by the IDs of their files.
    """
    kind = annotation.kind()
    start, end = annotation.number("start_index"), annotation.number("end_index")
    flags: tuple[Flag, ...] = ()
    if kind in ("url_citation", "url"):
        url = annotation.text("url") or annotation["source"].text("url")
        name = builder.add_source(url=url, title=annotation.text("title"))
        located = anchoring.link(start, end, url)
    elif kind in ("file_citation", "file"):
        title = annotation.text("filename") or annotation["source"].text("filename")
        file_id = annotation.text("file_id") or title
        found = "\n\n".join(passages.get(file_id, [])) or None
        name = builder.add_source(source_id=file_id, title=title, text=found)
        located = anchoring.point(annotation.number("index"))
    elif kind in ("container_file_citation", "file_path"):
        name = builder.add_source(
            source_id=annotation.text("file_id"), title=annotation.text("filename")
        )
        located, flags = anchoring.product(start, end), (Flag.GENERATED,)
    else:
        return
    builder.cite(name, located, base, flags=flags)
