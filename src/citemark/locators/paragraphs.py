"""Paragraphs, with blank lines between them: ``P21``, ``P3-P5``, ``¶21``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from citemark.blocks import split_blocks
from citemark.locator import Lines, Range, SourceText, count_finder, range_kind


@dataclass(frozen=True, slots=True, order=True)
class Paragraphs(Range):
    """Paragraphs of a source's text, headings and lists counted like any other."""

    prefix: ClassVar[str] = "P"


def units(text: SourceText) -> Sequence[Lines]:
    """Return the lines of each paragraph."""
    return [Lines(first, last) for first, last in split_blocks(text.lines)]


LOCATOR = range_kind(
    "paragraphs",
    Paragraphs,
    spelling="[P¶]",
    labels=("paragraph", "paragraphs"),
    find=count_finder("paragraph", units),
    units=units,
    examples=(
        ("P21", Paragraphs(21, 21)),
        ("P3-P5", Paragraphs(3, 5)),
        ("¶21", Paragraphs(21, 21)),
    ),
)
