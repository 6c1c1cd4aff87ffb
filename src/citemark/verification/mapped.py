"""Text made from another text, with the way back to every character's origin."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple


class Mapped(NamedTuple):
    """A text, and where its stretches come from.

    From ``starts[i]`` on, character after character comes from ``origins[i]`` on.
    """

    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]

    def origin(self, at: int) -> int:
        """Return where the character at offset *at* comes from.

        >>> join_pieces([("ab", 0), ("c", 7)]).origin(2)
        7
        """
        index = max(bisect_right(self.starts, at) - 1, 0)
        return self.origins[index] + at - self.starts[index]

    def origin_end(self, at: int) -> int:
        """Return where a stretch that ends at offset *at* ends in the original."""
        return self.origin(at - 1) + 1

    def part(self, start: int, end: int) -> Mapped:
        """Return the stretch from *start* to *end*, which is not empty."""
        first = max(bisect_right(self.starts, start) - 1, 0)
        last = max(bisect_right(self.starts, end - 1), first + 1)
        begins = tuple(max(each - start, 0) for each in self.starts[first:last])
        origins = (self.origin(start), *self.origins[first + 1 : last])
        return Mapped(self.text[start:end], begins, origins)


def join_pieces(pieces: Iterable[tuple[str, int]]) -> Mapped:
    """Return *pieces*, each a text and its origin, as one mapped text.

    >>> join_pieces([("ab", 0), ("", 2), ("c", 7)]).text
    'abc'
    """
    kept = [(text, origin) for text, origin in pieces if text]
    starts = accumulate((len(text) for text, _ in kept[:-1]), initial=0)
    return Mapped(
        "".join(text for text, _ in kept),
        tuple(starts) if kept else (0,),
        tuple(origin for _, origin in kept) if kept else (0,),
    )
