"""Times in a recording: ``12:30``, ``12:30-13:05``, ``1:02:30``.

Minutes and seconds, or hours, minutes and seconds. In a transcript they are found by
the times that lines begin with (``[00:12:30]``, ``12:30``), or by WebVTT and SubRip
cues (``00:12:30.000 --> 00:12:35.000``).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from citemark.locator import (
    Finder,
    Found,
    Lines,
    Locator,
    LocatorKind,
    SourceText,
    nowhere,
    span_text,
)

_CLOCK = r"(?:([0-9]{1,3}):)?([0-9]{1,3}):([0-5][0-9])"
_STAMP = rf"{_CLOCK}(?:[.,]([0-9]{{1,3}}))?"
_CUE_RE = re.compile(
    rf"[ \t]{{0,8}}[\[(]?{_STAMP}"
    rf"(?:[ \t]{{1,8}}-->[ \t]{{1,8}}{_STAMP}|[\])]|(?![0-9:.,]))"
)
_ENDLESS = float("inf")


@dataclass(frozen=True, slots=True, order=True)
class Time(Locator):
    """A stretch of a recording, in seconds from its beginning."""

    start: int
    end: int

    def __str__(self) -> str:
        """Return the locator as the grammar writes it.

        >>> str(Time(750, 785)), str(Time(3750, 3750))
        ('12:30-13:05', '1:02:30')
        """
        if self.start == self.end:
            return clock(self.start)
        return f"{clock(self.start)}-{clock(self.end)}"

    def turned(self) -> Time | None:
        """Return the stretch with its ends swapped, if it is written backwards."""
        return None if self.start <= self.end else Time(self.end, self.start)

    def position(self) -> int:
        """Return where it begins."""
        return self.start

    def joined(self, later: Time) -> Time | None:
        """Return the stretch of both, if nothing is between them."""
        if later.start > self.end:
            return None
        return Time(self.start, max(self.end, later.end))


class _Cue(NamedTuple):
    """What is said from one time on, and the lines that say it."""

    start: int
    end: float
    lines: Lines


def clock(seconds: int) -> str:
    """Return ``12:30`` or ``1:02:30``."""
    minutes, rest = divmod(seconds, 60)
    hours, left = divmod(minutes, 60)
    return f"{hours}:{left:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _seconds(hours: str | None, minutes: str, seconds: str) -> int:
    return int(hours or 0) * 3_600 + int(minutes) * 60 + int(seconds)


def read(match: re.Match[str]) -> Time | None:
    """Return the time that *match* names; after hours, minutes stay below 60."""
    ends = [match.group(1, 2, 3), match.group(4, 5, 6)]
    if any(hours and int(minutes) >= 60 for hours, minutes, _ in ends):  # noqa: PLR2004 - as clocks do
        return None
    start = _seconds(*ends[0])
    return Time(start, _seconds(*ends[1]) if match[5] else start)


def find(text: SourceText) -> Finder[Time]:
    """Return what finds the lines at which something was said."""
    cues = _cues(text.lines)
    if not cues:
        return nowhere(text)
    starts = [cue.start for cue in cues]
    end = max(cue.end for cue in cues)

    def finder(locator: Time) -> Found[Time]:
        place, problem = locator, ""
        if locator.end > end:
            problem = f"beyond the source (up to {clock(int(end))})"
            if locator.start > end:
                return Found(None, None, problem)
            place = Time(locator.start, int(end))
        last = bisect_right(starts, place.end)
        # The cue that is on when the stretch begins, and those that begin in it.
        first = max(bisect_left(starts, place.start + 1) - 1, 0)
        if first < last and cues[first].end < place.start:
            first += 1
        if first >= last:
            return Found(place, None, problem)
        lines = Lines(cues[first].lines.first, cues[last - 1].lines.last)
        return Found(place, lines, problem)

    return finder


def _cues(lines: Sequence[str]) -> list[_Cue]:
    """Return the cues of a transcript, in order; one time alone makes none."""
    stamps: list[tuple[int, int, int | None]] = []
    for at, line in enumerate(lines, start=1):
        match = _CUE_RE.match(line) if ":" in line else None
        if match is None:
            continue
        start = _seconds(*match.group(1, 2, 3))
        # What goes back in time is a time that is spoken of.
        if not stamps or start >= stamps[-1][1]:
            end = _seconds(*match.group(5, 6, 7)) if match[6] else None
            # A cue that ends within a second ends with it.
            fraction = end is not None and (match[8] or "").strip("0")
            stamps.append((at, start, end + 1 if end is not None and fraction else end))
    if not stamps or (len(stamps) == 1 and stamps[0][2] is None):
        return []
    following = [*stamps[1:], (len(lines) + 1, None, None)]
    return [
        _Cue(
            start,
            end if end is not None else _ENDLESS if then is None else then,
            _spoken(lines, at, below - 1, is_cue=end is not None),
        )
        for (at, start, end), (below, then, _) in zip(stamps, following, strict=True)
    ]


def _spoken(lines: Sequence[str], first: int, last: int, *, is_cue: bool) -> Lines:
    """Return the lines that belong to a time; a blank line ends a cue."""
    if is_cue:
        at = first
        while at < last and lines[at].strip():
            at += 1
        return Lines(first, at)
    while last > first and not lines[last - 1].strip():
        last -= 1
    return Lines(first, last)


def fragment(locator: Time) -> str:
    """Return what makes a player start, and stop, at the stretch."""
    if locator.start == locator.end:
        return f"t={locator.start}"
    return f"t={locator.start},{locator.end}"


def label(locator: Time) -> tuple[str, str]:
    """Return the label's key and the stretch."""
    return "time", span_text(clock(locator.start), clock(locator.end))


LOCATOR = LocatorKind(
    name="time",
    value=Time,
    pattern=re.compile(rf"{_CLOCK}(?:-{_CLOCK})?"),
    read=read,
    label=label,
    labels=("time",),
    find=find,
    fragment=fragment,
    needs_text=False,
    examples=(
        ("12:30", Time(750, 750)),
        ("12:30-13:05", Time(750, 785)),
        ("1:02:30", Time(3750, 3750)),
    ),
)
