"""What holds for the Markdown of every answer, however hostile."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from citemark import Options, render
from tests.strategies import SOURCES, cite

PIECES = [
    *("[", "]", "](x:1)", "(<x:2>)", "![", "](http://i.example/a.png)", "[a](x:3)"),
    *("[r]", "[r]: x:4", "<xx:5>", "<b c=d>", "<b>", "</b>", "<script>", "<div>"),
    *('<iframe a="\n', "<!--", "-->", "`", "*", "**", "~~", "\n", "\n\n", "    "),
    *("|", "\\|", "\n|---|---|\n", "- ", "1. ", "> ", "#", "\\", ":", "a", "b ", " "),
    *(cite("turn0file0"), cite("turn9file9"), "&#91;", "$", "https://v.example"),
]
_TAG_RE = re.compile(r"<(?:/?([A-Za-z][A-Za-z0-9-]*)([^<>]*)>|[!?/A-Za-z])")


def reader() -> MarkdownIt:
    """Return a renderer that lets everything pass."""
    md = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    md.validateLink = lambda url: True  # type: ignore[method-assign] # noqa: ARG005 - the worst there is
    return md


def live(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the links, images and elements among *tokens* that are refused."""
    for token in tokens:
        if token.type == "link_open":
            href = str(token.attrs["href"])
            if href.startswith("x"):
                yield href
        elif token.type == "image":
            src = str(token.attrs["src"])
            if ":" in src:
                yield src
        elif token.type in ("html_inline", "html_block"):
            for tag in _TAG_RE.finditer(token.content):
                if tag[1] != "b" or tag[2].strip():
                    yield tag[0]
        yield from live(token.children or ())


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=24).map("".join),
    st.sampled_from([Options(), Options(raw_html="escape")]),
)
def test_markdown_is_safe_where_html_is_allowed(text: str, options: Options) -> None:
    shown = str(render(text, SOURCES, to="markdown", options=options).body)
    assert list(live(reader().parse(shown))) == []
