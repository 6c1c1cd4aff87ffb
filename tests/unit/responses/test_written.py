"""Numbers in brackets, for adapters that know what they count."""

from __future__ import annotations

import re

import pytest

from citemark.marking import Citing
from citemark.provider import AnswerBuilder, Flag
from citemark.responses.written import (
    cite_written,
    is_marker,
    numbered,
    unexplained,
    written,
)

KNOWN = {str(number): Citing(f"s{number}") for number in range(1, 9)}


def cited(text: str) -> list[tuple[str, str | None, tuple[Flag, ...]]]:
    """Return what *text* cites of eight sources: the marker, the source, the flags."""
    builder = AnswerBuilder()
    builder.add_text(text)
    cite_written(builder, numbered(text), KNOWN)
    return [
        (text[span.start : span.end], span.source_id, span.flags)
        for span in builder.spans
    ]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("So it is.[1]", ["s1"]),
        ("So it is [1][2].", ["s1", "s2"]),
        ("200 billion[1]", ["s1"]),
        ("[1, 3] and [2;4]", ["s1", "s3", "s2", "s4"]),
        ("[2-4]", ["s2", "s3", "s4"]),
        ("[2–3、5]", ["s2", "s3", "s5"]),
        ("[1, 1]", ["s1"]),
        ("答案在这里[1]，另见[2]。", ["s1", "s2"]),
        ("Vitamin C[1] and H2O[2]", ["s1", "s2"]),
        ("(767)[1]", ["s1"]),
        ("~~~\nx [1]\n~~~\n`y [2]` z [3]", ["s3"]),
        ("As [1]: it is.", ["s1"]),
    ],
)
def test_numbers_are_citations(text: str, ids: list[str]) -> None:
    assert [source_id for _, source_id, _ in cited(text)] == ids


@pytest.mark.parametrize(
    "text",
    [
        "[1](https://a.example)",
        "[[1]](https://a.example)",
        "![1]",
        r"\[1]",
        "[1]: https://a.example",
        "Yes.\n [1]: https://a.example",
        "[0] and [0-3] and [01]",
        "[2024] and [2020-2024]",
        "[18-25]",
        "[3-1]",
        "[1-99]",
        "[ ] [x] [a] [1a] [-1]",
        "a[9]",
        "`x[1]`",
    ],
)
def test_what_only_looks_like_it_is_text(text: str) -> None:
    assert cited(text) == []


@pytest.mark.parametrize("text", ["a[1]", "see my_list[1]", "$x[1]"])
def test_an_index_is_told_apart(text: str) -> None:
    assert cited(text) == [("[1]", "s1", (Flag.MAYBE_NOT,))]


def test_what_follows_an_index_is_one() -> None:
    assert [flags for _, _, flags in cited("a[1][2] b [3]")] == [
        (Flag.MAYBE_NOT,),
        (Flag.MAYBE_NOT,),
        (),
    ]


def test_numbers_beyond_the_list_are_told_of() -> None:
    assert cited("Yes.[9] No.[7-10]") == [
        ("[9]", None, (Flag.UNKNOWN_SOURCE,)),
        ("[7-10]", "s7", ()),
        ("[7-10]", "s8", ()),
        ("[7-10]", None, (Flag.UNKNOWN_SOURCE,)),
        ("[7-10]", None, (Flag.UNKNOWN_SOURCE,)),
    ]


def test_without_a_list_there_is_nothing_to_count() -> None:
    builder = AnswerBuilder()
    cite_written(builder, numbered("Yes.[1]"), {})
    assert builder.spans == []


def test_a_match_without_its_group_is_none() -> None:
    pattern = re.compile(r"b|(a)")
    assert [each.match.span() for each in written("ab`a`a", pattern)] == [
        (0, 1),
        (5, 6),
    ]


def test_markers_of_assistants_that_nobody_explains() -> None:
    text = "A【1:0†source】 B【2†source】 `【3†source】` 【注】"
    assert [each[:3] for each in unexplained(text, {(1, 13)})] == [
        (15, 25, (Flag.MISSING_ANNOTATION,))
    ]
    assert is_marker("【2†source】")
    assert not is_marker("【注】")


@pytest.mark.parametrize(
    "piece", ["[", "[1", "[1,", "[1, 2-3", "a[1]", "【", "【1†", "`", "]:", "[^a]: "]
)
def test_reading_takes_linear_time(piece: str) -> None:
    # A quadratic pattern would not end before the suite's time limit.
    text = piece * (300_000 // len(piece))
    assert sum(1 for _ in numbered(text)) >= 0
    assert unexplained(text, ()) == []
