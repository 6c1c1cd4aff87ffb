"""Dates of sources: ISO 8601, as precise as they were given, in their own offset."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

_YEAR_OR_MONTH_RE = re.compile(r"(?!0000)([0-9]{4})(?:-(0[1-9]|1[0-2]))?")
_DAY_RE = re.compile(r"\d{4}-\d{2}-\d{2}")
# The farthest that a clock anywhere is from UTC.
_ANYWHERE, _NONE = timedelta(hours=14), timedelta(0)


class Day(NamedTuple):
    """A date, as far as it is known."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def parts(self) -> tuple[int, ...]:
        """The known numbers, the year first."""
        return tuple(part for part in self if part is not None)

    def __str__(self) -> str:
        """Return it as ISO 8601 has it: ``2026``, ``2026-04``, ``2026-04-02``."""
        year, *rest = self.parts
        return "-".join((f"{year:04}", *(f"{part:02}" for part in rest)))


def read_day(text: str | None) -> Day | None:
    """Return the day of a date or time, a year or a month; None where it is none.

    >>> read_day("2026-04-02T23:30:00+09:00"), str(read_day("2026-04"))
    (Day(year=2026, month=4, day=2), '2026-04')
    """
    if match := _YEAR_OR_MONTH_RE.fullmatch(text or ""):
        return Day(*(int(part) for part in match.groups() if part))
    moment = _moment(text or "")
    return None if moment is None else Day(moment.year, moment.month, moment.day)


def is_after(first: str | None, second: str | None) -> bool | None:
    """Say whether *first* is after *second*, for certain; None: no such dates.

    >>> is_after("2026-04-02T00:30:00+02:00", "2026-04-01T23:00:00Z")
    False
    """
    given = (first or "").strip(), (second or "").strip()
    one, other = map(_moment, given)
    if one is None or other is None:
        return None
    days = [_DAY_RE.fullmatch(each) is not None for each in given]
    if any(days):
        # A day has no offset: beside a time, the next day may be the same moment.
        return (one.date() - other.date()).days > (0 if all(days) else 1)
    is_mixed = (one.tzinfo is None) is not (other.tzinfo is None)
    return _instant(one) - _instant(other) > (_ANYWHERE if is_mixed else _NONE)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _instant(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
