"""Reading raw HTML into texts and tags."""

from __future__ import annotations

from time import perf_counter

import pytest

from citemark.render.raw import EndTag, Tag, Text, read_html

DROP = frozenset({"script", "style", "svg"})


def read(html: str) -> list[Text | Tag | EndTag]:
    return list(read_html(html, DROP))


@pytest.mark.parametrize(
    ("html", "events"),
    [
        ("", []),
        ("a &lt; b&nbsp;&amp &copy;", [Text("a < b\xa0& ©")]),
        ("a < b <3 <", [Text("a < b <3 <")]),
        ("<B>x</B >", [Tag("b", {}), Text("x"), EndTag("b")]),
        ("<br/><br />", [Tag("br", {}), Tag("br", {})]),
        ("<a\nb = 'c'>", [Tag("a", {"b": "c"})]),
        ("<a b=\"x>y\" C=d e b='z'>", [Tag("a", {"b": "x>y", "c": "d", "e": ""})]),
        ('<a href="&#106;avascript:1">', [Tag("a", {"href": "javascript:1"})]),
        ("<a/b/c=d>", [Tag("a", {"b": "", "c": "d"})]),
        ("</a b>", [EndTag("a")]),
        ('<a b="c', [Text('<a b="c')]),
        ("<a b=>", [Text("<a b=>")]),
        ("x<!-- <b> -->y", [Text("x"), Text("y")]),
        ("<!-->x<!--->y", [Text("x"), Text("y")]),
        ("<!-- x <b>", [Text("<!-- x "), Tag("b", {})]),
        ("<!DOCTYPE html>x", [Text("x")]),
        ("<?php echo '>' ?>x", [Text("x")]),
        ("<![CDATA[ <b> ]]>x", [Text("x")]),
        ("<! x", [Text("<! x")]),
        ("<script>a<b></script>x", [Text("x")]),
        ("<STYLE>a</Style >x", [Text("x")]),
        ("<script>a", [Text("a")]),
        ("<script>a</script", [Text("a</script")]),
        ("İ<script>a</SCRIPT>x", [Text("İ"), Text("x")]),
        ("&#xe200;cite&#xe202;a&#xE201;", [Text("citea")]),
        ("<a title='&#xe200;x'>", [Tag("a", {"title": "x"})]),
    ],
)
def test_reads(html: str, events: list[Text | Tag | EndTag]) -> None:
    assert read(html) == events


def test_attributes_are_capped() -> None:
    (tag,) = read("<a " + " ".join(f"x{n}=1" for n in range(500)) + ">")
    assert isinstance(tag, Tag)
    assert len(tag.attributes) == 100


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "<",
            "<!--",
            "<a ",
            "<a b='",
            '<a b="',
            "<a b=c ",
            "<script>",
            "</script",
            "&",
        ),
        *("<![CDATA[", "<?", "<! ", "<b>", "</b>", "<a/", "<a b = ", "a'\"", "<svg>x"),
    ],
)
def test_time_is_linear(unit: str) -> None:
    def seconds(count: int) -> float:
        html = unit * count
        start = perf_counter()
        for _ in read_html(html, DROP):
            pass
        return perf_counter() - start

    seconds(1000)
    once = min(seconds(10_000) for _ in range(3))
    twice = min(seconds(20_000) for _ in range(3))
    assert twice < 3 * once + 0.005
