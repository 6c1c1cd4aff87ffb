"""A text put together from pieces of a source, each character of which has its place.

What is scanned for markers is not the HTML but what it says: references are decoded,
blanks are one blank, and a blank line stands between blocks. Offsets of what was found
there lead back to the source.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape

from citemark.spans import Span

_REFERENCE = r"&(?:#[0-9]{1,9}|#[xX][0-9a-fA-F]{1,9});?+|&[A-Za-z][A-Za-z0-9]{1,31};"
_BLANKS = r"[ \t\n\r\f]{2,}+|[\t\n\r\f]"
# A URL that is shown as it is written.
_SPELLED = "%[Ee][Ee]%88%8[0-6]"
TEXT_RE = re.compile(rf"{_REFERENCE}|{_SPELLED}|{_BLANKS}")
"""What of a text is read as something else: references and blanks."""
KEPT_RE = re.compile(rf"{_REFERENCE}|{_SPELLED}")
"""What of preformatted text is."""
VALUE_RE = re.compile(rf"{_REFERENCE}|%[Ee][0-9A-Fa-f](?:%[89ABab][0-9A-Fa-f]){{2}}")
"""What of an attribute is: URLs write characters as bytes, the markers' as three."""


@dataclass(slots=True)
class Reading:
    """The text so far."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    _starts: list[int] = field(default_factory=list)
    _places: list[tuple[int, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self.pieces)

    def add(self, text: str, start: int, end: int) -> None:
        """Add *text*, which is read from that stretch of the source.

        If both are equally long, each character has a place of its own.
        """
        self.pieces.append(text)
        self._starts.append(self.length)
        self._places.append((start, end))
        self.length += len(text)

    def add_decoded(self, text: str, start: int, pattern: re.Pattern[str]) -> None:
        """Add *text*, which begins at *start*, with what *pattern* finds decoded."""
        done = 0
        for match in pattern.finditer(text):
            begin, end = match.span()
            if done < begin:
                self.add(text[done:begin], start + done, start + begin)
            self.add(_decoded(match[0]), start + begin, start + end)
            done = end
        if done < len(text):
            self.add(text[done:], start + done, start + len(text))

    def spans(self, start: int, end: int) -> Iterator[Span]:
        """Yield the stretches of the source that characters *start* to *end* are from.

        Of what stands for more than one character, none can go without the others.
        """
        at = bisect_right(self._starts, start) - 1
        while at < len(self._starts) and self._starts[at] < end:
            begin, stop = self._places[at]
            length = len(self.pieces[at])
            if stop - begin == length:
                offset = begin - self._starts[at]
                begin = max(begin, start + offset)
                stop = min(stop, end + offset)
            if begin < stop:
                yield Span(begin, stop)
            at += 1

    def place(self, start: int, end: int) -> Span:
        """Return from where to where in the source characters *start* to *end* are."""
        begin = self._place(bisect_right(self._starts, start) - 1, start, 0)
        stop = self._place(bisect_left(self._starts, end) - 1, end, 1)
        return Span(begin, max(begin, stop))

    def _place(self, index: int, at: int, side: int) -> int:
        if index < 0:
            return 0
        start, end = self._places[index]
        if end - start == len(self.pieces[index]):
            return start + at - self._starts[index]
        return (start, end)[side]


def _decoded(text: str) -> str:
    if text[0] == "&":
        return unescape(text)
    if text[0] == "%":
        return bytes.fromhex(text.replace("%", "")).decode("utf-8", "replace")
    return " "
