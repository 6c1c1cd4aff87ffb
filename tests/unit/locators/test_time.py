from __future__ import annotations

import pytest

from citemark.locator import Lines, kind_of
from citemark.locators.time import Time
from tests.unit.locators.finding import find, lines

KIND = kind_of(Time(0, 0))
TRANSCRIPT = """\
Meeting

[00:00:10] Hello.
0:25 Second,
at 12:30 we eat

[01:00] Third.
(1:02:00) Last.

"""
CUES = """\
WEBVTT

1
00:12:20.000 --> 00:12:29.000 align:start
Early.

00:12:30.000 --> 00:12:40.250
Two
lines.

3
12:50,000 --> 13:00,000
Gap before.
"""


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (10, 10, (3, 3)),
        (12, 12, (3, 3)),
        (24, 25, (3, 5)),
        (25, 59, (4, 5)),
        (0, 9, None),
        (0, 10, (3, 3)),
        (60, 60, (7, 7)),
        (9999, 9999, (8, 8)),
    ],
)
def test_times_at_the_beginning_of_lines(
    start: int, end: int, expected: tuple[int, int] | None
) -> None:
    found = find(Time(start, end), TRANSCRIPT)
    assert found == (Time(start, end), Lines(*expected) if expected else None, "")


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (740, 741, (4, 5)),
        (750, 755, (7, 9)),
        (761, 761, (7, 9)),
        (762, 769, None),
        (745, 775, (4, 13)),
    ],
)
def test_cues(start: int, end: int, expected: tuple[int, int] | None) -> None:
    assert lines(Time(start, end), CUES) == expected


def test_beyond_the_last_cue() -> None:
    problem = "beyond the source (up to 13:00)"
    assert find(Time(775, 900), CUES) == (Time(775, 780), Lines(12, 13), problem)
    assert find(Time(781, 900), CUES) == (None, None, problem)


@pytest.mark.parametrize(
    "text",
    ["", "no times", "12:30 lunch", "see 1:00\nand 2:00", "1:00:00:00 x\n1:00.5.2"],
)
def test_a_text_without_times_does_not_tell(text: str) -> None:
    assert find(Time(1, 1), text) is None


def test_a_time_that_goes_back_is_only_spoken_of() -> None:
    text = "10:00 a\n12:00 b\n9:00 is too early\n14:00 c"
    assert lines(Time(725, 725), text) == (2, 3)


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("12:30-13:05", Time(750, 785)),
        ("00:12:30", Time(750, 750)),
        ("1:02:30-1:02:31", Time(3750, 3751)),
        ("90:00", Time(5400, 5400)),
        ("1:60:00", None),
        ("0:59:59-1:75:00", None),
        ("12:60", None),
        ("12", None),
        ("12:3", None),
        ("12:30-", None),
    ],
)
def test_spellings(word: str, place: Time | None) -> None:
    assert KIND.parse(word) == place


def test_players_start_and_stop() -> None:
    assert KIND.fragment(Time(750, 785)) == "t=750,785"
    assert KIND.fragment(Time(750, 750)) == "t=750"
    assert KIND.label(Time(750, 785)) == ("time", "12:30–13:05")
