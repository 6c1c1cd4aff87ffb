"""Paragraphs, with blank lines between them: ``P21``, ``P3-P5``, ``¶21``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from citemark.locator import Range, blank_separated, range_kind


@dataclass(frozen=True, slots=True, order=True)
class Paragraphs(Range):
    """Paragraphs of a source's text, headings and lists counted like any other."""

    prefix: ClassVar[str] = "P"


LOCATOR = range_kind(
    "paragraphs",
    Paragraphs,
    spelling="[P¶]",
    labels=("paragraph", "paragraphs"),
    units=blank_separated,
    examples=(
        ("P21", Paragraphs(21, 21)),
        ("P3-P5", Paragraphs(3, 5)),
        ("¶21", Paragraphs(21, 21)),
    ),
)
