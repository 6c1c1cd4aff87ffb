"""The edits that take markers out of the source and put something where each goes.

Markdown and text output put references there, the linter puts the markers back.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from citemark.document.document import Document
from citemark.document.moves import Place
from citemark.document.positions import Positions
from citemark.document.prune import CLOSING
from citemark.document.settle import OPENING
from citemark.spans import Edit, Span

Label = Callable[[int], str]
# Possessive: blanks could be shared out in exponentially many ways.
_LEAD_RE = re.compile(
    r"[ \t>]*+(?:(?:[-+*]|[0-9]{1,9}[.)]|\#{1,6})[ \t]++[ \t>]*+)*+\Z"
)
_WINDOW = 256
_MARKUP = frozenset("*_~`<!$\\")
_LINE_RE = re.compile(r"[^\r\n]{0,1000}")
_REST_RE = re.compile(r"[ \t]{0,256}(?=[\r\n]|\Z)")
_LINE_BELOW_RE = re.compile(r"(?:\r\n|\n|\r)[ \t>]*[^\s>]")


def marker_edits(
    document: Document,
    places: Mapping[int, Place],
    label: Label,
    gone: Sequence[Span],
    word: Callable[[str], str] = str,
    *,
    markdown: bool = False,
    kept: Container[int] = (),
) -> list[Edit]:
    """Return the edits that take the markers out and put the references in.

    Markers whose ordinals are *kept* stay as they are.
    """
    edits: list[Edit] = []
    insertions: dict[tuple[int, str | None], list[str]] = {}
    holes = [Span(marker.start, marker.end) for marker in document.markers]
    begins = _block_starts(document)
    replaced = {span.start for span in gone}
    gap, done = "", 0
    for ordinal, marker in enumerate(document.markers):
        place = places.get(ordinal)
        text = label(ordinal) if place is not None else ""
        hole = _hole(document.source, holes, ordinal, begins)
        # A run of markers stands where its first one does.
        own = document.source[hole.start : min(hole.start + 1, marker.start)]
        gap = own or gap if hole.start == done else own
        done = hole.end
        if ordinal in kept:
            continue
        if marker.text:
            # A word is no reference: the space before it stays.
            edits.append(Edit(holes[ordinal], word(marker.text)))
            continue
        in_place = place is None or (
            place.at == marker.start and place.paragraph is None
        )
        if in_place:
            if markdown and text and hole.end not in replaced:
                text = _apart(document.source, hole, text)
            edits.append(_replacement(document, hole, text, gap, in_place=True))
            continue
        left = _left_hole(document.source, holes[ordinal], hole)
        kept_gap = gap if left == hole else ""
        edits.append(_replacement(document, left, "", kept_gap, in_place=False))
        if text and place is not None:
            insertions.setdefault((place.at, place.paragraph), []).append(text)
    cover = Cover(gone)
    edits = [edit for edit in edits if not cover.holds(edit.span)]
    taken = Cover([edit.span for edit in edits])
    for (at, prefix), texts in insertions.items():
        joined = "".join(texts)
        if prefix is not None:
            blank = f"\n{prefix.rstrip()}"
            below = _LINE_BELOW_RE.match(document.source, at)
            joined = f"{blank}\n{prefix}{joined}{blank if below else ''}"
        end = cover.leave(taken.leave(at))
        edits.append(Edit(Span(end, end), joined))
    return edits


def _block_starts(document: Document) -> frozenset[int]:
    """Return where the first lines of paragraphs and the like start in the source."""
    positions = Positions(document.source, None)
    if document.layout is not None:
        positions = Positions(document.layout.text, document.layout)
    maps = (token.map for token in document.tokens if token.type == "inline")
    return frozenset(positions.line_start(each[0]) for each in maps if each)


def _hole(
    source: str, holes: Sequence[Span], ordinal: int, begins: Container[int]
) -> Span:
    """Return a marker's span with the white space before it.

    What *begins* a block does not join the line above: a rule, a heading or the end of
    a fence would be none any more.
    """
    span = holes[ordinal]
    floor = holes[ordinal - 1].end if ordinal else 0
    floor = max(floor, span.start - _WINDOW)
    before = source[floor : span.start]
    start = floor + len(before.rstrip(" \t"))
    kept = source[max(0, start - 2) : start].endswith(("\n", "\r"))
    if kept and start == span.start and start not in begins:
        text = before.rstrip(" \t\r\n")
        ends = before[len(text) :].replace("\r\n", "\n").replace("\r", "\n")
        if (
            text
            and ends.count("\n") == 1
            and not _stays_apart(source, text, ends, span)
        ):
            start = floor + len(text)
    near = max(0, start - _WINDOW)
    line_start = max(source.rfind("\n", near, start), source.rfind("\r", near, start))
    if (line_start >= 0 or not near) and _LEAD_RE.match(
        source[line_start + 1 : span.start]
    ):
        start = span.start
    return Span(start, span.end)


def _stays_apart(source: str, text: str, ends: str, span: Span) -> bool:
    """Whether the line that a marker begins must not join the one above.

    *text* ends the line above, *ends* is its line end with the blanks before. A hard
    break shows, and the rows of a table are lines.
    """
    above = text[max(text.rfind("\n"), text.rfind("\r")) + 1 :]
    rest = _LINE_RE.match(source, span.end)
    return (
        ends.startswith("  ")
        or text.endswith("\\")
        or "|" in above
        or (rest is not None and "|" in rest[0])
    )


def _left_hole(source: str, marker: Span, hole: Span) -> Span:
    """Return the hole of a marker whose reference goes elsewhere.

    The line it was on stays a line, and goes where it held nothing else.
    """
    near = max(0, marker.start - _WINDOW)
    line = 1 + max(
        source.rfind("\n", near, marker.start), source.rfind("\r", near, marker.start)
    )
    if not line:
        return hole
    rest = _REST_RE.match(source, marker.end)
    if rest and not source[line : marker.start].strip(" \t>"):
        start = line - (2 if source.startswith("\r\n", line - 2) else 1)
        return Span(start, rest.end())
    return Span(marker.start, marker.end) if hole.start < line else hole


def _replacement(
    document: Document, hole: Span, text: str, gap: str, *, in_place: bool
) -> Edit:
    """Return the edit of one hole: *text*, and the *gap* that still separates words.

    *in_place* is false where the marker's reference goes elsewhere: markup behind it
    may then be the end of what it was in.
    """
    source = document.source
    following = source[hole.end : hole.end + 1]
    start, end = hole.start, hole.end
    before = source[max(0, start - 1) : start]
    if not text and before in ("", "\n", "\r") and following in (" ", "\t"):
        # Nothing is left at the start of a line to be apart from.
        while source[end : end + 1] in (" ", "\t") and source[end : end + 1]:
            end += 1
    separates = (
        bool(gap)
        and (
            following.isalnum()
            or following in OPENING
            # Without the space, a code span that ends in a backtick would not close.
            or before == following == "`"
            or (in_place and following in _MARKUP and source[end : end + 2] != "</")
        )
    )
    if not text and gap and following in (" ", "\t"):
        ahead = source[end : end + _WINDOW]
        rest = ahead.lstrip(" \t")
        if rest[:1] in CLOSING:
            end += len(ahead) - len(rest)
    if not text and before == following == "`":
        # Two runs of backticks would become one, and the code text.
        gap, separates = gap or " ", True
    return Edit(Span(start, end), text + (gap if separates else ""))


def _apart(source: str, hole: Span, text: str) -> str:
    """Return the footnote call *text* so that nothing beside it changes what it is."""
    before = source[max(0, hole.start - _WINDOW) : hole.start]
    if (len(before) - len(before.rstrip("\\"))) % 2:
        text = f"\\{text}"
    following = source[hole.end : hole.end + 1]
    starts_line = not before.rpartition("\n")[2].strip()
    if following in ("(", "[") or (following == ":" and starts_line):
        text += "\\"
    return text


class Cover:
    """Spans, sorted, that are asked what they hold."""

    def __init__(self, spans: Iterable[Span]) -> None:
        """Sort *spans* and join those that overlap."""
        self._spans: list[Span] = []
        for span in sorted(spans):
            if self._spans and span.start < self._spans[-1].end:
                last = self._spans.pop()
                span = Span(last.start, max(last.end, span.end))  # noqa: PLW2901 - joined with the one before
            self._spans.append(span)
        self._starts = [span.start for span in self._spans]

    def holds(self, span: Span) -> bool:
        """Whether one of the spans holds all of *span*."""
        at = bisect_right(self._starts, span.start) - 1
        return at >= 0 and span.end <= self._spans[at].end

    def leave(self, at: int) -> int:
        """Return *at*, or the end of the span that it is inside of."""
        index = bisect_right(self._starts, at) - 1
        if index >= 0 and self._spans[index].start < at < self._spans[index].end:
            return self._spans[index].end
        return at


def disjoint(edits: Iterable[Edit]) -> list[Edit]:
    """Return *edits* sorted, each cut to what the ones before it left."""
    result: list[Edit] = []
    done = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        start, end = max(edit.span.start, done), max(edit.span.end, done)
        result.append(Edit(Span(start, end), edit.text))
        done = end
    return result
