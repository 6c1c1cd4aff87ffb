"""Answers as data: a text with annotations, or parts that each have their own.

The general form, for what has no adapter of its own. An annotation names its source and
its place: ``{"start": 0, "end": 18, "unit": "utf8", "source": "turn0search0"}``.

* ``unit`` is what offsets count: ``codepoint`` (the default), ``utf16`` or ``utf8``.
  They count from the beginning of the part, the end excluded.
* ``text``, the words of the answer that are meant, proves the offsets, or repairs them.
* ``source`` is the ID of a source, or an object: ``id``, ``title``, ``url``, ``text``.
* ``quote`` is what the source says, ``locator`` where: ``L3-L4``, ``p12``.
* ``anchor`` is ``claim`` (the default), ``marker``, which a reference replaces, or
  ``point``. Marks such as ``【1:0†source】`` are markers by themselves.
"""

from __future__ import annotations

from typing import get_args

from citemark.locator import parse_locator
from citemark.provider import Anchor, Answer, AnswerBuilder, Flag, Located
from citemark.responses.anchoring import Anchoring, Unit
from citemark.responses.payload import Payload, payload
from citemark.responses.written import is_marker, unexplained


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: a text with annotations, or parts of one.

    Without ``sources`` in it, pass them to `citemark.render`.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    builder = AnswerBuilder()
    for source in whole.items("sources"):
        _add_source(builder, source)
    for part in whole.items() or whole.items("parts") or [whole]:
        _Part(builder, part.text() or part.text("text")).cite(part.items("annotations"))
    covered = {(each.start, each.end) for each in builder.spans}
    for located in unexplained(builder.text, covered):
        builder.cite(None, located)
    return builder.build()


class _Part:
    """A part of the text, read in whatever units its annotations have."""

    def __init__(self, builder: AnswerBuilder, text: str) -> None:
        self.builder = builder
        self.base = builder.length
        self.units = {unit: Anchoring(text, unit) for unit in get_args(Unit)}
        builder.add_text(text)

    def cite(self, annotations: list[Payload]) -> None:
        """Cite what *annotations* name."""
        for each in annotations:
            self.builder.cite(
                _add_source(self.builder, each["source"]),
                self._located(each),
                self.base,
                locator=parse_locator(each.text("locator")),
                cited_text=each.text("quote"),
            )

    def _located(self, annotation: Payload) -> Located:
        anchoring = self.units.get(annotation.text("unit"), self.units["codepoint"])
        start, end = annotation.number("start"), annotation.number("end")
        anchor, words = annotation.text("anchor"), annotation.text("text")
        if anchor == Anchor.POINT or (start and start == end):
            return anchoring.point(start)
        if anchor == Anchor.MARKER:
            return anchoring.marker(start, end, words)
        found = anchoring.claim(start, end, words)
        if Flag.OUT_OF_RANGE in found.flags:
            # Nobody knows which words were meant, and it belongs inside of none.
            return found._replace(end=len(anchoring.text))
        if found.start is not None and is_marker(
            anchoring.text[found.start : found.end]
        ):
            return found._replace(anchor=Anchor.MARKER)
        return found


def _add_source(builder: AnswerBuilder, source: Payload) -> str:
    return builder.add_source(
        source_id=source.text("source_id") or source.name("id") or source.name(),
        title=source.text("title"),
        url=source.text("url"),
        text=source.text("text") or None,
    )
