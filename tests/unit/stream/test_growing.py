from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, StreamRenderer, render
from citemark.render import growing
from citemark.render.escape import join_blocks
from citemark.render.growing import Pieces
from citemark.render.html import article_of
from citemark.render.tokens import slugs_after
from citemark.stream.growing import GrowingText
from tests.strategies import SOURCES, cite
from tests.unit.render.contexts import context

_TEXT = f"# Tide\n\nHigh{cite('turn0file0')} tide{cite('turn0file1')}.\n"


@given(st.text(), st.lists(st.one_of(st.none(), st.text()), max_size=200))
def test_a_growing_text_is_all_that_was_added(
    first: str, steps: list[str | None]
) -> None:
    text, expected = GrowingText(first), first
    for step in steps:
        if step is None:
            assert str(text) == expected
        else:
            text.add(step)
            expected += step
        assert len(text) == len(expected)
    assert str(text) == expected
    assert str(text) == expected


def test_many_tiny_texts_are_put_together() -> None:
    text = GrowingText()
    assert str(text) == ""
    for _ in range(1_000):
        text.add("ab")
    assert len(text) == 2_000
    assert str(text) == "ab" * 1_000


def test_the_shell_has_nothing_in_it_but_slots() -> None:
    assert growing.shell(context(""), "b", "s", "c") == (
        '<article class="cx" dir="auto">\n'
        '<template id="b"></template>'
        '<template id="s"></template>'
        '<template id="c"></template></article>\n'
    )


def test_pieces_make_the_article() -> None:
    """Put where the slots are, the pieces are what is rendered at once."""
    for theme in ("base", "chat", "article"):
        ctx = context(_TEXT, theme=theme)
        pieces = Pieces(ctx)
        html = growing.shell(ctx, "b", "s", "c")
        section = growing.section(ctx, "n")
        notes = pieces.notes(ctx.resolution.references)
        assert list(notes) == [1, 2]
        for slot, filled in (
            ("b", pieces.blocks()),
            ("s", section),
            ("c", "".join(card for _, card in notes.values())),
            ("n", "".join(note for note, _ in notes.values())),
        ):
            place = growing.slot(ctx, slot)
            assert html.count(place) == 1
            html = html.replace(place, filled)
        assert (
            html.replace(' aria-busy="true"', "")
            == render(_TEXT, SOURCES, theme=theme).body
        )


def test_blocks_can_be_printed_one_by_one() -> None:
    ctx = context(_TEXT)
    pieces = Pieces(ctx)
    first, rest = pieces.blocks(ctx.tokens[:3]), pieces.blocks(ctx.tokens[3:])
    assert first.startswith("<h1")
    assert rest.startswith("<p>High")
    assert first + rest == pieces.blocks()
    (second,) = ctx.resolution.references[1:]
    assert list(pieces.notes([second])) == [2]
    assert pieces.note_id(2) in pieces.notes([second])[2][0]


def test_headings_go_on_with_the_slugs_before() -> None:
    ctx = context("# Tide\n", options=Options(heading_ids=True))
    first = Pieces(ctx).blocks(ctx.tokens)
    slugs = slugs_after(ctx.slugs, ctx.tokens)
    second = Pieces(ctx).blocks(ctx.tokens, slugs)
    assert 'tide"' in first
    assert 'tide-1"' in second


def test_pieces_know_of_raw_html() -> None:
    assert not Pieces(context("*a* `<b>` \\<b>")).has_raw
    assert Pieces(context("a <b>c</b>")).has_raw
    assert Pieces(context("<div>\na\n</div>")).has_raw
    assert not Pieces(context("a <b>c</b>", options=Options(raw_html="escape"))).has_raw


def test_the_last_block_ends_as_it_does_in_the_article() -> None:
    for blocks in (
        ["<br>"],
        ["a\n", "<br>", ""],
        ["\n"],
        ["\n", ""],
        ["a\n", "\n"],
        [],
    ):
        body = join_blocks("".join(blocks))
        article = article_of(context(""), body=body, notes="", cards="")
        inside = article.partition("\n")[2].removesuffix("</article>\n")
        assert "".join(growing.ended(*blocks)) == inside
        assert len(growing.ended(*blocks)) == len(blocks)


def test_raw_html_says_what_it_leaves_open() -> None:
    leaves_open = growing.leaves_open(Options())
    html = ("<div>", "<b>", "<ul><li>", "</ul>", "</div>", "<br>", "<x-y>")
    assert [leaves_open(each) for each in html] == [True] * 4 + [False] * 3


def test_the_status_is_empty_and_polite() -> None:
    ctx = context("")
    status = '<p id="{}" class="cx-status" role="status"></p>\n'
    assert growing.status(ctx, "x") == status.format("x")
    (start,) = StreamRenderer(theme="base").feed("")
    assert start.to_dict()["status"] == status.format("cx-status")


def test_references_lead_to_the_lines_that_readers_have() -> None:
    ctx = context(f"a{cite('turn0file1', 'L2')}")
    for told, target in (
        (None, "cx-s1-2"),
        ({1: {2}}, "cx-s1-2"),
        ({1: {3}, 2: {2}}, "cx-s1"),
        ({}, "cx-s1"),
    ):
        pieces = Pieces(ctx, told)
        assert f'href="#{target}"' in pieces.blocks()
        assert pieces.lines(1) == {2}
