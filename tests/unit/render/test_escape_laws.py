"""Escaping: HTML, Markdown, URLs, control characters."""

from __future__ import annotations

import markdown_it
import pytest
from markupsafe import Markup

from citemark.render.escape import (
    MarkdownText,
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


def test_text_keeps_quotes_and_names_the_no_break_space() -> None:
    assert escape_text("<a> & \"b\" 'c'\xa0d") == ("&lt;a&gt; &amp; \"b\" 'c'&nbsp;d")


def test_attributes_escape_their_own_quote_only() -> None:
    assert escape_attribute("\"'<") == "&quot;'&lt;"
    assert escape_attribute("plain") == "plain"
    assert escape_single_quoted("\"'<") == '"&#39;&lt;'


def test_joined_markup_is_markup() -> None:
    joined = join_markup("<b>", escape_text("<"), "</b>")
    assert type(joined) is Markup
    assert joined == "<b>&lt;</b>"


def test_joined_blocks_leave_the_last_line_end_to_their_wrapper() -> None:
    assert join_blocks("<p>a</p>\n", "<p>b</p>\n") == "<p>a</p>\n<p>b</p>"


def test_labels_are_filled_once() -> None:
    assert fill("{n}: {t}", n="1", t="{n}") == "1: {n}"


def test_labels_are_escaped_but_not_what_fills_them() -> None:
    filled = fill_markup("<{d}>", {"d": join_markup("<time>x</time>")})
    assert filled == "&lt;<time>x</time>&gt;"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain ü 日", "plain ü 日"),
        ("tab\tand\nline end", "tab\tand\nline end"),
        ("a\x00b\x01c\x1bd", "a\ufffdb\ufffdc\ufffdd"),
        ("a\x0bb\x0cc", "a b c"),
        ("a\rb", "a\nb"),
        ("a\ue200b\ue206c", "abc"),
    ],
)
def test_controls_are_replaced(text: str, expected: str) -> None:
    assert without_controls(text) == expected


HOSTILE = [
    "# heading",
    "- item",
    "+ item",
    "1. item",
    "12) item",
    "1.",
    "> quote",
    "---",
    "===",
    "a == b == c",
    "*em* _em_ **strong** `code` ~~del~~ ~sub~ ^sup^ $math$",
    "[link](https://evil.test) ![image](https://evil.test/x.png)",
    "[^1]: note",
    "[^1] call",
    "<script>alert(1)</script>",
    "&lt;b&gt; &copy; &#35;",
    "a | b",
    "{{ shortcode }} {% tag %} {role}`x`",
    ": definition",
    "::: fence",
    ":smile:",
    "https://evil.test/a_b",
    "www.evil.test",
    "evil.test",
    "mail@evil.test",
    "\\ backslash \\* \\",
    "line\nend\r\n\tand tab",
    "  padded  ",
    "3.11 and 1.5",
    "Guide: how to",
    'Quote "x"',
    "#12 @user",
    "日本語。",
    "+++",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_shows_the_text_as_it_is(text: str) -> None:
    """Whatever a title holds, an engine with everything on shows its characters."""
    md = markdown_it.MarkdownIt("gfm-like", {"html": True})
    tokens = md.parse(escape_markdown(text))
    assert [token.type for token in tokens] == [
        "paragraph_open",
        "inline",
        "paragraph_close",
    ]
    children = tokens[1].children or []
    assert {child.type for child in children} == {"text"}
    assert "".join(child.content for child in children) == " ".join(text.split())


def test_ordinary_titles_stay_readable() -> None:
    title = "Refunds (2026): 30-day rule, version 1.2, A+B"
    assert escape_markdown(title) == title


def test_escaped_markdown_has_a_type_of_its_own() -> None:
    assert type(escape_markdown("x")) is MarkdownText


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/wiki/Matrix_(maths)_(a",
        "https://example.org/?a=1&copy;=2&b",
        "https://example.org/a*b*_c_",
        "https://example.org/#L8-L13",
        "mailto:a@example.org",
    ],
)
def test_markdown_urls_come_back_unchanged(url: str) -> None:
    html = markdown_it.MarkdownIt().render(f"[t](<{md_url(url)}>)")
    assert f'href="{escape_attribute(url)}"' in html


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://x.test/a b<c>", "https://x.test/a%20b%3Cc%3E"),
        ("https://x.test/{{a}}|`\\^", "https://x.test/%7B%7Ba%7D%7D%7C%60%5C%5E"),
        ("https://x.test/[a]", "https://x.test/%5Ba%5D"),
    ],
)
def test_markdown_urls_encode_what_ends_them(url: str, expected: str) -> None:
    assert md_url(url) == expected
