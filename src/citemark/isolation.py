"""Whether a text stays an island when others are put beside it.

**Why** tokens are compared and not HTML: what Markdown does to a neighbour shows in
them. What raw HTML does to one shows only in a browser, so here its elements have to
end where they began, strictly: an end tag that HTML lets out is asked for too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from citemark.document.inline import REF
from citemark.document.layout import Layout

_TAG_RE = re.compile(
    r"<!--(?!-?>)(?:[^-]|-(?!-))*+-->"
    r"|<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*+)"
    r"(?:\s++[^\s\"'<>/=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?)*+"
    r"\s*+/?>"
    # What a browser would take for one; it may end anywhere.
    r"|(?P<unfinished><[A-Za-z/!?])"
)
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"}
    | {"param", "source", "track", "wbr"}
)
# In these, tags are text: only their own end tag ends them.
_RAW = frozenset(
    {"iframe", "noembed", "noframes", "noscript", "script", "style", "textarea"}
    | {"title", "xmp"}
)
_ENDLESS = "plaintext"
# What does not end the paragraph that it is in.
_PHRASING = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "data", "del", "dfn", "em"}
    | {"i", "img", "ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small"}
    | {"span", "strong", "sub", "sup", "time", "u", "var", "wbr"}
)
_MARKDOWN = ""
# Blocks that neighbours share, and those that only hold words.
_SHARED = frozenset({"paragraph_open", "bullet_list_open", "ordered_list_open"})
_PARAGRAPH_LEVEL = 1


def is_contained(tokens: Sequence[Token]) -> bool:
    """Say whether every element of raw HTML ends in the block that it began in."""
    opened: list[str] = []
    for token in _flat(tokens):
        if token.type in ("html_block", "html_inline"):
            if not _nests(token.content, opened):
                return False
        elif token.nesting > 0:
            opened.append(_MARKDOWN)
        elif token.nesting < 0 and opened.pop() != _MARKDOWN:
            return False
    return not opened


def _flat(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield *tokens* and, in their places, those inside of them."""
    for token in tokens:
        yield token
        yield from token.children or ()


def _nests(html: str, opened: list[str]) -> bool:
    """Follow the tags of *html*; False where one does not fit what is *opened*."""
    for tag in _TAG_RE.finditer(html):
        name = (tag["name"] or "").lower()
        if tag["unfinished"] or name == _ENDLESS:
            return False
        if tag["end"]:
            if not opened or opened.pop() != name:
                return False
        elif opened and opened[-1] in _RAW:
            return False
        elif name and name not in _VOID:
            opened.append(name)
    return True


def starts_no_block(inline: Token) -> bool:
    """Say whether the raw HTML in a paragraph stays in it."""
    return all(
        (tag["name"] or "br").lower() in _PHRASING
        for child in inline.children or ()
        if child.type == "html_inline"
        for tag in _TAG_RE.finditer(child.content)
    )


def readings(tokens: Sequence[Token], layout: Layout | None) -> dict[int | None, str]:
    """Return, for each reference, what is read before it and behind the last one.

    The key of what follows all references is None. Blanks do not count.
    """
    read: dict[int | None, str] = {}
    pieces: list[str] = []
    for piece in _pieces(tokens, layout):
        if isinstance(piece, str):
            pieces.append(piece)
        else:
            read[piece] = "".join(pieces)
            pieces.clear()
    read[None] = "".join(pieces)
    return read


def _pieces(tokens: Sequence[Token], layout: Layout | None) -> Iterator[str | int]:
    """Yield what is read, and the ordinals of references."""
    for token in tokens:
        if token.type == "html_block" and layout:
            for at, part in enumerate(layout.placeholder.split(token.content)):
                if not part.isspace():
                    yield int(part) if at % 2 else _named(token, part)
        elif token.type == "inline":
            if token.level != _PARAGRAPH_LEVEL:
                yield f"\0{token.level}"
            for child in token.children or ():
                yield child.meta["ordinal"] if child.type == REF else _words(child)
        elif token.nesting >= 0 and token.type not in _SHARED:
            yield _named(token, token.content)


def _words(token: Token) -> str:
    """Return what is read of an inline token: words, or what it is."""
    if token.type == "softbreak":
        return ""
    if token.type == "text":
        return "".join(token.content.split())
    return _named(token, token.content)


def _named(token: Token, content: str) -> str:
    """Return *content* with all that makes the token what it is."""
    looks = f"{token.type}{token.tag}{token.level}{token.info}{token.attrs}"
    words = "".join(content.split()) if "html" in token.type else content
    return f"\0{looks}\0{words}\0"
