"""Helpers: where a place is in a text, and what is wrong with it."""

from __future__ import annotations

from citemark.locator import Lines, Locator, SourceText, kind_of
from citemark.spans import split_lines


def find(
    locator: Locator, text: str
) -> tuple[Locator | None, Lines | None, str] | None:
    """Return place, lines and problem, or None where the text does not tell."""
    found = kind_of(locator).find(SourceText(text, split_lines(text)))(locator)
    return None if found is None else (found.locator, found.lines, found.problem)


def lines(locator: Locator, text: str) -> tuple[int, int] | None:
    """Return the first and the last line."""
    found = kind_of(locator).lines_in(locator, split_lines(text))
    return None if found is None else (found.first, found.last)
