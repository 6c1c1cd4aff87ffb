"""A unified diff of a fix, made from its edits.

**Why not difflib.** It compares lines with lines, which takes quadratic time on answers
that repeat themselves; the edits already say what changed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from citemark.spans import Edit, Span, apply_edits

_CONTEXT = 3


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a changed text: ``text[start:end]`` of the old one, or written anew."""

    text: str
    start: int
    end: int
    kept: bool


@dataclass(frozen=True, slots=True)
class _Change:
    """The lines ``old[first:last]`` become *lines*; indexes are 0-based."""

    first: int
    last: int
    lines: Sequence[str]


def unified_diff(
    name: str, old: str, passes: Iterable[Sequence[Edit]]
) -> Iterator[str]:
    """Yield the lines of a diff that turns *old* into what *passes* make of it."""
    lines = _split(old)
    hunks = list(_hunks(list(_changes(old, lines, passes))))
    if hunks:
        yield f"--- {name}\n"
        yield f"+++ {name}\n"
    shift = 0
    for hunk in hunks:
        first = max(hunk[0].first - _CONTEXT, 0)
        last = min(hunk[-1].last + _CONTEXT, len(lines))
        grown = sum(len(each.lines) - (each.last - each.first) for each in hunk)
        old_place = _place(first, last - first)
        new_place = _place(first + shift, last - first + grown)
        yield f"@@ -{old_place} +{new_place} @@\n"
        yield from _body(lines, first, last, hunk)
        shift += grown


def _place(first: int, length: int) -> str:
    """Return a range as diffs write it: an empty one comes after a line."""
    return f"{first + 1 if length else first},{length}"


def _body(
    lines: Sequence[str], first: int, last: int, hunk: Iterable[_Change]
) -> Iterator[str]:
    at = first
    for change in hunk:
        yield from _marked(" ", lines[at : change.first])
        yield from _marked("-", lines[change.first : change.last])
        yield from _marked("+", change.lines)
        at = change.last
    yield from _marked(" ", lines[at:last])


def _marked(sign: str, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if line.endswith("\n"):
            yield f"{sign}{line}"
        else:
            yield f"{sign}{line}\n\\ No newline at end of file\n"


def _split(text: str) -> list[str]:
    """Split at LF only, as programs that read diffs do, and keep the line ends."""
    lines = text.split("\n")
    last = lines.pop()
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _hunks(changes: Sequence[_Change]) -> Iterator[list[_Change]]:
    """Yield *changes* in groups whose lines of context would meet."""
    hunk: list[_Change] = []
    for change in changes:
        if hunk and change.first - hunk[-1].last > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _changes(
    old: str, lines: Sequence[str], passes: Iterable[Sequence[Edit]]
) -> Iterator[_Change]:
    """Yield what becomes of lines, in order, without lines that stay as they are."""
    starts = [0, *accumulate(map(len, lines))]
    if lines and not lines[-1].endswith("\n"):
        starts.pop()  # what is written at the very end is written on the last line
    groups: list[tuple[int, int, list[Edit]]] = []
    for edit in _composed(old, passes):
        first = bisect_right(starts, edit.span.start) - 1
        last = min(bisect_right(starts, edit.span.end), len(lines))
        if groups and first < groups[-1][1]:
            first, _, edits = groups.pop()
            groups.append((first, last, [*edits, edit]))
        else:
            groups.append((first, last, [edit]))
    for first, last, edits in groups:
        begin = starts[first]
        end = starts[last] if last < len(starts) else len(old)
        new = _split(
            apply_edits(
                old[begin:end],
                [replace(edit, span=_moved(edit.span, -begin)) for edit in edits],
            )
        )
        yield from _trimmed(lines, first, last, new)


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _trimmed(
    lines: Sequence[str], first: int, last: int, new: Sequence[str]
) -> Iterator[_Change]:
    """Yield the change of ``lines[first:last]`` to *new* without equal ends."""
    begin, end = 0, len(new)
    while first < last and begin < end and lines[first] == new[begin]:
        first, begin = first + 1, begin + 1
    while first < last and begin < end and lines[last - 1] == new[end - 1]:
        last, end = last - 1, end - 1
    if first < last or begin < end:
        yield _Change(first, last, new[begin:end])


def _composed(old: str, passes: Iterable[Sequence[Edit]]) -> Iterator[Edit]:
    """Yield edits of *old* that do what *passes* do one after the other."""
    pieces = [_Piece(old, 0, len(old), kept=True)]
    for edits in passes:
        pieces = list(_edited(deque(pieces), edits))
    done, new = 0, ""
    for piece in (*pieces, _Piece(old, len(old), len(old), kept=True)):
        if not piece.kept:
            new += piece.text[piece.start : piece.end]
            continue
        if new or piece.start > done:
            yield Edit(Span(done, piece.start), new)
        done, new = piece.end, ""


def _edited(pieces: deque[_Piece], edits: Iterable[Edit]) -> Iterator[_Piece]:
    """Yield *pieces* of a text after *edits* of it."""
    at = 0
    for edit in edits:
        for stop, stays in ((edit.span.start, True), (edit.span.end, False)):
            while at < stop:
                piece = pieces.popleft()
                cut = min(piece.start + stop - at, piece.end)
                at += cut - piece.start
                if cut < piece.end:
                    pieces.appendleft(replace(piece, start=cut))
                if stays:
                    yield replace(piece, end=cut)
        yield _Piece(edit.text, 0, len(edit.text), kept=False)
    yield from pieces
