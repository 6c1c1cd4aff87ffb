from __future__ import annotations

import pytest

from citemark.dates import Day, is_after, read_day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026", Day(2026)),
        ("2026-04", Day(2026, 4)),
        ("2026-04-02", Day(2026, 4, 2)),
        ("20260402", Day(2026, 4, 2)),
        ("2026-W14-4", Day(2026, 4, 2)),
        ("2026-04-02T23:30:00-11:00", Day(2026, 4, 2)),
        ("2026-13", None),
        ("0000", None),
        ("2026-02-30", None),
        ("yesterday", None),
        ("", None),
        (None, None),
    ],
)
def test_days_are_read_in_their_own_offset(text: str | None, day: Day | None) -> None:
    assert read_day(text) == day


def test_days_are_written_as_far_as_they_are_known() -> None:
    days = (Day(987), Day(2026, 4), Day(2026, 4, 2))
    assert [*map(str, days)] == ["0987", "2026-04", "2026-04-02"]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("2026-05-03", "2026-05-01T09:00:00Z", True),
        # A day has no offset: it may still be the first of May somewhere.
        ("2026-05-02", "2026-05-01T09:00:00Z", False),
        ("2026-05-02", "2026-05-01", True),
        ("2026-05-01", "2026-05-01", False),
        ("2026-05-01T10:00:00+02:00", "2026-05-01T09:00:00Z", False),
        ("2026-05-01T11:30:00+02:00", "2026-05-01T09:00:00Z", True),
        ("2026-05-01T11:30:00", "2026-05-01T09:00:00Z", False),
        ("2026-05-02T09:00:00", "2026-05-01T09:00:00Z", True),
        (" 2026-05-02 ", "2026-05-01\n", True),
        ("2026-05-02", None, None),
        (None, "2026-05-01", None),
        ("spring", "2026-05-01", None),
        ("2026-05", "2026-04-01", None),
    ],
)
def test_one_date_is_after_another_only_for_certain(
    first: str | None, second: str | None, *, expected: bool | None
) -> None:
    assert is_after(first, second) is expected
