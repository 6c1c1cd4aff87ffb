"""The lines of a text, and what becomes of those that hold nothing but residue."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from citemark.spans import Edit, Span, line_bounds

# What begins a line of an item, a quote, a heading or a task.
_LEAD_RE = re.compile(
    r"[ \t]*+(?:(?:>|[-+*]|[0-9]{1,9}+[.)]|\#{1,6}+|\[[ xX]\])(?:[ \t]++|\Z)|>)*+"
)
_UNDERLINE_RE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_ITEM_RE = re.compile(r"[ \t>]*+(?:[-+*]|[0-9]{1,9}+[.)])")


class _Run(NamedTuple):
    """Lines that go, from the first to the last, with blank ones between or none."""

    first: int
    last: int
    has_gaps: bool = False


class Page:
    """The lines of one text; all numbers are 0-based."""

    def __init__(self, text: str) -> None:
        """Index the lines of *text*, in linear time."""
        self._text = text
        self._starts, self._ends = line_bounds(text)

    def line_of(self, span: Span) -> int:
        """Return the line that *span* ends on."""
        return self._line(span.end - 1)

    def end(self, line: int) -> int:
        """Return where *line* ends, its line end not included."""
        return self._ends[line]

    def leads(self, line: int, at: int) -> bool:
        """Say whether nothing of *line* that a reader sees is before *at*."""
        start = self._starts[line]
        return at <= start or _LEAD_RE.fullmatch(self._text, start, at) is not None

    def split(self, spans: Iterable[Span]) -> tuple[list[_Run], list[Span]]:
        """Return the runs of lines that *spans* fill, and the other spans."""
        filled: list[_Run] = []
        others: list[Span] = []
        for span in spans:
            lines = _Run(self._line(span.start), self.line_of(span))
            if not self._is_filled(lines, span):
                others.append(span)
                continue
            lines = self._with_underline(lines)
            if filled and self._are_blank(filled[-1].last + 1, lines.first):
                before = filled[-1]
                gaps = before.has_gaps or lines.first > before.last + 1
                filled[-1] = _Run(before.first, lines.last, gaps)
            else:
                filled.append(lines)
        return filled, others

    def _line(self, at: int) -> int:
        return bisect_right(self._starts, at) - 1

    def _is_filled(self, lines: _Run, span: Span) -> bool:
        # Few pass the first test: a line may be long, and hold much residue.
        return (
            self.leads(lines.first, span.start)
            and not self._text[span.end : self._ends[lines.last]].strip()
            and not self._has_more(lines.first, lines.last + 1)
        )

    def _with_underline(self, lines: _Run) -> _Run:
        """Return *lines* with the line below that made a heading of them alone."""
        below = lines.last + 1
        if below == len(self._starts) or not (
            lines.first == 0 or self._is_blank(lines.first - 1)
        ):
            return lines
        start, end = self._starts[below], self._ends[below]
        is_underline = _UNDERLINE_RE.fullmatch(self._text, start, end)
        return _Run(lines.first, below) if is_underline else lines

    def _has_more(self, item: int, following: int) -> bool:
        """Say whether an item goes on in the line *following*."""
        if following >= len(self._starts) or self._is_blank(following):
            return False
        start = _ITEM_RE.match(self._text, self._starts[item], self._ends[item])
        return start is not None and self._indent(following) > self._indent(item)

    def _indent(self, line: int) -> int:
        start, end = self._starts[line], self._ends[line]
        kept = self._text[start:end].lstrip(" \t>")
        return end - start - len(kept)

    def _is_blank(self, line: int) -> bool:
        return not self._text[self._starts[line] : self._ends[line]].strip(" \t>")

    def _are_blank(self, first: int, end: int) -> bool:
        return all(map(self._is_blank, range(first, end)))

    def without(self, runs: Iterable[_Run]) -> Iterator[Edit]:
        """Yield the edits that remove the lines of *runs*, and blank ones too many."""
        for run in runs:
            before, after = run.first, run.last + 1
            while before and self._is_blank(before - 1):
                before -= 1
            while after < len(self._starts) and self._is_blank(after):
                after += 1
            yield self._removal(run, before, after)

    def _removal(self, run: _Run, before: int, after: int) -> Edit:
        """Remove *run*, around which lines from *before* up to *after* are blank."""
        starts, end = self._starts, len(self._text)
        if after == len(starts):
            # The text ends as it did: with the end of a line, or without.
            is_ended = starts[-1] == end
            start = starts[before] if is_ended or not before else self._ends[before - 1]
            return Edit(Span(start, end), "")
        first, last = starts[run.first], starts[run.last + 1]
        if not before or (before < run.first and after > run.last + 1):
            return Edit(Span(first, starts[after]), "")
        apart = before == run.first and after == run.last + 1
        parts = apart and (run.has_gaps or self._is_heading(run.first))
        line_end = self._text[self._ends[run.first] : starts[run.first + 1]]
        return Edit(Span(first, last), line_end if parts else "")

    def _is_heading(self, line: int) -> bool:
        return self._text.startswith("#", self._starts[line] + self._indent(line))
