from __future__ import annotations

from dataclasses import replace

import pytest
from markdown_it.token import Token

from citemark import Options
from citemark.render.policies import LINK_REL
from citemark.render.tokens import Raw, TokenPrinter, plain_text
from tests.strategies import cite
from tests.unit.render.contexts import context

A, B = cite("turn0file0"), cite("turn0file1")


def refs(*ordinals: int) -> str:
    return "".join(f"({ordinal})" for ordinal in ordinals)


def pieces(
    answer: str, options: Options | None = None, *, escape_raw: bool = False
) -> list[str | Raw]:
    ctx = context(answer, options=options)
    return TokenPrinter(ctx, refs, escape_raw=escape_raw).print(ctx.tokens)


def printed(answer: str, options: Options | None = None) -> str:
    found = pieces(answer, options)
    assert not any(isinstance(piece, Raw) for piece in found)
    return "".join(map(str, found))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("a *b* **c** ~~d~~", "<p>a <em>b</em> <strong>c</strong> <s>d</s></p>\n"),
        ("a\nb  \nc", "<p>a\nb<br>\nc</p>\n"),
        ('1 < 2 & "x"', '<p>1 &lt; 2 &amp; "x"</p>\n'),
        ("`<b>`", "<p><code>&lt;b&gt;</code></p>\n"),
        ("    <b>", "<pre><code>&lt;b&gt;\n</code></pre>\n"),
        ("---", "<hr>\n"),
        ("> a", "<blockquote>\n<p>a</p>\n</blockquote>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        (
            "- a\n  - b",
            "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>\n",
        ),
        ("-\n- a", "<ul>\n<li></li>\n<li>a</li>\n</ul>\n"),
        ("3. a", '<ol start="3">\n<li>a</li>\n</ol>\n'),
        ("## a", "<h2>a</h2>\n"),
        ("```\n<b>\n```", "<pre><code>&lt;b&gt;\n</code></pre>\n"),
        (
            "```c++ x\na\n```",
            '<pre><code class="language-c++">a\n</code></pre>\n',
        ),
        (
            '```"><script>\na\n```',
            '<pre><code class="language-script">a\n</code></pre>\n',
        ),
        (
            '[a](https://x.test/?a&b "t\\"")',
            (
                '<p><a href="https://x.test/?a&amp;b" title="t&quot;" '
                f'rel="{LINK_REL}">a</a></p>\n'
            ),
        ),
        (
            "|a|b|\n|:-|-|\n|c|d|",
            (
                "<table>\n<thead>\n<tr>\n"
                '<th class="cx-left">a</th>\n<th>b</th>\n</tr>\n'
                "</thead>\n<tbody>\n<tr>\n"
                '<td class="cx-left">c</td>\n<td>d</td>\n</tr>\n'
                "</tbody>\n</table>\n"
            ),
        ),
    ],
)
def test_markdown_is_printed(answer: str, expected: str) -> None:
    assert printed(answer) == expected


def test_a_long_language_is_cut() -> None:
    assert f'"language-{"x" * 32}"' in printed(f"```{'x' * 40}\n```")


def test_headings_get_ids_on_request() -> None:
    html = printed(f"# A *b*{A}\n\n# a b", Options(heading_ids=True))
    assert html == (
        '<h1 id="cx-h-a-b">A <em>b</em>(0)</h1>\n<h1 id="cx-h-a-b-1">a b</h1>\n'
    )


def test_tasks_get_a_box() -> None:
    box = '<input class="task-list-item-checkbox" disabled="" type="checkbox"'
    html = printed("- [ ] a\n- [x] b\n- c", Options(tasklists=True))
    assert f"{box}> a</li>\n" in html
    assert f'{box} checked=""> b</li>\n' in html
    assert "<li>c</li>" in html


