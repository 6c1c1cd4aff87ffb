"""Pages of a file: ``p12``, ``p12-p14``.

In its text, a form feed (U+000C) ends a page, as ``pdftotext`` writes it. A text
without any does not show where its pages are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from citemark.locator import Lines, Range, SourceText, range_kind

_FORM_FEED = "\f"


@dataclass(frozen=True, slots=True, order=True)
class Pages(Range):
    """Pages, counted from 1, whatever numbers are printed on them."""

    prefix: ClassVar[str] = "p"


def units(text: SourceText) -> Sequence[Lines | None] | None:
    """Return the lines of each page; a line with a form feed inside is on both."""
    pages: list[Lines | None] = []
    first = last = 0
    for line, content in enumerate(text.lines, start=1):
        for index, part in enumerate(content.split(_FORM_FEED)):
            if index:
                pages.append(Lines(first, last) if first else None)
                first = 0
            if part.strip():
                first, last = first or line, line
    if not pages:
        return None
    # What follows the last form feed is a page only if there is something.
    return [*pages, Lines(first, last)] if first else pages


def fragment(locator: Pages) -> str:
    """Return what makes a viewer open a PDF at the first of the pages."""
    return f"page={locator.first}"


LOCATOR = range_kind(
    "pages",
    Pages,
    spelling="p",
    labels=("page", "pages"),
    units=units,
    fragment=fragment,
    needs_text=False,
    examples=(("p12", Pages(12, 12)), ("p12-p14", Pages(12, 14))),
)
