"""Weaves the citations of a provider into the text, as markers.

What stands in the text for a citation becomes its marker; behind a claim, and at a
point, one is put in. From there on the answer is like any other: what breaks no word,
link or code, which output shows it, and what the safety policy says, is decided once.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from citemark import codes
from citemark.answer import Draft, clean_answer, find_markers
from citemark.codespans import code_of
from citemark.diagnostic import Code, Finding
from citemark.marking import Citing, make_marker
from citemark.model import Marker, MarkerKind
from citemark.options import Options
from citemark.provider import Anchor, Answer, CitedSpan, Flag
from citemark.spans import Span
from citemark.text import end_of_character, end_of_word

_REACH = 2_000
# What a marker inside would tear apart: addresses, escapes, characters spelled out,
# links and images from the mark that they begin with, notes, runs of delimiters.
_WHOLE_RE = re.compile(
    r"https?://[^\s<>\"')\]]{0,2000}+"
    r"|\\(?:\r\n|[^\w ])|&(?:\#[0-9a-fA-FxX]{1,8}|[A-Za-z0-9]{1,31});"
    r"|\[\^[^\[\]\s]{1,100}+\]"
    r"|!?\[[^\[\]\n]{0,300}+\](?:\([^()\n]{0,1000}+(?:\([^()\n]{0,300}+\)[^()\n]{0,300}+){0,4}+\)"
    r"|\[[^\[\]\n]{0,300}+\])"
    r"|\*{2,}+|~{2,}+|_{2,}+|`{2,}+|={2,}+|\+{2,}+|\^{2,}+"
)
_DESTINATION_RE = re.compile(r"\]\(<?[^\s()]{0,2000}+$")
_FINDINGS: Mapping[Flag, tuple[Code, str]] = {
    Flag.OUT_OF_RANGE: (
        codes.OFFSET_OUT_OF_RANGE,
        "Unexpected offset outside the text, moved to its nearest end",
    ),
    Flag.REPAIRED: (
        codes.OFFSET_REPAIRED,
        "Unexpected offset, the words that it is about are here",
    ),
    Flag.SPLIT: (
        codes.CITATION_WITHOUT_PLACE,
        "Unexpected offset inside a character, the source is only listed",
    ),
    Flag.CHECK_FAILED: (
        codes.CITATION_WITHOUT_PLACE,
        "Unexpected citation of words that are not in the text, it is only listed",
    ),
    Flag.MISSING_ANNOTATION: (
        codes.MARKER_WITHOUT_SOURCE,
        "Unexpected marker that the response does not explain, left out",
    ),
    Flag.UNKNOWN_SOURCE: (
        codes.UNKNOWN_SOURCE,
        "unknown source, cited by the response",
    ),
    Flag.CHUNK_OUT_OF_RANGE: (
        codes.UNKNOWN_SOURCE,
        "unknown source, cited by the response beyond its list of sources",
    ),
}


@dataclass(slots=True)
class _Place:
    """What of the text a marker takes the place of; nothing where one is put in."""

    start: int
    end: int
    cited: dict[Citing, None] = field(default_factory=dict)
    found: Marker | None = None
    """A marker that the text has itself."""


def weave(answer: Answer, options: Options) -> Draft:
    """Return *answer* with a marker for each citation that has a place."""
    text = clean_answer(answer.text)
    weaver = _Weaver(text, find_markers(text, options))
    for span in answer.citations:
        weaver.add(span)
    for start, end in answer.left_out:
        weaver.leave_out(start, end)
    return weaver.draft(answer.to_dict())


class _Weaver:
    def __init__(self, text: str, found: Sequence[Marker]) -> None:
        self.text = text
        self.places = {
            (each.start, each.end): _Place(each.start, each.end, found=each)
            for each in found
        }
        self.listed: dict[Citing, None] = {}
        self.findings: list[tuple[int, Code, str]] = []
        self.code = list(code_of(text))

    def add(self, span: CitedSpan) -> None:
        """Give *span* a place, or put its source on the list."""
        for flag in span.flags:
            if flag in _FINDINGS:
                code, message = _FINDINGS[flag]
                at = len(self.text) if span.start is None else span.start
                self.findings.append((at, code, message))
        place = self._place(span)
        if Flag.GENERATED in span.flags:
            # A product of the answer: the text itself says where it is.
            return
        if span.source_id is None:
            cited: dict[Citing, None] = {}
        else:
            cited = {Citing(span.source_id, span.locator, span.cited_text): None}
        if place is None:
            self.listed.update(cited)
            return
        kept = self.places.setdefault(place, _Place(*place))
        kept.found = None
        kept.cited.update(cited)

    def leave_out(self, start: int, end: int) -> None:
        """Let a marker that cites nothing take the place of what nobody is to see."""
        if not self._is_code(start):
            self.places.setdefault((start, end), _Place(start, end))

    def _place(self, span: CitedSpan) -> tuple[int, int] | None:
        """Return what the marker of *span* takes the place of."""
        if span.anchor is None or span.start is None or span.end is None:
            return None
        if Flag.MAYBE_NOT in span.flags:
            return None
        if span.anchor is Anchor.MARKER:
            before = self.text[max(span.start - _REACH, 0) : span.start]
            if self._is_code(span.start) or _DESTINATION_RE.search(before):
                return None
            return span.start, span.end
        at = span.end
        if span.anchor is Anchor.CLAIM:
            words = self.text[span.start : span.end].rstrip()
            at = span.start + len(words) if words else span.end
        at = self._outside(at)
        return at, at

    def _outside(self, at: int) -> int:
        """Return *at*, or the end of what it is inside of and may not be torn."""
        at = end_of_word(self.text, end_of_character(self.text, at))
        before = bisect_left(self._wholes, at, key=attrgetter("start")) - 1
        if before < 0 or self._wholes[before].end <= at:
            return at
        whole = self._wholes[before]
        shown = whole.of(self.text)
        # What ends a line with a backslash breaks it: nothing may follow.
        is_break = shown.startswith("\\") and shown.endswith("\n")
        return whole.start if is_break else whole.end

    @cached_property
    def _wholes(self) -> list[Span]:
        """What a marker inside would tear apart, in order."""
        return [Span(*match.span()) for match in _WHOLE_RE.finditer(self.text)]

    def _is_code(self, at: int) -> bool:
        before = bisect_right(self.code, at, key=attrgetter("start")) - 1
        return before >= 0 and at < self.code[before].end

    def draft(self, cited: Mapping[str, object]) -> Draft:
        """Return the text with all markers in their places."""
        pieces: list[str] = []
        markers: list[Marker] = []
        moves: list[tuple[int, int]] = []
        done = length = 0
        for place in self._in_order():
            pieces.append(self.text[done : place.start])
            length += place.start - done
            done = place.end
            marker = self._marker(place, length)
            markers.append(marker)
            pieces.append(marker.raw)
            length += len(marker.raw)
            moves.append((place.end, length - place.end))
        pieces.append(self.text[done:])
        return Draft(
            text="".join(pieces),
            markers=markers,
            cited=cited,
            listed=tuple(self.listed),
            findings=tuple(_moved(self.findings, moves)),
            moves=moves,
        )

    def _in_order(self) -> list[_Place]:
        """Return the places; where two overlap, the second is put behind the first."""
        found: list[_Place] = []
        for place in sorted(
            self.places.values(), key=lambda each: (each.start, each.end)
        ):
            if found and place.start < found[-1].end:
                found[-1].cited.update(place.cited)
            else:
                found.append(place)
        return found

    def _marker(self, place: _Place, start: int) -> Marker:
        if place.cited:
            return make_marker(start, list(place.cited))
        if place.found is not None:
            return place.found.moved(start - place.start)
        # Nobody knows what it cites: like any broken marker, no reader sees it.
        raw = self.text[place.start : place.end]
        end = start + len(raw)
        return Marker(start=start, end=end, raw=raw, kind=MarkerKind.BROKEN)


def _moved(
    findings: Iterable[tuple[int, Code, str]], moves: Sequence[tuple[int, int]]
) -> Iterable[Finding]:
    """Yield *findings* at the places that they have in the woven text."""
    left = iter(moves)
    following = next(left, None)
    by = 0
    for at, code, message in sorted(findings, key=lambda each: each[0]):
        while following is not None and following[0] <= at:
            by, following = following[1], next(left, None)
        yield Finding(code, message, at + by, at + by)
