from __future__ import annotations

import pytest

from citemark.spans import (
    Edit,
    LineIndex,
    Span,
    apply_edits,
    line_bounds,
    split_lines,
)


def test_span_of_covers_half_open_range() -> None:
    assert Span(2, 4).of("abcdef") == "cd"


def test_empty_span_covers_nothing() -> None:
    assert Span(3, 3).of("abcdef") == ""


def test_spans_order_by_start_then_end() -> None:
    assert sorted([Span(2, 3), Span(1, 9), Span(1, 2)]) == [
        Span(1, 2),
        Span(1, 9),
        Span(2, 3),
    ]


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        pytest.param([], "abcdef", id="none"),
        pytest.param([Edit(Span(0, 2), "")], "cdef", id="deletion"),
        pytest.param([Edit(Span(6, 6), "!")], "abcdef!", id="insertion-at-end"),
        pytest.param(
            [Edit(Span(4, 5), "E"), Edit(Span(0, 1), "A")], "AbcdEf", id="unsorted"
        ),
        pytest.param(
            [Edit(Span(2, 2), "1"), Edit(Span(2, 2), "2")], "ab12cdef", id="same-place"
        ),
        pytest.param(
            [Edit(Span(1, 2), "x"), Edit(Span(2, 3), "y")], "axydef", id="touching"
        ),
    ],
)
def test_apply_edits(edits: list[Edit], expected: str) -> None:
    assert apply_edits("abcdef", edits) == expected


def test_overlapping_edits_are_refused_with_their_place() -> None:
    edits = [Edit(Span(0, 3), ""), Edit(Span(2, 4), "")]
    with pytest.raises(ValueError, match="overlap at offset 2"):
        apply_edits("abcdef", edits)


@pytest.mark.parametrize(
    ("offset", "expected"),
    [(0, (1, 1)), (1, (1, 2)), (2, (1, 3)), (4, (2, 2)), (7, (3, 1)), (9, (4, 1))],
)
def test_positions_are_one_based_and_know_all_line_ends(
    offset: int, expected: tuple[int, int]
) -> None:
    text = "ab\ncd\r\ne\rf"
    assert LineIndex(text).position(offset) == expected
    assert LineIndex(text).length == 10


def test_line_index_of_nothing() -> None:
    assert LineIndex("").position(0) == (1, 1)


def test_only_markdown_line_ends_end_a_line() -> None:
    text = "a\u2028b\x85c\x0cd\x0be"
    assert LineIndex(text).position(len(text)) == (1, 10)
    assert split_lines(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("\n", [""]),
        ("a\nb", ["a", "b"]),
        ("a\n\nb\n", ["a", "", "b"]),
        ("a\r\nb\rc\r", ["a", "b", "c"]),
        ("\r\r\n", ["", ""]),
    ],
)
def test_split_lines(text: str, expected: list[str]) -> None:
    assert split_lines(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [""], id="nothing"),
        pytest.param("a\n\nb", ["a", "", "b"], id="lf"),
        pytest.param("a\nb\n", ["a", "b", ""], id="lf-last"),
        pytest.param("a\rb\r\nc\n\r", ["a", "b", "c", "", ""], id="mixed"),
    ],
)
def test_line_bounds(text: str, expected: list[str]) -> None:
    starts, ends = line_bounds(text)
    assert [text[a:b] for a, b in zip(starts, ends, strict=True)] == expected
