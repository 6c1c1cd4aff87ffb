from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.excerpts import cut, cut_all
from citemark.locator import Lines
from citemark.model import Excerpt
from citemark.options import Limits, Options
from citemark.source import Source

DEFAULT = Options()
LOCATED = Options(excerpt="located")


def numbered(count: int) -> Source:
    lines = "".join(f"line {number}\n" for number in range(1, count + 1))
    return Source(source_id="S1", text=lines)


def of(text: str | None) -> Source:
    return Source(source_id="S1", text=text)


def limited(**limits: int) -> Options:
    return Options(excerpt="located", limits=Limits(**limits))


def shown(excerpt: Excerpt | None) -> list[int]:
    """Line numbers; those of context lines are negative."""
    assert excerpt is not None
    numbers = [(line.number or 0, line.located) for line in excerpt.lines]
    return [number if located else -number for number, located in numbers]


def test_located_lines_stand_between_their_context() -> None:
    excerpt = cut(numbered(9), Lines(4, 5), DEFAULT)
    assert shown(excerpt) == [-2, -3, 4, 5, -6, -7]
    assert excerpt is not None
    assert excerpt.text == "line 4\nline 5"
    assert excerpt.locator == Lines(4, 5)
    assert not excerpt.truncated


def test_context_ends_with_the_source() -> None:
    assert shown(cut(numbered(3), Lines(1, 1), DEFAULT)) == [1, -2, -3]
    assert shown(cut(numbered(3), Lines(3, 3), DEFAULT)) == [-1, -2, 3]
    assert shown(cut(numbered(1), Lines(1, 1), DEFAULT)) == [1]


def test_context_can_be_left_out_or_sized() -> None:
    assert shown(cut(numbered(9), Lines(5, 5), LOCATED)) == [5]
    wide = replace(DEFAULT, excerpt_context=3)
    assert shown(cut(numbered(9), Lines(5, 5), wide)) == [-2, -3, -4, 5, -6, -7, -8]


def test_blank_lines_at_the_edge_of_the_context_are_left_out() -> None:
    excerpt = cut(of("\n\nthree\n\nfive\n \n\u200b\n"), Lines(5, 5), DEFAULT)
    assert shown(excerpt) == [-3, -4, 5]


def test_a_range_is_clipped_to_the_source() -> None:
    excerpt = cut(numbered(5), Lines(4, 400), LOCATED)
    assert shown(excerpt) == [4, 5]
    assert excerpt is not None
    assert excerpt.locator == Lines(4, 5)
    assert cut(numbered(5), Lines(900, 900), DEFAULT) is None
    assert cut(of(""), Lines(1, 1), DEFAULT) is None
    from_zero = cut(numbered(5), Lines(0, 1), LOCATED)
    assert shown(from_zero) == [1]


def test_too_many_lines_are_cut_without_what_follows_them() -> None:
    excerpt = cut(numbered(40), Lines(3, 30), DEFAULT)
    assert shown(excerpt) == [-1, -2, *range(3, 15)]
    assert excerpt is not None
    assert excerpt.truncated
    exact = cut(numbered(40), Lines(3, 14), LOCATED)
    assert exact is not None
    assert not exact.truncated


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [
        ("abcd\U0001f600\U0001f600 end\n", 5, "abcd\U0001f600…"),
        (
            "ab\U0001f469\u200d\U0001f469\u200d\U0001f467 family\n",
            3,
            "ab\U0001f469\u200d\U0001f469\u200d\U0001f467…",
        ),
        (
            "x\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7\U0001f44d\U0001f3fd\n",
            2,
            "x\U0001f1e9\U0001f1ea…",
        ),
    ],
    ids=["emoji", "family", "flags"],
)
def test_an_excerpt_is_cut_between_characters(
    text: str, most: int, expected: str
) -> None:
    excerpt = cut(of(text), Lines(1, 1), limited(excerpt_chars=most))
    assert excerpt is not None
    assert excerpt.text == expected
    assert excerpt.truncated


def test_the_limit_counts_over_all_located_lines() -> None:
    source = of("ae\u0301i\nouy\nz")
    excerpt = cut(source, Lines(1, 3), limited(excerpt_chars=5))
    assert excerpt is not None
    assert [line.text for line in excerpt.lines] == ["ae\u0301i", "ou…"]
    assert excerpt.truncated
    even = cut(source, Lines(1, 3), limited(excerpt_chars=6))
    assert even is not None
    assert [line.text for line in even.lines] == ["ae\u0301i", "ouy"]
    assert even.truncated
    whole = cut(source, Lines(1, 3), limited(excerpt_chars=7))
    assert whole is not None
    assert not whole.truncated


def test_context_that_does_not_fit_is_left_out() -> None:
    source = of(f"far\n{'long ' * 30}\nhere\nnear\n{'long ' * 30}")
    options = Options(limits=Limits(excerpt_chars=20))
    assert shown(cut(source, Lines(3, 3), options)) == [3, -4]


def test_lines_are_cleaned() -> None:
    source = of("\ue200cite\ue202turn0file1\ue201\x00\n\tif  x:\u202e\n")
    excerpt = cut(source, Lines(1, 2), LOCATED)
    assert excerpt is not None
    assert excerpt.text == "citeturn0file1\n\tif  x:"


