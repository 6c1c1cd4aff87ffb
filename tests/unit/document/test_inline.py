from __future__ import annotations

import pytest
from markdown_it.rules_inline import StateInline

from citemark.document.parser import build_parser
from citemark.options import Options
from tests.unit.document.reading import document, leaves, names, shape

CJK = Options(cjk_emphasis=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("**A.**@", "<strong>A.</strong>{0}", id="closes-before"),
        pytest.param("**A.**@ b", "<strong>A.</strong>{0} b", id="closes-before-words"),
        pytest.param("a@**“b”**", "a{0}<strong>“b”</strong>", id="opens-after"),
        pytest.param("@**b**", "{0}<strong>b</strong>", id="opens-after-first"),
        pytest.param("__A.__@", "<strong>A.</strong>{0}", id="underscores"),
        pytest.param("_A_@_B_", "<em>A</em>{0}<em>B</em>", id="between-two"),
        pytest.param("a_@_b", "a_{0}_b", id="underscores-within-words"),
        pytest.param("~~A.~~@", "<s>A.</s>{0}", id="strikethrough"),
        pytest.param("a*@ b*", "a*{0} b*", id="no-opening-at-a-words-end"),
        pytest.param("a*@@ b*", "a*{0}{1} b*", id="no-opening-before-a-run"),
        pytest.param("a*@", "a*{0}", id="no-opening-at-the-end"),
        pytest.param("a *@b*", "a <em>b</em>{0}", id="opens-before-a-marker"),
        pytest.param("**@A**", "<strong>A</strong>{0}", id="marker-first-inside"),
        pytest.param("*a*b", "<em>a</em>b", id="no-marker"),
        pytest.param("**「a」**@b", "<strong>「a」</strong>{0}b", id="cjk-brackets"),
    ],
)
def test_flanking_beside_a_marker(text: str, expected: str) -> None:
    assert shape(text) == [expected]


def test_cjk_friendly_emphasis_is_an_option() -> None:
    text = "是**「a」**的@"
    assert shape(text) == ["是**「a」**的{0}"]
    assert shape(text, CJK) == ["是<strong>「a」</strong>的{0}"]
    assert shape("x **a** y*z*", CJK) == ["x <strong>a</strong> y<em>z</em>"]


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        pytest.param("`a`@`b`", "<code a>{0}<code b>", [], id="between-code"),
        pytest.param("`@ @`", "{0}{1}", ["in-code-span"] * 2, id="only-markers"),
        pytest.param("`` a`@ ``", "<code a`>{0}", ["in-code-span"], id="long-ticks"),
        pytest.param("![a](b@ 'c')", "<img b a>{0}", ["in-image"], id="image-url"),
        pytest.param("![a *b@*](c)", "<img c a b>{0}", ["in-image"], id="image-em"),
        pytest.param(
            "[![a@](b)](c)", "<a c><img b a></a>{0}", ["in-image"], id="linked"
        ),
        pytest.param("&am@p;", "&am{0}p;", [], id="in-an-entity"),
        pytest.param("a\\@*b*", "a\\{0}<em>b</em>", [], id="backslash"),
        pytest.param("a\\\\@", "a\\{0}", [], id="escaped-backslash"),
        pytest.param("a  \n@b", "a\n{0}b", [], id="hard-break"),
    ],
)
def test_nothing_swallows_a_marker(text: str, expected: str, found: list[str]) -> None:
    read = document(text)
    assert leaves(read) == [expected]
    assert [name.removeprefix("marker-") for name in names(read)] == found


def test_digits_beside_a_marker_stay() -> None:
    assert shape("12@34") == ["12{0}34"]


def test_control_characters_that_look_like_placeholders_are_text() -> None:
    """Also where the characters of a placeholder stand in the answer."""
    assert shape("a\x801\x82b@") == ["a\x801\x82b{0}"]


def test_deep_inline_nesting_ends_as_text() -> None:
    text = "[" * 30 + "a@" + "](b)" * 30
    read = document(text)
    assert read.order == (0,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[a\\@ b](https://x.test/)", r"<a https://x.test/>a\ b</a>{0}"),
        pytest.param("[a\\@ b]", r"[a\{0} b]"),
    ],
)
def test_a_backslash_before_a_marker_stays_in_a_label(text: str, expected: str) -> None:
    assert shape(text) == [expected]


def test_the_state_of_upstream_is_read_as_upstream_reads_it() -> None:
    md = build_parser(Options())
    state = StateInline("*a*", md, {}, [])
    md.inline.tokenize(state)
    assert [token.content for token in state.tokens] == ["*", "a", "*"]
