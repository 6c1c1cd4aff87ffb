from __future__ import annotations

import pytest

from citemark.markdown_text import blocks_of, looks_like_markdown


def words(line: str) -> list[str]:
    """Return what a page shows of one line of Markdown, blank pieces left out."""
    (pieces,) = blocks_of([line], is_markdown=True)
    return [" ".join(piece.split()) for piece in pieces if piece.strip()]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("plain words", "plain words"),
        (
            "**Strong**, *weak*, ***both***, __s__ and _w_.",
            "Strong, weak, both, s and w.",
        ),
        ("2 * 3 * 4 = 24", "2 * 3 * 4 = 24"),
        ("a lone * star or *star", "a lone * star or *star"),
        ("just one*", "just one*"),
        ("snake_case_name and __dunder__x", "snake_case_name and __dunder__x"),
        ("one_ only", "one_ only"),
        ("~~old~~ new", "old new"),
        ("`a*b*c` and ``d`e``", "a*b*c and d`e"),
        ("`<b>` is a tag", "<b> is a tag"),
        (r"\*no\* emphasis, 1\. and \\", r"*no* emphasis, 1. and \ "),
        ("see [the *list*](https://x.example/a_(b) 'title').", "see the list."),
        ("see [the list][1] and [this]", "see the list and [this]"),
        ("![A cat](cat.png) Cats ![x][y] sleep", "Cats sleep"),
        ("[![A cat](cat.png) home](/)", "home"),
        ("A note.[^1] More.", "A note. More."),
        (
            "<https://x.example/_a_b_> and <a@b.example>",
            "https://x.example/_a_b_ and a@b.example",
        ),
        ("<b class='x'>bold</b> &amp; <!-- no -->safe", "bold & safe"),
        ("a < b and c > d", "a < b and c > d"),
        ("# Heading ##", "Heading"),
        ("#hashtag #2", "#hashtag #2"),
        ("> > - 1. [ ] A task", "A task"),
        ("- [ ] 1. A task", "1. A task"),
        ("- [x] done", "done"),
        ("\u2022 bullet", "bullet"),
        ("12) twelve", "twelve"),
        ("-5 degrees", "-5 degrees"),
        ("[^1]: the note", "the note"),
    ],
)
def test_a_page_shows_the_words_without_the_markup(line: str, shown: str) -> None:
    assert words(line) == [" ".join(shown.split())]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "---",
        "* * *",
        "=====",
        "|---|:-:|",
        "[1]: https://x.example/",
        "```py",
    ],
)
def test_a_page_shows_nothing_of_some_lines(line: str) -> None:
    assert words(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "| **Desk** | `a|b` | 25\\|30 |",
        "**Desk** | `a|b` | 25\\|30",
        "Desk<br>a|b<BR />25|30",
    ],
)
def test_cells_and_line_breaks_divide_a_line(line: str) -> None:
    assert words(line) == ["Desk", "a|b", "25|30"]


def test_code_in_a_fence_is_shown_as_it_is() -> None:
    lines = ["```", "x = **y**", "~~~", "a | b", "````", "**out**", "~~~~", "_in_"]
    shown = list(blocks_of(lines, is_markdown=True))
    assert shown == [
        (),
        ("x = **y**",),
        ("~~~",),
        ("a | b",),
        (),
        ("out",),
        (),
        ("_in_",),
    ]


def test_plain_text_keeps_all_but_the_signs_at_the_start_of_a_line() -> None:
    lines = ["- **a** | b", "c\td", "```", "1. e", "***"]
    shown = list(blocks_of(lines, is_markdown=False))
    assert shown == [("**a** | b",), ("c", "d"), ("```",), ("e",), ()]


@pytest.mark.parametrize(
    "text",
    ["a\n## b", "x **y** z", "[a](https://b)", "[a](#b)", "```\nx", "a\n| b | c |\n"],
)
def test_markdown_is_recognised(text: str) -> None:
    assert looks_like_markdown(text)


@pytest.mark.parametrize(
    "text", ["", "words", "#1 of 2", "2 ** 3", "f[0](x)", "a | b", "a\\_b", "- item"]
)
def test_plain_text_is_recognised(text: str) -> None:
    assert not looks_like_markdown(text)
