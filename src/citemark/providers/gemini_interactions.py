"""Google's Interactions API: annotations of a block of text, in UTF-8 bytes.

Its ``url_citation`` has the name of OpenAI's, and is another thing: a claim, and no
link. Nothing proves an offset but that it does not split a character.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citemark.provider import Answer, AnswerBuilder
from citemark.responses.anchoring import Anchoring
from citemark.responses.locating import pages
from citemark.responses.payload import Payload, payload

_KINDS = ("url_citation", "file_citation", "place_citation")


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: an interaction, or a list of events.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    builder = AnswerBuilder()
    for text, found in _blocks(whole):
        anchoring, base = Anchoring(text, "utf8"), builder.length
        builder.add_text(text)
        for annotation in found:
            if annotation.kind() in _KINDS:
                _cite(builder, annotation, anchoring, base)
    return builder.build()


def _blocks(whole: Payload) -> list[tuple[str, Sequence[Payload]]]:
    """Return the blocks of text, each with its annotations."""
    items = whole.items("steps") or whole.items("outputs") or whole.items() or [whole]
    if any(item["delta"] for item in items):
        return _streamed(items)
    answers = (item for item in items if item.kind() in ("model_output", "text", ""))
    parts = (part for item in answers for part in item.items("content") or [item])
    return [
        (part.text("text"), part.items("annotations"))
        for part in parts
        if part.kind() in ("text", "")
    ]


def _streamed(events: Iterable[Payload]) -> list[tuple[str, Sequence[Payload]]]:
    """Return the blocks of *events*, one for each step."""
    pieces: dict[int | None, list[str]] = {}
    found: dict[int | None, list[Payload]] = {}
    for event in events:
        index, delta = event.number("index"), event["delta"]
        annotations = found.setdefault(index, [])
        annotations += delta.items("annotations")
        if delta.kind() == "text":
            pieces.setdefault(index, []).append(delta.text("text"))
    return [("".join(texts), found[index]) for index, texts in pieces.items()]


def _cite(
    builder: AnswerBuilder, annotation: Payload, anchoring: Anchoring, base: int
) -> None:
    title = annotation.text("title") or annotation.text("file_name")
    name = builder.add_source(
        source_id=annotation.text("document_uri") or annotation.text("place_id"),
        title=title or annotation.text("name"),
        url=annotation.text("url"),
    )
    end = annotation.number("end_index")
    located = anchoring.claim(annotation.number("start_index") or 0, end)
    page = pages(annotation.number("page_number"))
    builder.cite(name, located, base, locator=page)