def test_lines_without_anything_visible_make_no_excerpt() -> None:
    assert cut(of("a\n\n\u200b\nb"), Lines(2, 3), DEFAULT) is None


def test_separators_are_no_lines_in_an_excerpt_either() -> None:
    excerpt = cut(of("x\u2028y\u2029z\n"), Lines(1, 1), LOCATED)
    assert excerpt is not None
    assert excerpt.text == "x y z"


def test_without_a_locator_the_start_is_shown() -> None:
    excerpt = cut(of("  \n# Returns\n\nWithin 14 days. " + "word " * 99), None, DEFAULT)
    assert excerpt is not None
    (line,) = excerpt.lines
    assert (line.number, line.located, excerpt.locator) == (None, True, None)
    assert line.text.startswith("# Returns Within 14 days. word word")
    assert line.text.endswith("word…")
    assert len(line.text) <= 161
    assert excerpt.truncated


def test_a_short_text_is_shown_whole() -> None:
    excerpt = cut(of("返品は商品到着後14日以内に...\n"), None, DEFAULT)
    assert excerpt is not None
    assert excerpt.text == "返品は商品到着後14日以内に..."
    assert not excerpt.truncated


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (None, DEFAULT),
        ("", DEFAULT),
        (" \n\t", DEFAULT),
        ("\u200b", DEFAULT),
        ("text", Options(excerpt="none")),
        ("text", Options(lead_chars=0)),
    ],
)
def test_there_may_be_nothing_to_show(text: str | None, options: Options) -> None:
    assert cut(of(text), None, options) is None


@pytest.mark.parametrize("options", [Options(excerpt="none"), DEFAULT])
def test_there_may_be_nothing_to_show_of_lines(options: Options) -> None:
    text = None if options is DEFAULT else "text"
    assert cut(of(text), Lines(1, 1), options) is None
    assert cut_all(of(text), [Lines(1, 1)], options) == ()


def test_lead_of_a_huge_text_does_not_divide_it() -> None:
    source = of("x " * 1_000_000)
    assert cut(source, None, DEFAULT) is not None
    assert "lines" not in vars(source)


def all_shown(source: Source, *locators: Lines) -> list[list[int]]:
    return [shown(excerpt) for excerpt in cut_all(source, locators, DEFAULT)]


def test_ranges_apart_are_excerpts_in_order_of_first_use() -> None:
    twenty = numbered(20)
    assert all_shown(twenty, Lines(15, 15), Lines(3, 4), Lines(15, 15)) == [
        [-13, -14, 15, -16, -17],
        [-1, -2, 3, 4, -5, -6],
    ]


def test_context_does_not_repeat_what_is_shown_elsewhere() -> None:
    assert all_shown(numbered(6), Lines(1, 2), Lines(4, 4)) == [[1, 2, -3], [4, -5, -6]]


@pytest.mark.parametrize(
    "locators",
    [
        (Lines(4, 5), Lines(5, 6)),
        (Lines(4, 5), Lines(6, 6)),
        (Lines(5, 5), Lines(4, 6)),
        (Lines(4, 6), Lines(5, 5)),
    ],
    ids=["overlap", "touch", "around", "inside"],
)
def test_ranges_that_meet_become_one_excerpt(locators: tuple[Lines, ...]) -> None:
    (excerpt,) = cut_all(numbered(9), locators, DEFAULT)
    assert shown(excerpt) == [-2, -3, 4, 5, 6, -7, -8]
    assert excerpt.locator == Lines(4, 6)


def test_a_merged_range_keeps_the_place_of_its_first_use() -> None:
    first_used = all_shown(numbered(30), Lines(20, 20), Lines(3, 3), Lines(21, 21))
    assert first_used == [[-18, -19, 20, 21, -22, -23], [-1, -2, 3, -4, -5]]


def test_ranges_too_long_together_stay_apart_and_repeat_nothing() -> None:
    assert all_shown(numbered(40), Lines(1, 10), Lines(8, 20)) == [
        [*range(1, 11)],
        [*range(11, 20)],
    ]
    assert all_shown(numbered(40), Lines(1, 20), Lines(1, 30)) == [[*range(1, 13)]]


def test_blank_located_lines_make_no_excerpt_among_others() -> None:
    assert all_shown(of("a\n\n\n\n\nb"), Lines(3, 3), Lines(6, 6)) == [[6]]


@given(
    st.lists(
        st.builds(
            lambda first, more: Lines(first, first + more),
            st.integers(1, 45),
            st.integers(0, 20),
        )
    )
)
def test_no_line_is_shown_twice(locators: list[Lines]) -> None:
    excerpts = cut_all(numbered(40), locators, DEFAULT)
    numbers = [line.number for excerpt in excerpts for line in excerpt.lines]
    assert len(numbers) == len(set(numbers))
    for excerpt in excerpts:
        own = [line.number or 0 for line in excerpt.lines]
        assert own == sorted(own)
    wanted = {
        number
        for locator in locators
        for number in range(
            locator.first, min(locator.last, locator.first + 11, 40) + 1
        )
    }
    assert wanted <= set(numbers)
