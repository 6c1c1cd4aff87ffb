from __future__ import annotations

import pytest

from citemark.locator import Lines, SourceText, kind_of
from citemark.locators.chars import Chars
from tests.unit.locators.finding import find, lines

TEXT = "ab\r\ncd\n\nef"
KIND = kind_of(Chars(0, 1))


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 1, (1, 1)),
        (2, 4, (1, 1)),
        (3, 5, (1, 2)),
        (4, 4, (2, 2)),
        (7, 8, (3, 3)),
        (0, 10, (1, 4)),
        (9, 10, (4, 4)),
    ],
)
def test_line_ends_count_as_they_are(
    start: int, end: int, expected: tuple[int, int]
) -> None:
    found = find(Chars(start, end), TEXT)
    assert found == (Chars(start, end), Lines(*expected), "")


def test_beyond_the_text() -> None:
    problem = "beyond the source (10 characters)"
    assert find(Chars(8, 99), TEXT) == (Chars(8, 10), Lines(4, 4), problem)
    assert find(Chars(10, 11), TEXT) == (None, None, problem)


def test_lines_of_another_splitter_are_not_where_the_characters_are() -> None:
    assert KIND.find(SourceText("a. b", ["a.", "b"]))(Chars(0, 1)) is None


def test_lines_alone_have_line_feeds_between_them() -> None:
    assert lines(Chars(3, 4), TEXT) == (2, 2)


def test_readers_count_from_one() -> None:
    assert KIND.label(Chars(0, 1)) == ("character", "1")
    assert KIND.label(Chars(120, 180)) == ("characters", "121–180")
    assert KIND.label(Chars(5, 5)) == ("character", "6")


def test_one_number_is_one_character() -> None:
    assert KIND.parse("C120") == Chars(120, 121)
    assert Chars(9, 4).turned() == Chars(4, 9)
