"""What a provider says is cited behind the text so far: markers that nobody wrote."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from secrets import token_hex

from citemark.marking import Citing, make_marker
from citemark.source import Source


class CitedSoFar:
    """The sources that were cited so, and where in what was fed."""

    def __init__(self) -> None:
        """Begin with none."""
        self._names: dict[str, str] = {}
        self._places: list[tuple[int, int]] = []

    def admit(self, sources: Iterable[Source]) -> list[Source]:
        """Return those of *sources* that are new, under names of ours.

        No text that a model wrote has such a name, so none can cite them.
        """
        fresh = []
        for each in sources:
            if each.source_id not in self._names:
                name = self._names[each.source_id] = f"cited-{token_hex(16)}"
                fresh.append(replace(each, source_id=name))
        return fresh

    def marker(self, start: int, sources: Iterable[Source]) -> str:
        """Return a marker of *sources*, which were admitted, for offset *start*."""
        names = dict.fromkeys(self._names[each.source_id] for each in sources)
        marker = make_marker(start, list(map(Citing, names)))
        self._places.append((start, len(marker.raw)))
        return marker.raw

    def moved(self, moves: Sequence[tuple[int, int]], at: int) -> int:
        """Return where a block is in a woven text that began *at* in what was fed.

        *moves* are those of its `Draft`.
        """
        bare = at - sum(length for start, length in self._places if start < at)
        before = bisect_left(moves, bare, key=itemgetter(0))
        return bare + (moves[before - 1][1] if before else 0)
