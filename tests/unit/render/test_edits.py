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
        pytest.param("**a@** b", "**a**[1] b", id="emphasis"),
        pytest.param("**a@** %b", "**a**[1][2] b", id="emphasis-and-behind"),
        pytest.param("**a@**%", "**a**[1][2]", id="order-is-kept"),
        pytest.param("a **@** b", "a[1] b", id="emptied-emphasis"),
        pytest.param("@*%*", "[1][2]", id="emptied-behind-a-marker"),
        pytest.param("a `?` b", "a b", id="emptied-code-of-nothing"),
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
