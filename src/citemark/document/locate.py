"""A second look at inline tokens: where in the source each of their children is.

Places are not recorded in the parse that every answer pays for: only where a reference
moves, or the safety policy refuses something, is the one token concerned read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast

from markdown_it.token import Token

from citemark.document.document import Document
from citemark.document.inline import CitationInline
from citemark.document.positions import Positions, starting
from citemark.spans import Span

_Extents = dict[int, tuple[int, int]]
_LINK = frozenset({"link_open", "link_close"})


class Locator:
    """Finds the places of one document's tokens."""

    def __init__(self, document: Document) -> None:
        """Remember the document; its lines are counted when first asked for."""
        self.document = document

    @cached_property
    def positions(self) -> Positions:
        """The lines of what was parsed."""
        layout = self.document.layout
        return Positions(layout.text if layout else self.document.source, layout)

    def lines(self, token: Token) -> Span:
        """Return the source lines of *token*, without the last one's end."""
        first, end = token.map or (0, 1)
        return Span(self.positions.line_start(first), self.positions.line_end(end - 1))

    def children(self, token: Token) -> list[tuple[Token, Span]]:
        """Return the children that *token* was read as, and their source spans.

        Both tokens of a link have the span of all of it. Nobody asks where plain text
        is; its spans mean nothing. There are no children where the place of *token*
        is not certain.
        """
        locate = self.positions.locate(token)
        if locate is None:
            return []
        children, extents = locate_tokens(self.document, token.content)
        found = []
        for index, child in enumerate(children):
            begin, end = _extent(children, index, extents)
            found.append((child, Span(starting(locate, begin), locate(end))))
        return found


def locate_tokens(document: Document, content: str) -> tuple[list[Token], _Extents]:
    """Parse an inline *content* again, and record where in it its tokens are."""
    # The plugin puts it there; nothing else parses documents.
    inline = cast("CitationInline", document.md.inline)
    return inline.located(content, document.md, document.env)


def _extent(
    children: Sequence[Token], index: int, extents: _Extents
) -> tuple[int, int]:
    """Return where a child begins and ends, corrected to all of its construct."""
    child = children[index]
    begin, end = extents.get(id(child), (0, 0))
    if child.nesting and child.markup == "linkify":
        # Its rule is called at the colon, with the scheme already read.
        first = index if child.nesting > 0 else index - 2
        begin, end = extents[id(children[first + 2])]
        return begin - str(children[first].attrs["href"]).index(":"), end
    if child.type in _LINK:
        return begin, end
    # Of a run of delimiters, upstream opens and closes with the innermost.
    if child.nesting > 0:
        return end - len(child.markup), end
    return begin, begin + len(child.markup) if child.nesting < 0 else end
