"""Which blanks stay where a marker was: @ has no label, # has ``[1]``."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.stream.joining import Joiner

_PIECE_RE = re.compile("[@#]|[^@#]+")


def pieces(text: str, *, by_character: bool = False) -> list[str]:
    """Return what is given out for each piece of *text*, and at its end."""
    joiner = Joiner()
    found = list(text) if by_character else _PIECE_RE.findall(text)
    labels = {"@": "", "#": "[1]"}
    given = [
        joiner.label(labels[each]) if each in labels else joiner.words(each)
        for each in found
    ]
    return [*given, joiner.end()]


def joined(text: str) -> str:
    return "".join(pieces(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One #.", "One[1].", id="no-blank-before-a-label"),
        pytest.param("One @.", "One.", id="none-before-punctuation"),
        pytest.param("One # two", "One[1] two", id="the-one-behind-stays"),
        pytest.param("One @ two", "One two", id="one-of-two"),
        pytest.param("One@ two", "One two", id="glued-before"),
        pytest.param("One@two", "Onetwo", id="glued-words-stay-glued"),
        pytest.param("One @two", "One two", id="words-stay-apart"),
        pytest.param("One\t#two", "One[1]\ttwo", id="apart-by-what-was-there"),
        pytest.param("One  # # two", "One[1][1] two", id="a-run"),
        pytest.param("One @ #two", "One[1] two", id="a-run-before-a-word"),
        pytest.param("One@ @two", "One two", id="a-blank-in-a-run"),
        pytest.param("One @ , two", "One, two", id="closing-punctuation"),
        pytest.param("One # , two", "One[1] , two", id="as-written-behind-a-label"),
        pytest.param("One@ , two", "One , two", id="as-written-without-a-gap"),
        pytest.param("One @(two)", "One (two)", id="bracket"),
        pytest.param("One @“two”", "One “two”", id="quote"),
        pytest.param("水 @水", "水 水", id="other-scripts"),
        pytest.param("One @**two**", "One **two**", id="stars-of-the-next-word"),
        pytest.param("**One @** two", "**One** two", id="stars-of-the-last-word"),
        pytest.param("`One @` two", "`One` two", id="end-of-code"),
        pytest.param("One @! two", "One! two", id="exclamation-mark"),
        pytest.param("One @![two]", "One ![two]", id="image"),
        pytest.param("One @\n two", "One\n two", id="end-of-a-line"),
        pytest.param("One @ \ntwo", "One \ntwo", id="hard-break"),
        pytest.param("One\n@ two", "One\ntwo", id="start-of-a-line"),
        pytest.param("One\r@ two", "One\rtwo", id="start-of-a-line-after-cr"),
        pytest.param("One\n# two", "One\n[1] two", id="label-at-the-start-of-a-line"),
        pytest.param("@ two", "two", id="start-of-the-answer"),
        pytest.param("- @ two", "- two", id="start-of-an-item"),
        pytest.param("> 1. # two", "> 1. [1] two", id="label-in-an-item"),
        pytest.param("-  -  -  x @.", "-  -  -  x.", id="signs-and-a-word"),
        pytest.param("One **@ two", "One ** two", id="stars-alone"),
        pytest.param("One @ **@two", "One **two", id="markup-between-markers"),
        pytest.param("One @", "One", id="at-the-end"),
        pytest.param("One @ ", "One ", id="blank-at-the-end"),
        pytest.param("One @**", "One**", id="stars-at-the-end"),
        pytest.param("One ", "One ", id="no-marker"),
        pytest.param("@", "", id="nothing-else"),
        pytest.param("a" + " " * 300 + "@.", "a" + " " * 44 + ".", id="many-blanks"),
        pytest.param("a @" + " " * 300 + ".", "a" + " " * 300 + ".", id="many-behind"),
        pytest.param("a @" + "*" * 9 + "b", "a" + "*" * 9 + "b", id="many-stars"),
        pytest.param("x" * 300 + " @.", "x" * 300 + ".", id="long-line"),
    ],
)
def test_blanks_around_a_marker(text: str, expected: str) -> None:
    assert joined(text) == expected
    assert "".join(pieces(text, by_character=True)) == expected


def test_a_blank_comes_with_what_follows_it() -> None:
    assert pieces("One ") == ["One", " "]
    assert pieces("One ", by_character=True) == ["O", "n", "e", "", " "]
    assert pieces("One @ two") == ["One", "", " two", ""]
    assert pieces("a @b", by_character=True) == ["a", "", "", " b", ""]


def test_words_come_at_once() -> None:
    joiner = Joiner()
    assert [joiner.words(each) for each in ("O", "", "ne\n", "2")] == [
        *("O", "", "ne\n", "2")
    ]


@given(st.text("ab@# \n*!.,(`水"))
def test_any_cut_gives_the_same(text: str) -> None:
    assert "".join(pieces(text, by_character=True)) == joined(text)


@given(st.text("ab@ \n*!.,(`水"))
def test_only_blanks_go(text: str) -> None:
    bare = text.replace("@", "")
    assert re.sub("[ \t]", "", joined(text)) == re.sub("[ \t]", "", bare)
    assert joined(bare) == bare
