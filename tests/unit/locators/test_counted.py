"""Lines, paragraphs, blocks and pages: parts with numbers."""

from __future__ import annotations

import pytest

from citemark.locator import Lines, Range, kind_of
from citemark.locators.blocks import Blocks
from citemark.locators.pages import Pages
from citemark.locators.paragraphs import Paragraphs
from tests.unit.locators.finding import find, lines

TEXT = "\n# Title\nfirst\n\n \nsecond\nits end\n\n\nthird\n"
PAGES = "one\nstill one\n\fbegins two\nends\fthree on the same line\n\f\ffive\n\f"


@pytest.mark.parametrize("kind", [Paragraphs, Blocks])
@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [(1, 1, (2, 3)), (2, 2, (6, 7)), (3, 3, (10, 10)), (1, 2, (2, 7)), (2, 9, (6, 10))],
)
def test_blank_lines_separate(
    kind: type[Range], first: int, last: int, expected: tuple[int, int]
) -> None:
    assert lines(kind(first, last), TEXT) == expected


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1, (1, 2)), (2, (3, 4)), (3, (4, 4)), (5, (5, 5))],
)
def test_form_feeds_end_pages(number: int, expected: tuple[int, int]) -> None:
    assert lines(Pages(number, number), PAGES) == expected


def test_a_blank_page_has_no_lines_and_is_there() -> None:
    assert find(Pages(4, 4), PAGES) == (Pages(4, 4), None, "")
    assert lines(Pages(3, 5), PAGES) == (4, 5)


def test_after_the_last_form_feed_there_is_no_page() -> None:
    assert find(Pages(6, 6), PAGES) == (None, None, "beyond the source (5 pages)")
    assert find(Pages(2, 2), "one\f\n ") == (None, None, "beyond the source (1 page)")


def test_a_text_without_form_feeds_does_not_show_its_pages() -> None:
    assert find(Pages(1, 1), "one\n\ntwo") is None


@pytest.mark.parametrize(
    ("locator", "place", "problem"),
    [
        (Lines(2, 4), Lines(2, 2), "beyond the source (2 lines)"),
        (Lines(0, 1), Lines(1, 1), "beyond the source (2 lines)"),
        (Lines(3, 4), None, "beyond the source (2 lines)"),
        (Paragraphs(1, 2), Paragraphs(1, 1), "beyond the source (1 paragraph)"),
        (Blocks(2, 2), None, "beyond the source (1 block)"),
    ],
)
def test_what_is_beyond_the_text_is_cut_off(
    locator: Range, place: Range | None, problem: str
) -> None:
    found = find(locator, "one\ntwo")
    assert found is not None
    assert (found[0], found[2]) == (place, problem)


def test_an_empty_text_has_no_parts() -> None:
    assert find(Paragraphs(1, 1), "") == (
        None,
        None,
        "beyond the source (0 paragraphs)",
    )


@pytest.mark.parametrize("word", ["P", "P1-", "P1-2", "p1", "P-1", "P1P2", "P１", "1"])
def test_other_spellings_are_no_paragraphs(word: str) -> None:
    assert kind_of(Paragraphs(1, 1)).parse(word) is None


def test_a_pilcrow_is_read_and_not_written() -> None:
    place = kind_of(Paragraphs(1, 1)).parse("¶3-P5")
    assert place == Paragraphs(3, 5)
    assert str(place) == "P3-P5"


def test_huge_numbers_cost_nothing() -> None:
    place = kind_of(Pages(1, 1)).parse("p2-p" + "7" * 5_000)
    assert place == Pages(2, 9_999_999_999)


def test_a_viewer_opens_the_first_page() -> None:
    assert kind_of(Pages(1, 1)).fragment(Pages(12, 14)) == "page=12"
    assert kind_of(Lines(1, 1)).fragment(Lines(1, 1)) is None
