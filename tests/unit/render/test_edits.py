"""Markdown and text output: the source, with references where the markers were."""

from __future__ import annotations

import pytest

from citemark import Options, render
from tests.strategies import SOURCES, cite

MARKER, OTHER = cite("turn0file0"), cite("turn0file1")
UNKNOWN, ENTITY = cite("turn9file9"), cite('["city","Paris"]', family="entity")
IMAGE = "https://img.example.org/a.png"


def answer(text: str) -> str:
    """Put markers for ``@`` and ``%``, one of an unknown source for ``?``."""
    for short, marker in (("@", MARKER), ("%", OTHER), ("?", UNKNOWN), ("€", ENTITY)):
        text = text.replace(short, marker)
    return text


def body(text: str, to: str = "text", options: Options | None = None) -> str:
    """Return the output without the list of sources."""
    shown = render(answer(text), SOURCES, to=to, options=options).body
    return shown.split("\n\nSources\n")[0].split("\n\n[^1]: ")[0].split("\n\n[^2]: ")[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a@ b", "a[1] b", id="in-place"),
        pytest.param("a @ b", "a[1] b", id="space-before"),
        pytest.param("a \t@ b", "a[1] b", id="blanks-before"),
        pytest.param("a @b", "a[1] b", id="glued-to-the-next-word"),
        pytest.param("a @%b", "a[1][2] b", id="run-glued-to-the-next-word"),
        pytest.param("a @ %b", "a[1][2] b", id="spaced-run"),
        pytest.param("a @(b)", "a[1] (b)", id="glued-to-a-parenthesis"),
        pytest.param("a @.", "a[1].", id="before-a-full-stop"),
        pytest.param("a@b", "a[1]b", id="within-a-word"),
        pytest.param("@ a", "[1] a", id="first"),
        pytest.param("a  \n@ b", "a  \n[1] b", id="behind-a-hard-break"),
        pytest.param("a\\\n@ b", "a\\\n[1] b", id="behind-a-backslash-break"),
        pytest.param("a\n@ b", "a[1] b", id="behind-a-soft-break"),
        pytest.param("a | b\n--|--\n@ c | d", "a | b\n--|--\n[1] c | d", id="row"),
        pytest.param("a|b\n-|-\n@c|d", "a|b\n-|-\n[1]c|d", id="glued-row"),
        pytest.param("a|b\n-|-\nc\n@d", "a|b\n-|-\nc\n[1]d", id="row-of-one"),
        pytest.param("a | b\n@ c", "a | b\n[1] c", id="no-table-but-a-pipe"),
        pytest.param("a\n@", "a[1]", id="own-line"),
        pytest.param("a\r\n@", "a[1]", id="own-line-crlf"),
        pytest.param("a\n@ b", "a[1] b", id="next-line"),
        pytest.param("a\n\n@ b", "a\n\n[1] b", id="next-paragraph"),
        pytest.param("- @ a", "- [1] a", id="first-in-an-item"),
        pytest.param("> @a", "> [1]a", id="first-in-a-quote"),
        pytest.param("- a\n- @b", "- a\n- [1]b", id="second-item"),
        pytest.param("a? b", "a b", id="dropped"),
        pytest.param("a ? b", "a b", id="dropped-with-its-space"),
        pytest.param("a ?b", "a b", id="dropped-words-stay-apart"),
        pytest.param("a ??b", "a b", id="dropped-run"),
        pytest.param("a ? .", "a.", id="dropped-before-a-full-stop"),
        pytest.param("? a", "a", id="dropped-first"),
        pytest.param("a\n\n?  b", "a\n\nb", id="dropped-first-of-a-line"),
        pytest.param("a\n\n?\n\nb", "a\n\nb", id="dropped-paragraph"),
        pytest.param("a\n\n?\n\n\n", "a\n\n", id="dropped-last-paragraph"),
        pytest.param("- a\n- ?\n- b", "- a\n- b", id="dropped-item"),
        pytest.param("?\n\na@", "a[1]", id="dropped-first-paragraph"),
        pytest.param("In € it rains", "In Paris it rains", id="widget"),
        pytest.param("**€** a", "**Paris** a", id="widget-in-emphasis"),
        pytest.param("> \n€", "> \nParis", id="widget-below-an-empty-quote"),
        pytest.param("**a@** b", "**a**[1] b", id="emphasis"),
        pytest.param("**a@** %b", "**a**[1][2] b", id="emphasis-and-behind"),
        pytest.param("**a@**%", "**a**[1][2]", id="order-is-kept"),
        pytest.param("a **@** b", "a[1] b", id="emptied-emphasis"),
        pytest.param("@*%*", "[1][2]", id="emptied-behind-a-marker"),
        pytest.param("a `?` b", "a b", id="emptied-code-of-nothing"),
        pytest.param("a\n\n`?`\n\nb", "a\n\nb", id="paragraph-of-emptied-code"),
        pytest.param("a `b @ c` d", "a `b c`[1] d", id="code"),
        pytest.param("``a ` @`` b", "``a ` ``[1] b", id="code-that-ends-in-a-tick"),
        pytest.param("``a `@`` b", "``a ` ``[1] b", id="code-that-ends-at-a-tick"),
        pytest.param("[a @](/b) c", "[a](/b)[1] c", id="link"),
        pytest.param("P\n\n```\nx@\n```", "P[1]\n\n```\nx\n```", id="fence"),
        pytest.param("```\nx@\n```", "```\nx\n```\n\n[1]", id="own-paragraph"),
        pytest.param("```\nx@\n```\ny", "```\nx\n```\n\n[1]\n\ny", id="pushed-apart"),
        pytest.param(
            "> ```\n> x@\n> ```\n", "> ```\n> x\n> ```\n>\n> [1]", id="quoted"
        ),
        pytest.param("```\nx?\n```\n\ny", "```\nx\n```\n\ny", id="code-is-kept"),
        pytest.param("| a |\n|---|\n| b | @", "| a |\n|---|\n| b[1] |", id="row"),
        pytest.param("a\n===@\n\nb", "a[1]\n===\n\nb", id="underline"),
        pytest.param("a@[b] c", "a[1][b] c", id="bracket-behind"),
        pytest.param("@: b", "[1]: b", id="colon-behind"),
        pytest.param("no marker  \n\n", "no marker  \n\n", id="none"),
    ],
)
def test_text_is_an_edit_of_the_source(text: str, expected: str) -> None:
    assert body(text).rstrip("\n ") == expected.rstrip("\n ")


