from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from citemark import Options
from citemark.document.cutting import Block, Lines, find_cut, top_blocks
from citemark.document.document import Document
from citemark.render.growing import leaves_open
from tests.stream_inputs import LINES, MORE_LINES
from tests.unit.document.reading import document, written

_EVERYTHING = Options(footnotes=True, dollarmath=True, tasklists=True, linkify=True)
often = settings(max_examples=300)


def before(text: str, options: Options | None = None) -> str | None:
    """Return what is before the cut of *text*, if it has one."""
    options = options or Options()
    cut = find_cut(document(text, options), formulas=options.dollarmath)
    return None if cut is None else written(text)[: cut.offset]


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("", None),
        ("\n\n", None),
        # A paragraph may go on, be a heading or the head of a table.
        ("a", None),
        ("a\n", None),
        ("a\n\n", "a\n"),
        ("a\nb\n\n", "a\nb\n"),
        ("a\n \t\n", "a\n"),
        ("a\n ", None),
        ("a\n\u00a0", None),
        ("\n\na\n\nb", "\n\na\n"),
        # A line that is complete ends a heading or a rule.
        ("# H", None),
        ("# H\n", "# H\n"),
        ("a\n===", None),
        ("a\n===\n", "a\n===\n"),
        ("***", None),
        ("***\n", "***\n"),
        # A word, or a complete line, begins a block of its own for good.
        ("# H\nb", "# H\n"),
        ("- a\n\nb", "- a\n\n"),
        ("- a\n\n\nb", "- a\n\n\n"),
        ("- a\n\n1", None),
        ("- a\n\n*", None),
        ("- a\n\n* b", None),
        ("- a\n\n* b\n", "- a\n\n"),
        ("    c\n\nb", "    c\n"),
        ("- a\n\n ", None),
        # Lists and indented code go on behind a blank line.
        ("- a\n\n", None),
        ("- a\n\n  b\n\n", None),
        ("1. a\n\n\n", None),
        ("    c\n\n", None),
        # What a blank line ends.
        ("> q\n", None),
        ("> q\n\n", "> q\n"),
        ("> - q\n\n", "> - q\n"),
        ("```\nx\n", None),
        ("```\nx\n\n", None),
        ("```\nx\n```", None),
        ("```\nx\n```\n", None),
        ("```\nx\n```\n\n", "```\nx\n```\n"),
        ("<div>\nx\n", None),
        ("<div>\nx\n\n", "<div>\nx\n"),
        ("<!-- c\n\nx\n\n", None),
        ("|a|\n|-|\n|x|\n", None),
        ("|a|\n|-|\n|x|\n\n", "|a|\n|-|\n|x|\n"),
        # A row of dashes may go on to be none.
        ("# H\n|a|\n|-|", "# H\n"),
        ("- i\n\n|a|\n|-|", None),
        ("- i\n\n|a|\n|-|\n", "- i\n\n"),
        # Definitions are no blocks, and stay with what comes behind.
        ("[f]: /u\n\n", None),
        ("a\n\n[f]: /u\n\n", "a\n"),
        ("a\n\n[f]: /u\n\nb\n\n", "a\n\n[f]: /u\n\nb\n"),
        # Any line end is one.
        ("a\r\n\r\nb", "a\r\n"),
        ("a\r\rb", "a\r"),
        ("# H\r\nb", "# H\r\n"),
        ("- a\r\n\r\nb\rc", "- a\r\n\r\n"),
        # Markers make it longer, and are not divided from where they stand.
        ("a@\n\nb", "a@\n"),
        ("a@", None),
        ("@\n\nb", "@\n"),
        ("a\n\n@", "a\n"),
        ("a@\n\nb@\n\nc", "a@\n\nb@\n"),
        ("- a@\n\nb@", "- a@\n\n"),
        ("# H@\nb", "# H@\n"),
        # One that goes into the paragraph before, or into one put there for it.
        ("a\n\n```\n@\n```\n\n", "a\n\n```\n@\n```\n"),
        ("a\n\n```\n@\n", None),
        ("a@\n\n```\n@\n", None),
        ("# a\n```\n@\n", "# a\n"),
        ("***\n<div>@\n\nb", "***\n<div>@\n"),
        ("a\n\n<!-- @", "a\n"),
        ("```\n@\n```\n\nb", "```\n@\n```\n"),
    ],
)
def test_what_is_before_the_cut(text: str, done: str | None) -> None:
    expected = None if done is None else written(done)
    assert before(text) == expected


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("$$\na\n\nb\n\n", None),
        ("$$\na\n$$\n\n", "$$\na\n$$\n"),
        ("$$\na\n$$\n\nb\n\n$$\nc", "$$\na\n$$\n\nb\n"),
        ("$$\na\n$$\n\nb\n\n$$\nc\n\nd", None),
        ("a\n\n$$x", "a\n"),
        ("> $$\n\nb\n\n", None),
        ("- $$\n\nb\n\nc\n\n", None),
        ("1. $$ a\n\nb\n\n", None),
        ("it is $$5\n\nb\n\n", "it is $$5\n\nb\n"),
        ("$5\n\nb\n\n", "$5\n\nb\n"),
    ],
)
def test_a_formula_that_is_open_keeps_all_behind_it(
    text: str, done: str | None
) -> None:
    assert before(text, Options(dollarmath=True)) == done


