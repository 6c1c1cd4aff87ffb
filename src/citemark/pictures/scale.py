"""Places along a bar, in thousandths of a percent: whole numbers add up exactly."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

WHOLE = 100_000
_UNIT = 1_000
_STEPS = (1, 2, 5)
_MOST_TICKS = 12


class Stretch(NamedTuple):
    """A part of the bar."""

    left: int
    width: int

    def mirrored(self) -> Stretch:
        """Return it as seen by readers who begin at the right."""
        return Stretch(WHOLE - self.left - self.width, self.width)

    @property
    def middle(self) -> int:
        """The middle of it."""
        return self.left + self.width // 2


def divide(sizes: Sequence[int]) -> list[Stretch]:
    """Divide the bar in proportion to *sizes*, without gaps.

    >>> divide([1, 2])
    [Stretch(left=0, width=33333), Stretch(left=33333, width=66667)]
    """
    sums = list(accumulate(sizes, initial=0))
    total = sums[-1] or 1
    places = [(each * WHOLE * 2 + total) // (total * 2) for each in sums]
    return [Stretch(start, end - start) for start, end in pairwise(places)]


def percent(place: int) -> str:
    """Return *place* as SVG wants it.

    >>> percent(33333), percent(WHOLE), percent(500)
    ('33.333%', '100%', '0.5%')
    """
    return f"{place / _UNIT:.3f}".rstrip("0").rstrip(".") + "%"


def rounded(width: int) -> int:
    """Return *width* in whole percents; what is there at all is at least one.

    >>> rounded(12_500), rounded(3), rounded(0)
    (13, 1, 0)
    """
    return max((width + _UNIT // 2) // _UNIT, 1) if width else 0


def ticks(count: int) -> list[int]:
    """Return round numbers from 1 to *count*, and 1 itself: a dozen at most.

    >>> ticks(4), ticks(30)
    ([1, 2, 3, 4], [1, 5, 10, 15, 20, 25, 30])
    """
    size = 1
    while True:
        for step in (each * size for each in _STEPS):
            if count // step < _MOST_TICKS:
                first = [1] if count else []
                return [*first, *range(step if step > 1 else 2, count + 1, step)]
        size *= 10
