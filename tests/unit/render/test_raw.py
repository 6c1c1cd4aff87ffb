from __future__ import annotations

from itertools import islice

import pytest

from citemark.render.raw import EndTag, Tag, Text, read_html

DROP = frozenset(["script", "style", "svg"])


def read(html: str) -> list[Text | Tag | EndTag]:
    return list(read_html(html, DROP))


def bare(text: str) -> list[Text | Tag | EndTag]:
    return [Text(text)]


def test_tags_and_text() -> None:
    assert read("a <B>b</B > c") == [
        Text("a "),
        Tag("b", {}),
        Text("b"),
        EndTag("b"),
        Text(" c"),
    ]
    assert read("") == []
    assert read("<br/>") == [Tag("br", {})]


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        (" A=\"1\" b='2' c=3 d", {"a": "1", "b": "2", "c": "3", "d": ""}),
        (' a = "x>y"', {"a": "x>y"}),
        (" a=1 a=2 A=3", {"a": "1"}),
        (' t="&lt;&amp;&#x41;"', {"t": "<&A"}),
        ("/onclick=x", {"onclick": "x"}),
        (' t="&#xE200;x"', {"t": "x"}),
    ],
)
def test_attributes(attributes: str, expected: dict[str, str]) -> None:
    assert read(f"<p{attributes}>") == [Tag("p", expected)]


def test_only_a_hundred_attributes_are_read() -> None:
    (tag,) = read(f"<p {' '.join(f'a{n}' for n in range(150))}>")
    assert isinstance(tag, Tag)
    assert list(tag.attributes) == [f"a{n}" for n in range(100)]


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("a<!-- <b> -->z", "az"),
        ("a<!-->z", "az"),
        ("a<!--->z", "az"),
        ("a<![CDATA[ <b> > ]]>z", "az"),
        ("a<!DOCTYPE html>z", "az"),
        ("a<?php <b> ?>z", "az"),
        ("a<script>x()</script>z", "az"),
        ("a<SCRIPT src=x>x()</ScRiPt foo>z", "az"),
        ("a<style>b{}</style>z", "az"),
        ("a<svg><script>x</script></svg>z", "az"),
        ("aİ<script>x</SCRIPT>z", "aİz"),
        ("aİ<script>x</SCRİPT></script>z", "aİz"),
    ],
)
def test_what_no_reader_needs_is_left_out(html: str, left: str) -> None:
    texts = [event.text for event in read(html) if isinstance(event, Text)]
    assert "".join(texts) == left
    assert len(texts) == len(read(html))


@pytest.mark.parametrize(
    "text",
    [
        "1 < 2",
        "a <",
        "<!-- never closed",
        "<![CDATA[ never",
        "<!never",
        "<?never",
        "<p title='x",
        "<p",
        "< p>",
        "<1>",
        "<p =>",
        "<!-- a <!-- b <!-- c",
    ],
)
def test_what_is_no_complete_tag_is_text(text: str) -> None:
    assert read(text) == bare(text)


@pytest.mark.parametrize("html", ["<script>x()", "<script>x()</script"])
def test_unclosed_scripts_lose_their_tag_only(html: str) -> None:
    assert read(html) == bare(html.removeprefix("<script>"))


def test_unclosed_scripts_are_looked_for_once() -> None:
    assert read("<script>a<script>b") == [Text("a"), Text("b")]


def test_entities_are_decoded_without_marker_characters() -> None:
    assert read("&lt;b&gt; &amp;amp; &#xE200;cite&#57857;") == bare("<b> &amp; cite")


def test_long_hostile_text_is_read_at_once() -> None:
    html = "<!--<script><![CDATA[<?" * 20_000
    assert list(islice(read_html(html, DROP), 3)) == [
        Text("<!--"),
        Text("<![CDATA[<?<!--"),
        Text("<![CDATA[<?<!--"),
    ]
    assert len(read(html)) == 20_001
