"""Where in the answer the tokens of one inline token come from.

markdown-it records lines, not columns. Each line of an inline token's content is a
suffix of its source line (container prefixes, indentation and a cell's neighbours are
what is missing), so lines are aligned from their ends; a content of one line is
found by a placeholder in it, or where it occurs only once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate

from markdown_it.token import Token

from citemark.document.layout import Layout
from citemark.spans import line_bounds

Locate = Callable[[int], int]


def starting(locate: Locate, offset: int) -> int:
    """Return the source offset of the character at *offset*, past markers before it.

    Where a marker stood, *locate* answers with the place before it.
    """
    return locate(offset + 1) - 1


class Positions:
    """Answers where inline contents of one parsed text stand in its source."""

    def __init__(self, text: str, layout: Layout | None) -> None:
        """Index the lines of *text*, which is what the parser read."""
        self.text = text
        self.layout = layout
        self.starts, self.ends = line_bounds(text)

    def line_end(self, line: int) -> int:
        """Return the source offset at the end of a 0-based line."""
        return self._source(self.ends[min(line, len(self.ends) - 1)])

    def line_start(self, line: int) -> int:
        """Return the source offset of the start of a 0-based line."""
        if line >= len(self.starts):
            return self._source(len(self.text))
        return self._source(self.starts[line])

    def line(self, line: int) -> str:
        """Return the parsed text of a 0-based line."""
        return self.text[self.starts[line] : self.ends[line]]

    def _source(self, at: int) -> int:
        return self.layout.raw_offset(at) if self.layout else at

    def locate(self, token: Token) -> Locate | None:
        """Return a function from offsets in the content to offsets in the source.

        None where the place is not certain.
        """
        if token.map is None:
            return None
        lines = token.content.split("\n")
        first, end = token.map
        if len(lines) == 1:
            return self._single(token.content, first, end)
        for skip in range(end - first - len(lines) + 1):
            begins = self._aligned(lines, first + skip)
            if begins is not None:
                return self._by_line(lines, begins)
        return None

    def _aligned(self, lines: list[str], first: int) -> list[int] | None:
        begins = []
        for number, content in enumerate(lines, first):
            line = self.line(number).replace("\0", "\ufffd")
            kept = line if line.endswith(content) else line.rstrip()
            if not kept.endswith(content):
                return None
            begins.append(self.starts[number] + len(kept) - len(content))
        return begins

    def _by_line(self, lines: list[str], begins: list[int]) -> Locate:
        firsts = [0, *accumulate(len(line) + 1 for line in lines)]

        def locate(offset: int) -> int:
            number = bisect_right(firsts, offset, hi=len(lines)) - 1
            return self._source(begins[number] + offset - firsts[number])

        return locate

    def _single(self, content: str, first: int, end: int) -> Locate | None:
        anchor = content
        if self.layout and (match := self.layout.placeholder.search(content)):
            anchor = match[0]
        begin, stop = self.starts[first], self.ends[end - 1]
        at = self.text.find(anchor, begin, stop)
        if not anchor or at < 0 or self.text.find(anchor, at + 1, stop) >= 0:
            return None
        origin = at - content.index(anchor)
        escaped = "\\|" in self.text[begin:stop] and "|" in content
        if escaped or self.text[origin : origin + len(content)] != content:
            return None
        return lambda offset: self._source(origin + offset)
