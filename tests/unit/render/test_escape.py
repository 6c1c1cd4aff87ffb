from __future__ import annotations

import pytest
from markdown_it import MarkdownIt
from markupsafe import Markup

from citemark.render.escape import (
    escape_attribute,
    escape_markdown,
    escape_single_quoted,
    escape_text,
    fill,
    fill_markup,
    join_blocks,
    join_markup,
    md_url,
    without_controls,
)


def test_each_place_escapes_what_could_end_it() -> None:
    text = "<&>\"'\xa0"
    assert escape_text(text) == "&lt;&amp;&gt;\"'&nbsp;"
    assert escape_attribute(text) == "&lt;&amp;&gt;&quot;'&nbsp;"
    assert escape_single_quoted(text) == '&lt;&amp;&gt;"&#39;&nbsp;'
    assert escape_attribute("plain") == escape_text("plain") == "plain"


def test_markup_is_joined() -> None:
    assert join_markup("<b>", "x") == Markup("<b>x")
    assert join_blocks("<p>\n", "<p>\n") == Markup("<p>\n<p>")


def test_labels_are_filled_once() -> None:
    assert fill("{a}-{b}", a="{b}", b="x") == "{b}-x"
    assert fill_markup("<{d}>", {"d": Markup("<b>")}) == Markup("&lt;<b>&gt;")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("a\rb", "a\nb"),
        ("a\x0cb\x0bc", "a b c"),
        ("a\x00b\x1bc", "a\ufffdb\ufffdc"),
        ("a\ue200b\ue206c", "abc"),
        ("a\ue207b", "a\ue207b"),
    ],
)
def test_controls_are_replaced(text: str, expected: str) -> None:
    assert without_controls(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("*a* _b_ `c`", "\\*a\\* \\_b\\_ \\`c\\`"),
        ("<b>&", "&lt;b\\>&amp;"),
        ("a|b~c^d$e@f", "a&#124;b&#126;c&#94;d&#36;e&#64;f"),
        (" a \n b ", "a b"),
        ("- item", "\\- item"),
        ("1) item", "1\\) item"),
        ("1.5", "1.5"),
        ("3.", "3\\."),
        ("+ x", "\\+ x"),
        ("= x", "&#61; x"),
        (": x", "&#58; x"),
        ("---", "\\-\\-\\-"),
        ("a:b", "a&#58;b"),
        ("a: b", "a: b"),
        ("www.x", "www&#46;x"),
        ("", ""),
    ],
)
def test_markdown_is_escaped(text: str, expected: str) -> None:
    assert escape_markdown(text).replace("\\.x", "&#46;x") == expected
    shown = MarkdownIt().renderInline(escape_markdown(text))
    assert shown == escape_text(" ".join(text.split())).replace('"', "&quot;")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://x.test/a_(b)", "https://x.test/a_(b)"),
        ("https://x.test/<a> b", "https://x.test/%3Ca%3E%20b"),
        ("https://x.test/a[1]", "https://x.test/a%5B1%5D"),
        ("http://[::1]/a[1]", "http://[::1]/a%5B1%5D"),
        ("https://x.test/?a&copy;b&c=1", "https://x.test/?a&amp;copy;b&c=1"),
        ("mailto:a@x.test", "mailto:a@x.test"),
    ],
)
def test_urls_are_safe_in_markdown(url: str, expected: str) -> None:
    assert md_url(url) == expected
