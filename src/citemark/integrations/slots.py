"""Where a marker may stand in a page that another parser is going to read.

The same constructs break there that break in an answer, so the work is that of
`citemark.document.displace`. But where citemark's own parser remembers a marker by its
line, another one needs a place: this module finds it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from citemark import codes
from citemark.codespans import code_of
from citemark.document.displace import Slot, find_slots
from citemark.spans import Span, line_bounds

_FENCE_RE = re.compile(r"[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+)*(`{3,}|~{3,})")
_RULE_RE = re.compile(r"[-=*_~^:|#+. \t]+")
_CLOSING_RE = re.compile(r"(?<![ \t])[ \t]{0,99}(?:(?<=[ \t])#+|\|)[ \t]*\Z")
_ATTRIBUTES_RE = re.compile(r"(?:\A|(?<![ \t])[ \t]{1,99})\{[^{}\n]{1,500}\}[ \t]*\Z")
_TITLE_RE = re.compile(r"[ \t]*(?:!!!|\?\?\?\+?|===[!+]?)[ \t]")


def find_places(bare: str, offsets: Sequence[int]) -> list[int | None]:
    """Return where each marker may stand in *bare*, the page without markers.

    None means: nowhere, so that its reference gets a paragraph at the end.
    """
    slots = find_slots(bare, offsets)
    rows = _Rows(bare)
    return [rows.lifted(slot) if slot.lifted else rows.own(slot) for slot in slots]


class _Rows:
    """The lines of a page."""

    def __init__(self, bare: str) -> None:
        self._bare = bare
        self._starts, self._ends = line_bounds(bare)
        self._code: list[Span] | None = None

    def own(self, slot: Slot) -> int:
        """Return the place of a marker in running text, off attributes and titles."""
        start, end = self._starts[slot.line], self._ends[slot.line]
        length = len(self._bare[start:end].rstrip())
        if slot.at < start + length:
            return slot.at
        at = self._at_end(slot.line)
        return at if at < start + length else slot.at

    def lifted(self, slot: Slot) -> int | None:
        """Return the place of a marker on a line that is pure structure."""
        if slot.code is codes.MARKER_ON_FENCE:
            return self._inside_fence(slot.line)
        if slot.code in (codes.MARKER_IN_DEFINITION, codes.MARKER_IN_MATH):
            return None
        text = self._text(slot.line)
        if text.strip() and not _RULE_RE.fullmatch(text):
            # Before a row's first pipe it belongs to the first cell.
            head = text[: slot.at - self._starts[slot.line]]
            if slot.code is codes.MARKER_OUTSIDE_CELL and not head.strip():
                return self._starts[slot.line] + text.index("|") + 1
            return self._at_end(slot.line)
        above = slot.line - 1
        if above < 0 or not self._text(above).strip() or self._is_code(above):
            return None
        # What a delimiter row or an underline belongs to is the line above it.
        return None if _RULE_RE.fullmatch(self._text(above)) else self._at_end(above)

    def _text(self, line: int) -> str:
        return self._bare[self._starts[line] : self._ends[line]]

    def _at_end(self, line: int) -> int:
        """Return the end of a line, before what has to be its end."""
        text = self._text(line)
        attributes = _ATTRIBUTES_RE.search(text)
        if attributes and not attributes.start() and line:
            # They are those of the block above.
            text, line = self._text(line - 1), line - 1
            attributes = _ATTRIBUTES_RE.search(text)
        if _TITLE_RE.match(text) and '"' in text:
            return self._starts[line] + text.rindex('"')
        end = len(text.rstrip())
        if attributes is not None:
            end = attributes.start()
        if (closing := _CLOSING_RE.search(text)) is not None:
            end = min(end, closing.start())
        return self._starts[line] + end

    def _inside_fence(self, line: int) -> int | None:
        """Return a place in the code that a line opens or closes, if it has lines."""
        text = self._text(line)
        fence = _FENCE_RE.match(text)
        is_closing = line > 0 and self._is_code(line - 1)
        if fence is not None and (text[fence.end() :].strip() or not is_closing):
            inside, at = line + 1, self._ends[line] + 1
        else:
            inside, at = line - 1, self._ends[line - 1]
        if not 0 <= inside < len(self._starts) or _FENCE_RE.match(self._text(inside)):
            return None
        return at

    def _is_code(self, line: int) -> bool:
        if self._code is None:
            self._code = list(code_of(self._bare))
        at = self._starts[line]
        index = bisect_right(self._code, at, key=lambda span: span.start) - 1
        return index >= 0 and at < self._code[index].end
