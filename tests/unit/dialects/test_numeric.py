"""Numbers in brackets: which are citations, and which are the author's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from citemark import MarkerFilter, Options, render, scan
from citemark.dialect import scan_markers
from citemark.syntax import Syntax

LOOKALIKES = (
    Path(__file__).with_name("lookalikes.txt").read_text(encoding="utf-8").splitlines()
)
SOURCES = [{"source_id": str(number), "title": f"S{number}"} for number in range(1, 13)]
KNOWN = frozenset(each["source_id"] for each in SOURCES)


def found(text: str) -> list[tuple[str, ...]]:
    markers = scan_markers(text, "numeric", Syntax(), lambda _: KNOWN)
    return [marker.source_ids for marker in markers]


def test_there_are_enough_of_them() -> None:
    assert len(set(LOOKALIKES)) >= 60


@pytest.mark.parametrize("text", LOOKALIKES)
def test_what_only_looks_alike_stays(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("text", LOOKALIKES)
def test_what_only_looks_alike_is_streamed_as_it_is(text: str) -> None:
    stream = MarkerFilter(dialect="numeric", known=lambda _: KNOWN)
    pieces = [stream.feed(each).text for each in text]
    assert "".join(pieces) + stream.finish().text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is so [1].", [("1",)]),
        ("It is so.[1]", [("1",)]),
        ("It is so[1][3].", [("1",), ("3",)]),
        ("It is so [1] [3].", [("1",), ("3",)]),
        ("It is so [1, 3; 5].", [("1", "3", "5")]),
        ("It is so [1,3-5].", [("1", "3", "4", "5")]),
        ("It is so [2\u20134].", [("2", "3", "4")]),
        ("See also [1-3].", [("1", "2", "3")]),
        ("In 2023 [1], as these results[2] show.", [("1",), ("2",)]),
        ("(RSSSF counts 767)[1][5].", [("1",), ("5",)]),
        ("**It is so [1].**", [("1",)]),
        ("*It is so* [1]* [2]", [("1",), ("2",)]),
        ("- It is so [1]\n- and so [2]\n", [("1",), ("2",)]),
        ("| ebb [1] | tide[2] |", [("1",), ("2",)]),
        ("It costs $5 [1] and $7 [2].", [("1",), ("2",)]),
        ("See `x[1]` in [1] and `y` [2].", [("1",), ("2",)]),
        ("See [it](https://example.org) [1].", [("1",)]),
        ("See https://example.org/a[1] there.", [("1",)]),
        ("「そうです」［1］【2】。", [("1",), ("2",)]),
        ("\u662f\u7684[1]\uff0c\u5bf9[2]\u3002", [("1",), ("2",)]),
        ("It is so.[[1]](https://example.org/a)[[2]](x://y)", [("1",), ("2",)]),
        ("It is so [[1]].", [("1",)]),
        ("One is unknown [1, 99].", [("1", "99")]),
        ("All are unknown [98, 99].", []),
        ("As the iPhone[1] and C++ [2] show, C# [3] does.", [("1",), ("2",), ("3",)]),
    ],
)
def test_numbers_with_sources_are_citations(
    text: str, expected: list[tuple[str, ...]]
) -> None:
    assert found(text) == expected


def test_a_list_from_zero_needs_all_its_sources() -> None:
    text = "It is in [0, 1]."
    assert found(text) == []
    known = {"0", "1"}
    markers = scan_markers(text, "numeric", Syntax(), lambda _: known)
    assert [marker.source_ids for marker in markers] == [("0", "1")]


def test_a_range_names_no_more_than_fifty() -> None:
    (marker,) = scan("All [1-999].", dialect="numeric")
    assert len(marker.citations) == 51


def test_without_known_sources_every_number_counts() -> None:
    assert [each.source_ids for each in scan("It is so [7].", dialect="numeric")] == [
        ("7",)
    ]


def test_numbers_are_those_of_the_answer_and_only_with_sources() -> None:
    options = Options(dialect="numeric")
    text = "It is so [2]. And so [3]. Not so [40]."
    shown = str(render(text, SOURCES, to="text", options=options)).partition("\n")[0]
    assert shown == "It is so[1]. And so[2]. Not so [40]."
    assert str(render(text, to="text", options=options)) == text
