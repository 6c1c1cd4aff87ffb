"""Footnote definitions for Markdown, and the list of sources as text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from wcwidth import wcswidth

from citemark import Options
from citemark.locator import Lines
from citemark.model import Excerpt, ExcerptLine, Reference
from citemark.render.context import RenderContext
from citemark.render.plain_notes import footnote_labels, markdown_notes, text_notes
from tests.unit.render.answers import R_LINES, M, R, S, cite, context

LABEL_RE = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
ALL = f"A{R_LINES} b{S} c{M} d{cite('untitled')}"


def referring(ctx: RenderContext, **changes: object) -> RenderContext:
    """Return *ctx* with its first reference changed."""
    first, *rest = ctx.resolution.references
    changed = replace(first, **changes)  # type: ignore[arg-type]  # any field
    resolution = replace(ctx.resolution, references=(changed, *rest))
    return replace(ctx, resolution=resolution)


def references(count: int) -> tuple[Reference, ...]:
    first = context(f"A{R}").resolution.references[0]
    return tuple(replace(first, number=number) for number in range(1, count + 1))


def definitions(ctx: RenderContext, taken: frozenset[str] = frozenset()) -> str:
    return markdown_notes(ctx, footnote_labels(ctx.resolution.references, taken))


def test_labels_are_numbers_unless_the_author_has_them() -> None:
    assert footnote_labels(references(3)) == {1: "1", 2: "2", 3: "3"}
    taken = {"1", "CX-1", "cx-1-2", "3"}
    assert footnote_labels(references(3), taken) == {1: "cx-1-3", 2: "2", 3: "cx-3"}


def test_labels_are_what_every_engine_accepts() -> None:
    labels = footnote_labels(references(50), {str(n) for n in range(20)})
    assert all(LABEL_RE.fullmatch(label) for label in labels.values())
    assert len(set(labels.values())) == 50


def test_definitions_stand_in_call_order_with_blank_lines_between() -> None:
    assert definitions(context(ALL)) == (
        "[^1]: [Return policy](<https://docs.example.org/returns>)"
        " › Handbook › Returns, lines 2–3, updated 2026-04-02.\n"
        "\n"
        "    > Within 30 days.\\\n"
        "    > Unused goods only.\n"
        "\n"
        "[^2]: [Shipping](<https://www.example.com/shipping>).\n"
        "\n"
        "    > Shipping is free.\n"
        "\n"
        '[^3]: A "memo" &amp; &lt;b\\>more&lt;/b\\>.\n'
        "\n"
        "[^4]: Source 4.\n"
    )


@pytest.mark.parametrize("notes", [text_notes, definitions])
def test_nothing_cited_or_stripped_prints_nothing(notes: object) -> None:
    assert callable(notes)
    assert notes(context("Nothing.")) == ""
    assert notes(context(ALL, Options(strip=True))) == ""


def test_definitions_are_read_back_as_what_they_say() -> None:
    hostile = "*x* [y](javascript:1) | `z` <b> & [^2]: # {{q}}"
    ctx = referring(
        context(ALL),
        title=hostile,
        heading=("- a", "1. b"),
        excerpts=(
            Excerpt(
                (
                    ExcerptLine(1, "# not a heading", located=True),
                    ExcerptLine(2, "", located=True),
                    ExcerptLine(3, "```", located=True),
                    ExcerptLine(4, "- not an item", located=True),
                    ExcerptLine(5, "context", located=False),
                ),
                Lines(1, 4),
            ),
            Excerpt((ExcerptLine(9, " ", located=True),), Lines(9, 9)),
        ),
    )
    md = MarkdownIt("commonmark").enable("table").use(footnote_plugin)
    calls = " ".join(f"x[^{n}]" for n in range(1, 5))
    html = md.render(f"{calls}\n\n{definitions(ctx)}")
    assert html.count('<li id="fn') == 4
    assert html.count('<a href="https') == 2
    for element in ("<em>", "<code>", "<b>", "<h1>", "<pre>", "<table>"):
        assert element not in html
    assert html.count("<ul>") == 0
    assert (
        "<blockquote>\n<p># not a heading</p>\n<p>```<br />\n- not an item</p>\n"
        "</blockquote>"
    ) in html
    assert "context" not in html


def test_text_lists_sources_with_url_and_numbered_lines() -> None:
    assert text_notes(context(ALL)) == (
        "Sources\n"
        "[1] Return policy › Handbook › Returns, lines 2–3 (updated 2026-04-02)\n"
        "    <https://docs.example.org/returns>\n"
        "    | L2  Within 30 days.\n"
        "    | L3  Unused goods only.\n"
        "[2] Shipping\n"
        "    <https://www.example.com/shipping>\n"
        "    | Shipping is free.\n"
        '[3] A "memo" & <b>more</b>\n'
        "[4] Source 4\n"
    )


def test_text_follows_the_language() -> None:
    shown = text_notes(context(f"A{R_LINES}", Options(language="ja")))
    assert shown.startswith("出典\n[1] Return policy › Handbook › Returns, 2–3行目")


def test_line_numbers_are_aligned() -> None:
    excerpt = Excerpt(
        tuple(ExcerptLine(number, f"row {number}", located=True) for number in (9, 10)),
        Lines(9, 10),
    )
    lead = Excerpt((ExcerptLine(None, "lead", located=True),))
    ctx = referring(context(f"A{R}"), excerpts=(excerpt, lead))
    assert text_notes(ctx).splitlines()[3:] == [
        "    |      lead",
        "    | L9   row 9",
        "    | L10  row 10",
    ]


@pytest.mark.parametrize("word", ["word", "長い言葉"])
def test_text_fits_in_78_columns_but_for_urls(word: str) -> None:
    url = "https://example.org/" + "x" * 100
    excerpt = Excerpt((ExcerptLine(1, f"{word} " * 40, located=True),), Lines(1, 1))
    ctx = referring(
        context(f"A{R}"), title=f"{word} " * 30, url=url, excerpts=(excerpt,)
    )
    shown = text_notes(ctx)
    rows = shown.splitlines()
    assert f"    <{url}>" in rows
    for row in rows:
        assert url in row or wcswidth(row) <= 78
    title = " ".join(row.strip() for row in rows[1 : rows.index(f"    <{url}>")])
    assert title.count(word) == 30
    bars = [row for row in rows if row.startswith("    | ")]
    assert len(bars) > 1
    assert " ".join(bars).count(word) == 40


def test_a_word_wider_than_the_line_is_not_broken() -> None:
    long = "x" * 100
    ctx = referring(context(f"A{R}"), title=f"a {long} b", heading=(), updated=None)
    assert text_notes(ctx).splitlines()[1:4] == ["[1] a", f"    {long}", "    b"]


def test_characters_without_width_count_for_nothing() -> None:
    """A control character makes the width unknown; the word is kept all the same."""
    ctx = referring(context(f"A{R}"), title="é\x07" * 3, heading=(), updated=None)
    assert text_notes(ctx).splitlines()[1] == "[1] " + "é\x07" * 3