def before_raw(text: str) -> str | None:
    """Return what is before the cut where raw HTML keeps blocks together."""
    cut = find_cut(document(text), leaves_open=leaves_open(Options()))
    return None if cut is None else written(text)[: cut.offset]


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("a\n\nb", "a\n"),
        ("a\n", None),
        ("<div>\n\n", None),
        ("<div>\n\na\n\n", None),
        ("a\n\n<div>\n\nb\n\nc", "a\n"),
        ("<div>\n\na\n\n</div>\n\n", "<div>\n\na\n\n</div>\n"),
        ("<div>\n\na\n\n</div>\n\n<div>\n\nb", "<div>\n\na\n\n</div>\n"),
        ("<br>\n\n<p>\n\na\n\n", "<br>\n\n<p>\n\na\n"),
        # What is in a block of ours ends with that.
        ("> <div>\n\na\n\n", "> <div>\n\na\n"),
        ("a@\n\n<div>@\n\nb", "a@\n"),
        # It is only so long that readers wait.
        (f"<div>\n\n{'a' * 16_000}\n\nb", None),
        (f"<div>\n\n{'a' * 16_400}\n\nb", f"<div>\n\n{'a' * 16_400}\n"),
    ],
)
def test_raw_html_that_is_open_keeps_blocks_together(
    text: str, done: str | None
) -> None:
    expected = None if done is None else written(done)
    assert before_raw(text) == expected


def test_footnotes_are_no_blocks_of_the_text() -> None:
    options = Options(footnotes=True)
    assert before("x[^1]\n\n[^1]: fn\n\n", options) == "x[^1]\n"
    assert before("[^1]: fn\n\n", options) is None
    tokens = document("x[^1]\n\n[^1]: fn", options).tokens
    assert tokens[-1].type == "footnote_block_close"
    assert top_blocks(tokens) == [Block(0, 3, 0, 1)]


def test_a_cut_is_told_in_tokens_lines_and_characters() -> None:
    cut = find_cut(document("a@\n\n- b\n\nc"))
    assert cut is not None
    assert (cut.tokens, cut.line) == (10, 4)
    assert cut.offset == len(written("a@\n\n- b\n\n"))


