"""Pydantic AI: citations of a text part, with their anchors told apart already.

Offsets are code points of the part. Where in its source something is said, is only in
what the provider sent (``provider_details``), which differs from one to the next.
"""

from __future__ import annotations

from citemark.provider import NOWHERE, Answer, AnswerBuilder, Located
from citemark.responses.anchoring import Anchoring
from citemark.responses.payload import Payload, payload

_BETWEEN = " … "


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: a `ModelResponse`, its parts, or one of them.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    builder = AnswerBuilder()
    for part in whole.items("parts") or whole.items() or [whole]:
        if part.text("part_kind") in ("text", ""):
            _add_part(builder, part)
    return builder.build()


def _add_part(builder: AnswerBuilder, part: Payload) -> None:
    base, anchoring = builder.length, Anchoring(part.text("content"))
    builder.add_text(anchoring.text)
    for citation in part.items("citations"):
        located = _located(anchoring, citation["anchor"])
        for source in citation.items("sources"):
            name = builder.add_source(
                source_id=source.name("document_id"),
                url=source.text("url"),
                title=source.text("title"),
            )
            words = [each.text() for each in source.items("excerpts")]
            builder.cite(name, located, base, cited_text=_BETWEEN.join(words))


def _located(anchoring: Anchoring, anchor: Payload) -> Located:
    start, end = anchor.number("start"), anchor.number("end")
    kind = anchor.text("kind")
    if kind == "marker":
        return anchoring.marker(start, end)
    return anchoring.claim(start, end) if kind == "content" else NOWHERE
