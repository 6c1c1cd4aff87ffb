"""Characters of a source's text: ``C120-C180``.

Counted from 0, the second number excluded, in code points of the text as it was given,
line ends included: what providers report, and what ``text[120:180]`` means in Python.
``C120`` is the one character ``text[120:121]``. Readers see characters counted from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from citemark.locator import (
    Finder,
    Found,
    Lines,
    Locator,
    LocatorKind,
    SourceText,
    beyond,
    nowhere,
    number,
    span_text,
)
from citemark.spans import line_bounds, split_lines


@dataclass(frozen=True, slots=True, order=True)
class Chars(Locator):
    """A half-open range of code points of a source's text."""

    start: int
    end: int

    def __str__(self) -> str:
        """Return the locator as the grammar writes it.

        >>> str(Chars(120, 180))
        'C120-C180'
        """
        return f"C{self.start}-C{self.end}"

    def turned(self) -> Chars | None:
        """Return the range with its ends swapped, if it is written backwards."""
        return None if self.start <= self.end else Chars(self.end, self.start)

    def position(self) -> int:
        """Return where it begins."""
        return self.start

    def joined(self, later: Chars) -> Chars | None:
        """Return the characters of both, if nothing is between them."""
        if later.start > self.end:
            return None
        return Chars(self.start, max(self.end, later.end))


def read(match: re.Match[str]) -> Chars:
    """Return the characters that *match* names."""
    start = number(match[1])
    return Chars(start, number(match[2]) if match[2] else start + 1)


def find(text: SourceText) -> Finder[Chars]:
    """Return what finds the lines that characters are on."""
    if split_lines(text.text) != list(text.lines):
        return nowhere(text)
    starts, _ = line_bounds(text.text)
    length = len(text.text)
    problem = beyond(length, "character")

    def finder(locator: Chars) -> Found[Chars]:
        start, end = locator.start, min(locator.end, length)
        if start >= length:
            return Found(None, None, problem)
        first, last = bisect_right(starts, start), bisect_right(starts, end - 1)
        lines = Lines(first, max(first, last))
        return Found(Chars(start, end), lines, "" if end == locator.end else problem)

    return finder


def label(locator: Chars) -> tuple[str, str]:
    """Return the label's key and the characters, counted from 1."""
    first, last = locator.start + 1, max(locator.end, locator.start + 1)
    key = "character" if first == last else "characters"
    return key, span_text(str(first), str(last))


LOCATOR = LocatorKind(
    name="chars",
    value=Chars,
    pattern=re.compile(r"C([0-9]+)(?:-C([0-9]+))?"),
    read=read,
    label=label,
    labels=("character", "characters"),
    find=find,
    examples=(("C120-C180", Chars(120, 180)), ("C120", Chars(120, 121))),
)
