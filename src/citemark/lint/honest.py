"""Which fixes may be offered: those after which the answer still says what it said.

Fixes are tried together, block by block, and halved where they fail, so that a clean
answer costs nothing and a messy one little more than a second parse.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from citemark.diagnostic import Fix
from citemark.document.compare import Rereader
from citemark.spans import Edit, Span

# Characters that may be parsed again for each character of the answer. Beyond that no
# fix is offered: only an answer made for it gets there.
_MOST_REREAD = 16
_LEAST_REREAD = 100_000


class Taken:
    """Edits that are chosen, asked whether another fix would touch one of them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._spans: list[Span] = []

    def add(self, edits: Sequence[Edit]) -> bool:
        """Add *edits* and return True; or False if they touch what is there.

        Touching counts: the order of two texts at one place would be a guess.
        """
        if any(map(self._touches, edits)):
            return False
        for edit in edits:
            self._spans.insert(bisect_left(self._spans, edit.span), edit.span)
        return True

    def _touches(self, edit: Edit) -> bool:
        at = bisect_left(self._spans, edit.span)
        near = self._spans[max(at - 1, 0) : at + 1]
        return any(
            edit.span.start <= span.end and span.start <= edit.span.end for span in near
        )


def honest_fixes(fixes: Iterable[Fix], reader: Rereader) -> set[int]:
    """Return the ``id`` of each of *fixes* that moves no word and no structure."""
    size = len(reader.document.source)
    budget = max(size * _MOST_REREAD, _LEAST_REREAD)
    good: set[int] = set()
    waiting = list(_together(fixes, reader))
    while waiting and budget > 0:
        group = waiting.pop()
        edits = [edit for fix in group for edit in fix.edits]
        budget -= reader.size_of(edits)
        if reader.keeps_prose(edits):
            good.update(map(id, group))
        elif len(group) > 1:
            half = len(group) // 2
            waiting += group[half:], group[:half]
    return good


def _together(fixes: Iterable[Fix], reader: Rereader) -> Iterator[list[Fix]]:
    """Yield *fixes* in groups that share a block and do not touch each other."""
    groups: dict[int, list[tuple[Taken, list[Fix]]]] = {}
    for fix in fixes:
        block = reader.block_at(min(edit.span.start for edit in fix.edits))
        for taken, group in groups.setdefault(block, []):
            if taken.add(fix.edits):
                group.append(fix)
                break
        else:
            taken = Taken()
            taken.add(fix.edits)
            groups[block].append((taken, [fix]))
    for shared in groups.values():
        for _, group in shared:
            yield group