def test_without_markers_and_refusals_every_byte_stays() -> None:
    text = " a  *b*\r\n\r\n\t- c \\\n\x85"
    assert body(text, "markdown") == text


def test_star_soup_keeps_its_prose() -> None:
    """Behind the emphasis the reference would change what the stars mean."""
    text = "**a@**b**c"
    html = body(text, "html")
    assert "<strong>a</strong>" in html
    assert body(text, "markdown") in ("**a**b**c[^1]", "**a**[^1]b**c")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a@[b](x:y) c", "a[^1]b c", id="refused-link-behind-a-marker"),
        pytest.param("[b](x:y)@ c", "b[^1] c", id="refused-link"),
        pytest.param("[b@](x:y) c", "b[^1] c", id="marker-in-a-refused-link"),
        pytest.param(
            f"![b]({IMAGE})@", f"[b (img\\.example\\.org)]({IMAGE})[^1]", id="image"
        ),
        pytest.param(
            f"@![b]({IMAGE})",
            f"[^1][b (img\\.example\\.org)]({IMAGE})",
            id="image-behind",
        ),
        pytest.param("![b](x:y)@", "b[^1]", id="image-without-a-url"),
        pytest.param("a@<span>b", "a[^1]&lt;span>b", id="tag-behind-a-marker"),
        pytest.param("a <b>c</b>@", "a <b>c</b>[^1]", id="harmless-tag"),
        pytest.param(
            "<p>\n[a](x:y)\n</p>", "&lt;p>\na\n&lt;/p>", id="link-in-an-html-block"
        ),
        pytest.param("[a [b](x:y) c](x:z)", "a b c", id="link-around-a-link"),
        pytest.param("[a <b c=d> e](x:y)", "a &lt;b c=d\\> e", id="tag-in-a-link"),
        pytest.param("[a <x:y> b](x:z)", "a &lt;x&#58;y\\> b", id="autolink-in-a-link"),
        pytest.param("[a\\\nb](x:y) c", "a b c", id="link-over-lines"),
        pytest.param(
            f"[a ![b]({IMAGE}) c](x:y)",
            "a b (img\\.example\\.org) c",
            id="image-in-a-link",
        ),
        pytest.param("[a\n@2) b\nc](x:y) d", "a 2) b c[^1] d", id="lifted-in-a-link"),
        pytest.param(
            "| [a](x:b) @ | [a](x:b) |\n|---|---|",
            "| a[^1] | \\[a](x:b) |\n|---|---|",
            id="link-in-a-cell-like-another",
        ),
        pytest.param(
            "| \\[a](x:b) [a](x:b) | \\[a](x:b) [a](x:b) |\n|---|---|",
            "| \\[a](x:b) \\[a](x:b) | \\[a](x:b) \\[a](x:b) |\n|---|---|",
            id="brackets-escaped-already",
        ),
        pytest.param(
            "| <b c=d> | <b c=d> |\n|---|---|",
            "| &lt;b c=d> | &lt;b c=d> |\n|---|---|",
            id="tag-in-a-cell-like-another",
        ),
        pytest.param(
            "| a \\| <b c=d> |\n|---|",
            "| a \\| &lt;b c=d> |\n|---|",
            id="tag-beside-an-escaped-pipe",
        ),
        pytest.param("[a]?(<x:y>)", "a", id="link-that-a-dropped-marker-undid"),
        pytest.param(
            'a\n?<iframe b="\nc', 'a\n&lt;iframe b="\nc', id="block-behind-a-marker"
        ),
        pytest.param("a@[b] c", "a[^1]\\[b] c", id="bracket-behind"),
        pytest.param("a@(b) c", "a[^1]\\(b) c", id="parenthesis-behind"),
        pytest.param("@: b", "[^1]\\: b", id="colon-behind-the-first"),
        pytest.param("a@: b", "a[^1]: b", id="colon-behind"),
    ],
)
def test_markdown_refuses_what_the_policy_refuses(text: str, expected: str) -> None:
    assert body(text, "markdown").replace("e\\.", "e\\.") == expected


