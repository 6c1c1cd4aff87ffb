"""What is derived from forms, where the laws of dialects seldom get to."""

from __future__ import annotations

import pytest

from citemark import MarkerFilter, scan
from citemark.dialect import get_dialect
from citemark.syntax import Syntax

PROSE = "The tide turns at nine o'clock in the harbour, and at ten outside of it. "
LONG = PROSE * 40


def held(text: str, dialect: str = "numeric") -> str:
    return text[get_dialect(dialect).pending(text, Syntax()) :]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is so [", "["),
        ("It is so [1", "[1"),
        ("It is so [1]", "[1]"),
        ("It is so[1].", "[1]."),
        ("It is so [1]. A", ""),
        ("It is so [1](htt", ""),
        ("See [the note [1] of", "[1] of"),
        ("See [the note [1] of it] x", ""),
        ("It is `so [1]", "[1]"),
        ("It is `so [1]`", "[1]`"),
        ("It is `so [1]` x", ""),
        ("```\nIt is [1] x", ""),
        ("It costs $5 [1] x", "[1] x"),
        ("It costs $5 [1] $ x", ""),
        ("As {", ""),
        ("A word", ""),
    ],
)
def test_only_what_is_undecided_is_held(text: str, expected: str) -> None:
    assert held(text) == expected


def test_no_more_is_held_than_a_marker_is_long() -> None:
    assert held(f"It is `so [1] {LONG}") == ""
    assert held(f"See [the note [1] {LONG}") == ""


@pytest.mark.parametrize("opener", ["", "`", "[see ", "$x ", "```\n"])
def test_long_lines_are_read_as_a_whole(opener: str) -> None:
    text = f"{LONG}{opener}and [1] then x[1] `y[1]`. {LONG} [2]{opener[:1]} [3]."
    whole = scan(text, dialect="numeric")
    markers = MarkerFilter(dialect="numeric")
    found = [
        citation["raw"]
        for at in range(0, len(text), 7)
        for citation in markers.feed(text[at : at + 7]).citations
    ]
    found += [each["raw"] for each in markers.finish().citations]
    assert found == [marker.raw for marker in whole if marker.citations]


def test_ends_of_lines_end_what_only_looks_alike() -> None:
    for end in ("\n", "\r", "\r\n"):
        text = f"It costs $5 [1]{end}and $7 [2], `a{end}[3]."
        assert [each.raw for each in scan(text, dialect="numeric")] == [
            "[1]",
            "[2]",
            "[3]",
        ]


def test_places_written_backwards_are_kept_as_written() -> None:
    (marker,) = scan("A【6†L9-L3】", dialect="gpt-oss")
    (citation,) = marker.citations
    assert (citation.raw_locator, str(citation.locator)) == ("L9-L3", "L3-L9")
    assert [each.code.name for each in marker.findings] == ["reversed-locator"]


def test_a_directive_without_a_path_is_text() -> None:
    text = ':codex-file-citation{purpose="source"}'
    assert scan(text, dialect="codex") == []
    (hidden,) = scan(':codex-terminal-citation{a="b"}', dialect="codex")
    assert hidden.citations == ()


def test_the_cut_of_a_stream_makes_no_marker() -> None:
    assert held("It is so (ID: 2)(", "ragflow") == "(ID: 2)("
    assert held("It is so (ID: 2) (", "ragflow") == "("
