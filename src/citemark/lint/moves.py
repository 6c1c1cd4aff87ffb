"""Fixes for markers at places where no reference can be shown.

The fix is the move that the renderer makes anyway, written into the answer. Markers of
one block are moved together, since where one goes depends on the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from citemark.diagnostic import Fix
from citemark.document.compare import Rereader
from citemark.document.document import Document
from citemark.document.moves import Place, find_emptied, find_places
from citemark.document.splice import disjoint, marker_edits
from citemark.options import Options
from citemark.spans import Edit, Span

_MESSAGE = "Move the marker to where its reference is shown"


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One way to write the moves of a document as edits."""

    blanks: bool = False
    """Leave the white space before a marker: inside raw HTML it is content."""
    at_end: bool = False
    """Go to the end of the block, out of the way of any markup."""


@dataclass(slots=True)
class _Group:
    """Edits that touch the same top-level blocks, and the markers they move."""

    first: int
    last: int
    edits: list[Edit] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)


def structural_fixes(
    document: Document, moved: Collection[int], options: Options
) -> Mapping[int, Fix]:
    """Return start of a marker → fix, for the markers whose ordinals are *moved*.

    A marker is missing where the move cannot be written as an edit: the edited blocks,
    parsed again, would not show what they show now.
    """
    reader = Rereader(document, options)
    fixes: dict[int, Fix] = {}
    waiting = set(moved)
    for attempt in (_Attempt(), _Attempt(blanks=True), _Attempt(at_end=True)):
        if not waiting:
            break
        for cluster in _clusters(_groups(document, waiting, reader, attempt)):
            found = [_fix(group, reader) for group in cluster]
            if None in found and len(cluster) > 1:
                # What one marker leaves behind may be what the next one joins.
                together = _fix(_joined(cluster), reader)
                found = [together] * len(cluster) if together else found
            for group, fix in zip(cluster, found, strict=True):
                if fix is not None:
                    fixes.update(dict.fromkeys(group.starts, fix))
        waiting = {
            each for each in waiting if document.markers[each].start not in fixes
        }
    return fixes


def _fix(group: _Group, reader: Rereader) -> Fix | None:
    edits = tuple(disjoint(group.edits))
    if reader.changes(edits) and reader.shows_same(edits):
        return Fix(_MESSAGE, edits)
    return None


def _clusters(groups: Iterable[_Group]) -> list[list[_Group]]:
    """Return *groups* whose blocks follow each other together."""
    clusters: list[list[_Group]] = []
    for group in groups:
        if clusters and group.first <= clusters[-1][-1].last + 1:
            clusters[-1].append(group)
        else:
            clusters.append([group])
    return clusters


def _joined(cluster: Sequence[_Group]) -> _Group:
    return _Group(
        cluster[0].first,
        cluster[-1].last,
        [edit for group in cluster for edit in group.edits],
    )


def _groups(
    document: Document, moved: Collection[int], reader: Rereader, attempt: _Attempt
) -> Iterator[_Group]:
    """Yield the moves, those that touch the same blocks together."""
    places = find_places(document, at_end=attempt.at_end)
    edits = _edits(document, moved, places, blanks=attempt.blanks)
    groups: list[_Group] = []
    for ordinal in sorted(moved):
        marker = document.markers[ordinal]
        at = places[ordinal].at if ordinal in places else marker.start
        low, high = sorted((reader.block_at(marker.start), reader.block_at(at)))
        if groups and low <= groups[-1].last:
            low, high = min(low, groups[-1].first), max(high, groups[-1].last)
            groups[-1].first, groups[-1].last = low, high
        else:
            groups.append(_Group(low, high))
        groups[-1].starts.append(marker.start)
    at = 0
    for group in groups:
        while at < len(edits) and reader.block_at(edits[at].span.start) <= group.last:
            if reader.block_at(edits[at].span.start) >= group.first:
                group.edits.append(edits[at])
            at += 1
        yield group


def _edits(
    document: Document,
    moved: Collection[int],
    places: Mapping[int, Place],
    *,
    blanks: bool,
) -> Sequence[Edit]:
    """Return the edits of all moves, sorted, and none for markers that stay."""
    emptied = find_emptied(document)
    edits = marker_edits(
        document,
        places,
        lambda ordinal: document.markers[ordinal].raw,
        emptied,
        kept=frozenset(range(len(document.markers))).difference(moved),
    )
    if blanks:
        markers = [document.markers[ordinal] for ordinal in moved]
        edits = [edit for edit in edits if edit.text]
        edits += [Edit(Span(marker.start, marker.end), "") for marker in markers]
    edits += [Edit(span, "") for span in emptied]
    return sorted(edits, key=lambda edit: edit.span)
