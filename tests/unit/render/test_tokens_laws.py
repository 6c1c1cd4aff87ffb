"""The token printer: as markdown-it prints, but for the listed differences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt
from markdown_it.token import Token

from citemark import Options
from citemark.render.context import RenderContext
from citemark.render.tokens import Raw, TokenPrinter, plain_text
from tests.unit.render.answers import R, S, context, html, soup, text_of

MD = MarkdownIt("commonmark", {"xhtmlOut": False}).enable(["table", "strikethrough"])


def printed(tokens: Sequence[Token], ctx: RenderContext | None = None) -> str:
    printer = TokenPrinter(
        ctx or context(""), lambda *ordinals: f"<sup>{ordinals}</sup>"
    )
    pieces = printer.print(tokens)
    return "".join(
        f"[{piece.html}]" if isinstance(piece, Raw) else piece for piece in pieces
    )


ANSWERS = [
    "# One\n\nTwo\n===\n\n### Three ###\n",
    "a *b* **c** ***d*** ~~e~~ `f`\\\nh  \ni\nj",
    "- a\n- b\n\n  c\n- d\n  - e\n    > f\n",
    "- a\n  > b\n- # c\n-\n- ```\n  d\n  ```\n",
    "3. a\n4. b\n   1) c\n",
    "> a\n> > b\n>\n> - c\n",
    "    code\n    more\n\n```\nfence < & >\n```\n\n~~~python\nx\n~~~\n",
    "| a | b | c |\n|---|---|---|\n| 1 | `2` | *3* |\n| 4 |\n",
    "***\n\n---\n",
    "- > a\n\n1. ***\n",
    "a & b < c > d é 日 &copy; &#35;",
    "* * *\n- \n- x\n",
]


@pytest.mark.parametrize("answer", ANSWERS)
def test_prints_what_markdown_it_prints(answer: str) -> None:
    assert printed(MD.parse(answer)) == MD.render(answer)


def test_quotes_in_text_are_characters_and_no_break_spaces_entities() -> None:
    assert text_of('"a"\xa0&quot;b&nbsp;c') == '<p>"a"&nbsp;"b&nbsp;c</p>\n'


def test_links_get_a_rel() -> None:
    assert text_of('[a](https://x.test/?a=1&b "t \\"q\\"")') == (
        '<p><a href="https://x.test/?a=1&amp;b" title="t &quot;q&quot;" '
        'rel="nofollow noopener noreferrer">a</a></p>\n'
    )


def test_alignment_is_a_class() -> None:
    answer = "| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |\n"
    cells = BeautifulSoup(text_of(answer), "html.parser").select("td")
    assert [cell.get("class") for cell in cells] == [
        ["cx-left"],
        ["cx-center"],
        ["cx-right"],
        None,
    ]
    assert "style" not in text_of(answer)


@pytest.mark.parametrize(
    ("info", "css_class"),
    [
        ("python", "language-python"),
        ("c++ extra", "language-c++"),
        ("objective-c", "language-objective-c"),
        ('{.x onload="y"}', "language-.x"),
        ("f&ouml;o", "language-fo"),
        ("x" * 50, "language-" + "x" * 32),
        ("{}", None),
        ("", None),
    ],
)
def test_language_is_reduced(info: str, css_class: str | None) -> None:
    shown = text_of(f"~~~{info}\nx\n~~~")
    expected = f' class="{css_class}"' if css_class else ""
    assert shown == f"<pre><code{expected}>x\n</code></pre>\n"


def test_images_are_printed_where_they_are_allowed() -> None:
    tokens = MD.parse('![a *b*  `c`\nd ![e](f) \\\ng](https://i.test/x.png "t<")')
    assert printed(tokens) == (
        '<p><img src="https://i.test/x.png" alt="a b  c\nd e \ng" title="t&lt;"></p>\n'
    )


def test_image_alt_holds_raw_html_as_text() -> None:
    md = MarkdownIt("commonmark", {"html": True})
    assert 'alt="a &lt;b&gt;"' in printed(md.parse("![a <b>](https://i.test/x.png)"))


@pytest.mark.parametrize(
    ("headings", "ids"),
    [
        (
            f"# What's new?{R}\n\n## `code` *and* ![alt](x:y)",
            ["what-s-new", "code-and-alt"],
        ),
        ("# Same\n\n# same\n\n# Same 1", ["same", "same-1", "same-1-1"]),
        ("# <b>x</b>\n\n#", ["x", "section"]),
        ("Two\nlines\n===", ["two-lines"]),
    ],
)
def test_heading_ids(headings: str, ids: list[str]) -> None:
    page = soup(headings, Options(heading_ids=True))
    found = [str(tag["id"]) for tag in page.select("article > [id]")]
    assert [name for name in found if name.startswith("cx-h-")] == [
        f"cx-h-{name}" for name in ids
    ]
    assert not soup(headings).select("h1[id]")


def test_task_boxes_are_disabled() -> None:
    shown = text_of("- [ ] a\n- [x] b\n- c", Options(tasklists=True))
    boxes = BeautifulSoup(shown, "html.parser").select("input")
    assert [box.has_attr("checked") for box in boxes] == [False, True]
    assert all(box.has_attr("disabled") for box in boxes)


def test_unknown_tokens_go_to_the_fallback() -> None:
    token = Token("widget", "w", 0, content="<>")
    ctx = replace(
        context(""),
        fallback=lambda tokens, index: (
            f'<i class="w" title="&quot;">&quot;\xa0{tokens[index].type}</i>'
        ),
    )
    inline = Token("inline", "", 0, children=[token])
    expected = '<i class="w" title="&quot;">"&nbsp;widget</i>'
    assert printed([token, inline], ctx) == expected * 2
    assert printed([token]) == "&lt;&gt;"


def test_fallback_output_without_quotes_is_kept() -> None:
    ctx = replace(context(""), fallback=lambda _tokens, _index: "<i>x</i>")
    assert printed([Token("widget", "w", 0)], ctx) == "<i>x</i>"


def ref(ordinal: int) -> Token:
    return Token("citation_ref", "", 0, meta={"ordinal": ordinal})


def text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def test_references_are_printed_one_by_one_or_in_runs() -> None:
    tokens = [Token("inline", "", 0, children=[ref(0), ref(1), text("a"), ref(2)])]
    assert printed(tokens) == "<sup>(0,)</sup><sup>(1,)</sup>a<sup>(2,)</sup>"
    grouped = context("", Options(grouped=True))
    assert printed(tokens, grouped) == "<sup>(0, 1)</sup>a<sup>(2,)</sup>"


def raw_context(pair: tuple[str, str] | None) -> RenderContext:
    ctx = context("")
    return replace(ctx, document=replace(ctx.document, pair=pair))


def test_raw_html_is_kept_apart_with_its_markers() -> None:
    ctx = raw_context(("\x81", "\x8d"))
    block = Token("html_block", "", 0, content="<p>a \t\x810\x8d b \x811\x8d</p>\n")
    printer = TokenPrinter(ctx, lambda *ordinals: f"#{ordinals[0]}#")
    assert printer.print([block]) == [Raw("<p>a#0# b#1#</p>\n", block=True)]
    assert printer.ordinals == [0, 1]


def test_raw_html_is_escaped_where_it_may_not_be_html() -> None:
    ctx = raw_context(("\x81", "\x8d"))
    block = Token("html_block", "", 0, content="<p>a \x810\x8d</p>\n")
    inline = Token(
        "inline", "", 0, children=[Token("html_inline", "", 0, content="<script>")]
    )
    printer = TokenPrinter(ctx, lambda *_: "<sup>1</sup>", escape_raw=True)
    assert printer.print([block, inline]) == [
        "<p>&lt;p&gt;a<sup>1</sup>&lt;/p&gt;</p>\n",
        "&lt;script&gt;",
    ]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("a <script>alert(1)</script> b", "a  b"),
        ("a <style>x{}</style > b", "a  b"),
        ("a <SCRIPT>x <i>y</i></Script> b", "a  b"),
        ("a <script>x</style> b", "a x b"),
        ("a <script>x <script>y", "a x y"),
        ("a </script> b", "a  b"),
        ("a <scripty>x</scripty> b", "a x b"),
    ],
)
def test_inline_scripts_vanish_with_what_they_hold(answer: str, expected: str) -> None:
    assert text_of(answer) == f"<p>{expected}</p>\n"


def test_references_in_a_script_stay() -> None:
    page = soup(f"a <script>x {R} y{S}</script> b")
    assert [sup.get_text() for sup in page.select("p sup")] == ["[1]", "[2]"]
    assert "x" not in page.select("p")[0].get_text()


def test_plain_text_leaves_out_references() -> None:
    tokens = context(f"a{R} *b* `c`\nd\\\n![e](x:y)<i>").tokens
    assert plain_text(tokens[1].children or []) == "a b c d e"


def test_hidden_paragraphs_and_empty_tables_of_tokens() -> None:
    """A token list may end anywhere: what follows an opening tag may be missing."""
    opening = Token("blockquote_open", "blockquote", 1, block=True)
    assert printed([opening]) == "<blockquote>\n"


def test_options_decide_nothing_about_plain_text() -> None:
    assert (
        html("plain") == '<article class="cx" dir="auto">\n<p>plain</p>\n</article>\n'
    )
