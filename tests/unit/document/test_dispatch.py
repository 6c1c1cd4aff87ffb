"""Upstream's rules, tried only where they may match: what they give stays the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt, helpers

from citemark.document.dispatch import parse_link_destination
from citemark.document.parser import build_parser
from citemark.options import Options

ADDRESSES = st.text("ab/:?()<>\\& \t\n\x1f\x7fü", max_size=12)


@given(ADDRESSES, st.integers(0, 12), st.integers(0, 12))
def test_addresses_are_read_as_upstream_reads_them(
    text: str, start: int, size: int
) -> None:
    end = min(start + size, len(text))
    found = parse_link_destination(text, start, end)
    expected = helpers.parseLinkDestination(text, start, end)
    assert (found.ok, found.pos, found.str) == (
        expected.ok,
        expected.pos,
        expected.str,
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\r\nb\rc", "a\nb\nc", id="line-ends"),
        pytest.param("a\0b", "a\ufffdb", id="nul"),
        pytest.param("a\nb", "a\nb", id="neither"),
    ],
)
def test_texts_are_normalised(text: str, expected: str) -> None:
    tokens = build_parser(Options()).parse(text)
    assert tokens[1].content == expected


def test_a_rule_switched_off_ends_no_paragraph() -> None:
    md = build_parser(Options())
    assert "bullet_list_open" in [token.type for token in md.parse("a\n- b")]
    md.disable("list")
    assert [token.type for token in md.parse("a\n- b")] == [
        "paragraph_open",
        "inline",
        "paragraph_close",
    ]


def test_a_quote_without_rules_to_end_it_is_read_to_its_end() -> None:
    md = build_parser(Options())
    md.disable(["fence", "blockquote", "hr", "list", "html_block", "heading", "table"])
    assert md.parse("a\n> b")[1].content == "a\n> b"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("    code", "code_block", id="lone-code"),
        pytest.param("a\n=", "heading_open", id="underlined"),
        pytest.param("|a|\n|-|", "table_open", id="table"),
        pytest.param("a", "paragraph_open", id="lone"),
        pytest.param("- a\n\n      b", "bullet_list_open", id="code-in-list"),
    ],
)
def test_lone_lines_and_others_start_what_they_start_upstream(
    text: str, expected: str
) -> None:
    upstream = MarkdownIt("commonmark").enable("table").parse(text)
    tokens = build_parser(Options()).parse(text)
    assert tokens[0].type == expected
    assert [token.as_dict() for token in tokens] == [
        token.as_dict() for token in upstream
    ]


@pytest.mark.parametrize("size", [1, 5_000])
def test_links_are_normalised_as_upstream_does(size: int) -> None:
    url = "https://ü.example/" + "ä b" * size
    md = build_parser(Options())
    assert md.normalizeLink(url) == MarkdownIt().normalizeLink(url)
    assert md.normalizeLink(url) == MarkdownIt().normalizeLink(url)