def test_the_blocks_of_a_text() -> None:
    read = document("a\n\n- b\n  - c\n\n***\n```\nx\n")
    assert top_blocks(read.tokens) == [
        Block(0, 3, 0, 1),
        Block(3, 17, 2, 5),
        Block(17, 18, 5, 6),
        Block(18, 19, 6, 8),
    ]
    # What was put there for a marker belongs to what the marker was in.
    (block,) = top_blocks(document("```\n@\n```").tokens)
    assert (block.start, block.end, block.first, block.last) == (0, 4, 0, 3)
    assert top_blocks([]) == []


def test_the_lines_of_a_text() -> None:
    lines = Lines(document("a@\r\n \rb\n\nc"))
    assert lines.complete == 4
    assert lines.line(1) == " \r"
    assert lines.line(4) == "c"
    assert [lines.is_blank(number) for number in range(5)] == [
        False,
        True,
        False,
        True,
        False,
    ]
    assert [lines.offset(number) for number in (0, 1, 4, 5)] == [
        0,
        len(written("a@\r\n")),
        len(written("a@\r\n \rb\n\n")),
        len(written("a@\r\n \rb\n\nc")),
    ]
    plain = Lines(document("a\n"))
    assert plain.line(1) == ""
    assert not plain.is_blank(1)
    assert (plain.offset(1), plain.offset(9)) == (2, 2)


def signature(tokens: tuple[Token, ...]) -> list[tuple[object, ...]]:
    """Return all there is to the blocks, but for what definitions can change."""
    return [
        (
            each.type,
            each.tag,
            each.level,
            each.map,
            each.content,
            each.info,
            each.markup,
        )
        for each in tokens
    ]


def html(read: Document, tokens: tuple[Token, ...]) -> str:
    return str(read.md.renderer.render(list(tokens), read.md.options, read.env))


def _line_soup(lines: tuple[str, ...]) -> st.SearchStrategy[str]:
    end = st.sampled_from(("", "\n", "\n\n"))
    several = st.lists(st.sampled_from(lines), min_size=1, max_size=7).map("\n".join)
    return st.tuples(several, end).map("".join)


_line_ends = st.sampled_from(("\n", "\n", "\n", "\r\n", "\r"))


@often
@given(_line_soup(LINES), _line_soup(LINES), _line_ends)
def test_nothing_that_follows_changes_what_is_done(
    text: str, more: str, line_end: str
) -> None:
    text, more = text.replace("\n", line_end), more.replace("\n", line_end)
    read, whole = document(text), document(text + more)
    cut = find_cut(read)
    if cut is None:
        return
    done, begins = read.tokens[: cut.tokens], whole.tokens[: cut.tokens]
    assert signature(done) == signature(begins)
    assert html(read, done) == html(whole, begins)
    # Each side can be read without the other.
    first, rest = document(text[: cut.offset]), document((text + more)[cut.offset :])
    assert html(first, first.tokens) == html(read, done)
    behind = whole.tokens[cut.tokens :]
    assert html(rest, rest.tokens) == html(whole, behind)


@pytest.mark.parametrize(
    "options", [Options(), _EVERYTHING, Options(raw_html="escape")], ids=range(3)
)
@often
@given(_line_soup(MORE_LINES), _line_soup(MORE_LINES))
def test_definitions_change_links_only(options: Options, text: str, more: str) -> None:
    read, whole = document(text, options), document(text + more, options)
    cut = find_cut(read, formulas=options.dollarmath)
    if cut is not None:
        done, begins = read.tokens[: cut.tokens], whole.tokens[: cut.tokens]
        assert signature(done) == signature(begins)


@often
@given(_line_soup((*LINES, "a@", "@", "@ b", "```@", "| @ |", "- @")))
def test_a_marker_is_on_the_side_that_its_reference_is_on(text: str) -> None:
    read = document(text)
    cut = find_cut(read)
    if cut is None:
        return
    first = document(text_before := written(text)[: cut.offset])
    assert html(first, first.tokens) == html(read, read.tokens[: cut.tokens])
    assert len(first.markers) == sum(each.start < cut.offset for each in read.markers)
    assert not text_before or text_before[-1] == "\n"