def test_images_keep_their_text_in_attributes() -> None:
    options = Options(images="allow", image_hosts=("x.test",))
    image = '![a *b* `"c"` ![d](https://x.test/e.png)\nf](https://x.test/g.png "t<")'
    html = printed(image, options)
    assert html == (
        '<p><img src="https://x.test/g.png" alt="a b &quot;c&quot; d\nf" '
        'title="t&lt;"></p>\n'
    )


def test_markers_side_by_side_are_grouped_on_request() -> None:
    grouped = pieces(f"a{A}{B} b{A}", Options(grouped=True))
    assert grouped == ["<p>", "a", "(0)(1)", " b", "(2)", "</p>\n"]
    alone = pieces(f"a{A}{B}")
    assert alone == ["<p>", "a", "(0)", "(1)", "</p>\n"]


def test_the_markers_that_were_printed_are_listed() -> None:
    ctx = context(f"a{A} <b>b{B}</b>\n\n<div>{A}</div>")
    printer = TokenPrinter(ctx, refs)
    printer.print(ctx.tokens)
    assert printer.ordinals == [0, 1, 2]


def test_raw_html_is_kept_apart() -> None:
    assert pieces(f"a <b title='{A}'>\n\n<div>b {B}c</div>") == [
        "<p>",
        "a ",
        Raw("<b title=''>", block=False),
        "(0)",
        "</p>\n",
        Raw("<div>b(1)c</div>", block=True),
    ]


def test_raw_html_is_text_where_no_sanitizer_reads_it() -> None:
    answer = f"a <b title='{A}'>\n\n<div>b {B}&c</div>\n"
    assert "".join(map(str, pieces(answer, escape_raw=True))) == (
        "<p>a &lt;b title=''&gt;(0)</p>\n<p>&lt;div&gt;b(1)&amp;c&lt;/div&gt;</p>\n"
    )
    # What a script holds is text, too.
    assert "".join(map(str, pieces("a <script>b</script>", escape_raw=True))) == (
        "<p>a &lt;script&gt;b&lt;/script&gt;</p>\n"
    )


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (f"a <script>b *c*{A} <i></script> d", "a <script>(0) d"),
        (f"a <script {'x' * 600}>b{A}c</script> d", f"a <script {'x' * 600}>(0) d"),
        ("a <STYLE>b<script></script></style> d", "a <STYLE> d"),
        ("a <script>b</style> d", "a <script>b</style> d"),
        ("a <script>b <script>c", "a <script>b <script>c"),
        ("a </script> b", "a </script> b"),
        ("a <scripty>b</scripty>", "a <scripty>b</scripty>"),
    ],
)
def test_what_a_script_holds_is_skipped(answer: str, expected: str) -> None:
    found = [p.html if isinstance(p, Raw) else p for p in pieces(answer)]
    assert "".join(found) == f"<p>{expected}</p>\n"


def plugin_token(content: str = "") -> Token:
    return Token("sparkle", "", 0, content=content)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<b>plain</b>", "<b>plain</b>"),
        ('<b title="&quot;">&quot;x&quot;</b>', '<b title="&quot;">"x"</b>'),
        ('<b title="\xa0">\xa0</b>', '<b title="&nbsp;">&nbsp;</b>'),
    ],
)
def test_tokens_of_plugins_are_printed_as_ours(html: str, expected: str) -> None:
    ctx = replace(context("a"), fallback=lambda _tokens, _index: html)
    assert TokenPrinter(ctx, refs).print([plugin_token()]) == [expected]


def test_tokens_that_nobody_prints_are_text() -> None:
    ctx = replace(context("a"), fallback=None)
    assert TokenPrinter(ctx, refs).print([plugin_token("<b>")]) == ["&lt;b&gt;"]


def test_plain_text_of_inline_tokens() -> None:
    options = Options(images="allow", image_hosts=("x.test",))
    answer = f"a *b* `c`\nd  \ne ![f *g*](https://x.test/h.png) <i>i</i>{A}"
    ctx = context(answer, options=options)
    assert plain_text(ctx.tokens[1].children or []) == "a b c d e f g i"