def test_trusted_markdown_is_left_alone() -> None:
    text = "a <span>b</span> [c](x:y)"
    assert body(text, "markdown", Options(trusted=True)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://a.example/b c@", "http&#58;//a\\.example/b c[^1]"),
        ("see http://a.example/b@ c", "see http&#58;//a\\.example/b[^1] c"),
        ("see https://a.example/b@ c", "see https://a.example/b[^1] c"),
    ],
)
def test_bare_addresses_are_refused_from_their_scheme_on(
    text: str, expected: str
) -> None:
    options = Options(linkify=True, link_schemes=("https",))
    assert body(text, "markdown", options) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a `<i>` <i>b", "a `<i>` &lt;i>b"),
        ("`a\n<div>`", "`a\n&lt;div>`"),
        ("> `a\n> <div>`", "> `a\n> &lt;div>`"),
        ("[a\n<div>b]: /c", "[a\n&lt;div>b]: /c"),
        ("```\n<div>\n```", "```\n<div>\n```"),
    ],
)
def test_tags_that_another_renderer_would_read_first_are_escaped(
    text: str, expected: str
) -> None:
    assert body(text, "markdown", Options(raw_html="escape")) == expected


def test_what_never_settles_keeps_neither_tags_nor_links() -> None:
    """Each link that goes leaves a definition, which makes a link of the next."""
    chain = [f"[][r{at}][r{at + 1}]: x:y" for at in range(9)]
    text = "\n\n".join(["[](x:y)[r0]: x:y", *chain, "<b>[z](https://z.example)</b>"])
    shown = body(text, "markdown")
    assert shown.endswith(
        "\n\n\\[]\\[r8]\\[r9]: x:y\n\n&lt;b>\\[z](https&#58;//z.example)&lt;/b>"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a@% b@", "a[1, 2] b[1]", id="side-by-side"),
        pytest.param("a @ %b", "a[1, 2] b", id="with-blanks-between"),
        pytest.param("**a@**% b", "**a**[1, 2] b", id="one-left-its-emphasis"),
        pytest.param("a@?%", "a[1, 2]", id="around-a-dropped-one"),
        pytest.param("@ % a", "[1, 2] a", id="first-of-a-line"),
        pytest.param("a @ % .", "a[1, 2] .", id="before-a-blank"),
        pytest.param("```\na@%\n```", "```\na\n```\n\n[1, 2]", id="out-of-code"),
        pytest.param("<p>a@ %b@</p>", "<p>a[1, 2] b[1]</p>", id="in-raw-html"),
        pytest.param("a", "a", id="none"),
    ],
)
def test_text_groups_what_html_groups(text: str, expected: str) -> None:
    assert body(text, "text", Options(grouped=True)) == expected


@pytest.mark.parametrize(
    ("to", "options", "expected"),
    [
        ("markdown", Options(), "a[^1][^2] b[^2] c"),
        ("text", Options(), "a[1][2] b[2] c"),
        ("text", Options(grouped=True), "a[1, 2] b[2] c"),
        ("markdown", Options(on_unresolved="mark"), "a[^1][^2] b[^2] c\\[?]"),
        ("text", Options(on_unresolved="mark"), "a[1][2] b[2] c[?]"),
        ("markdown", Options(strip=True), "a b c"),
        ("text", Options(strip=True), "a b c"),
    ],
)
def test_labels(to: str, options: Options, expected: str) -> None:
    both = cite("turn0file0", "turn0file1")
    text = f"a {both} b {OTHER} c {UNKNOWN}"
    assert body(text, to, options) == expected


def test_stripped_and_marked_paragraphs() -> None:
    assert body("a\n\n@\n\nb", "text", Options(strip=True)) == "a\n\nb"
    assert body("a\n\n?\n\nb", "text", Options(on_unresolved="mark")) == "a\n\n[?]\n\nb"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a &#xe200; b", "a  b", id="entity"),
        pytest.param("a `&#xe200;` b", "a `&#xe200;` b", id="entity-in-code"),
        pytest.param("a\\@ b", "a\\\\[^1] b", id="backslash-before"),
        pytest.param("a\\\\@ b", "a\\\\[^1] b", id="escaped-backslash-before"),
        pytest.param(
            "<div>\n<p>\n[a](x:y) ![b](z:w)\n</div>",
            "&lt;div>\n&lt;p>\na b\n&lt;/div>",
            id="links-in-html",
        ),
    ],
)
def test_markdown_keeps_what_it_says(text: str, expected: str) -> None:
    assert body(text, "markdown") == expected
