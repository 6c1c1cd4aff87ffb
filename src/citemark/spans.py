"""Places in a text, and edits of it: the ground floor everything else stands on.

Offsets are code points and half-open; lines and columns are 1-based.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

# LF, CRLF and CR end a line, nothing else: ``str.splitlines`` would also split at
# U+2028, U+0085 and form feeds, which neither CommonMark nor a locator counts.
LINE_END_RE = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points: ``text[start:end]``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the characters of *text* that this span covers.

        >>> Span(1, 3).of("abcd")
        'bc'
        """
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """One replacement: the characters of *span* become *text*."""

    span: Span
    text: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Apply *edits*, whose spans do not overlap, and return the new text.

    Insertions (empty spans) at one place keep the order in which they are given.

    >>> apply_edits("abc", [Edit(Span(1, 2), "B"), Edit(Span(3, 3), "!")])
    'aBc!'

    Raises:
        ValueError: two edits overlap.
    """
    pieces: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        if edit.span.start < done:
            msg = f"edits overlap at offset {edit.span.start}"
            raise ValueError(msg)
        pieces += text[done : edit.span.start], edit.text
        done = edit.span.end
    pieces.append(text[done:])
    return "".join(pieces)


def line_bounds(text: str) -> tuple[list[int], list[int]]:
    r"""Return where each line of *text* starts, and where it ends.

    >>> line_bounds("one\r\ntwo\n")
    ([0, 5, 9], [3, 8, 9])
    """
    if "\r" in text:
        found = [match.span() for match in LINE_END_RE.finditer(text)]
        return [0, *(end for _, end in found)], [*(at for at, _ in found), len(text)]
    # Most texts have one kind of line end, and splitting is faster than searching.
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    return starts[:-1], [start - 1 for start in starts[1:]]


class LineIndex:
    """Answers which line and column an offset of one text is on."""

    __slots__ = ("_starts", "length")

    def __init__(self, text: str) -> None:
        """Index the line starts of *text*, once and in linear time."""
        self._starts, _ = line_bounds(text)
        self.length = len(text)

    def position(self, offset: int) -> tuple[int, int]:
        r"""Return the 1-based line and column of *offset*.

        >>> LineIndex("one\r\ntwo").position(5)
        (2, 1)
        """
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def split_lines(text: str) -> list[str]:
    r"""Split *text* at LF, CRLF and CR; a line end at the very end adds no line.

    >>> split_lines("a\rb\r\nc\u2028d\n")
    ['a', 'b', 'c\u2028d']
    """
    lines = LINE_END_RE.split(text) if "\r" in text else text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines
