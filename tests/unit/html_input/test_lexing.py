from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.html_input.lexing import Attribute, Lexeme, attributes, lex

_ALL = (
    "<|>|</|/|!|--|?|a|script|title|\"|'|=| |\n|é"
    "|<p>|</p>|<!-- x -->|<![CDATA[|]]>|<!doctype html>"
)
_PIECES = st.sampled_from(_ALL.split("|"))


@given(st.lists(_PIECES).map("".join))
def test_pieces_join_to_the_text(html: str) -> None:
    pieces = list(lex(html))
    assert "".join(piece.html for piece in pieces) == html
    assert [piece.start for piece in pieces[1:]] == [each.end for each in pieces[:-1]]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a<B C>d</B>", "text:a open:<B C> text:d close:</B>"),
        ('<a b="c>d">e', 'open:<a b="c>d"> text:e'),
        ("<a b='c>d'>e", "open:<a b='c>d'> text:e"),
        ('<a b=c"d>e', 'open:<a b=c"d> text:e'),
        ('<a b="c>d', 'open:<a b="c> text:d'),
        ("a < b <3 </ c>", "text:a < b <3 </ c>"),
        ("a <b", "text:a <b"),
        ('<a b=">" <i>', 'open:<a b=">" <i>'),
        ('<a b=">"<p>', 'open:<a b=">"<p>'),
        ('<a b=">" <i c=">"', 'text:<a b=">" <i c=">"'),
        ("<!-->a<!--->b", "hidden:<!--> text:a hidden:<!---> text:b"),
        ("<!-- a --><!-- b", "hidden:<!-- a --> text:<!-- b"),
        ("<!-- <!-- <p>", "text:<!-- <!--  open:<p>"),
        ("<!DOCTYPE html><?x?>", "hidden:<!DOCTYPE html> hidden:<?x?>"),
        ("<![CDATA[a>b]]>c", "hidden:<![CDATA[a>b]]> text:c"),
        (
            "<script>a<b</p></SCRIPT >c",
            "open:<script> raw:a<b</p> close:</SCRIPT > text:c",
        ),
        ("<title>a</titles>b", "open:<title> raw:a</titles>b"),
        ("<style></style>", "open:<style> close:</style>"),
        ("<style>", "open:<style>"),
    ],
)  # fmt: skip
def test_pieces(html: str, expected: str) -> None:
    shown = " ".join(f"{piece.kind}:{piece.html}" for piece in lex(html))
    assert shown == expected


def test_attributes_have_their_places() -> None:
    html = "x<A B = \"c&amp;\"/D='e' f=g h i= >"
    tag = list(lex(html))[1]
    assert tag == Lexeme("open", html[1:], 1, "a")
    found = list(attributes(tag))
    assert [(each.name, each.value) for each in found] == [
        ("b", "c&amp;"),
        ("d", "e"),
        ("f", "g"),
    ]
    assert all(
        html[each.start : each.start + len(each.value)] == each.value for each in found
    )
    assert found[1] == Attribute("d", "e", html.index("e'"))
