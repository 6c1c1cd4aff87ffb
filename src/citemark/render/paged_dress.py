"""How the tags of an answer are printed on paper: nothing to open, tick or jump out of.

Nests that only a screen has room for, and that no typesetter would survive, are made
shallow: what lies deeper stands in the deepest list or quotation that is printed.
Nothing scrolls, so columns that are wider than the page get equal widths, in which
words are broken. To do so for all tables takes time that grows with the square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from markdown_it.token import Token

from citemark.render.escape import escape_attribute
from citemark.render.tokens import TokenPrinter, heading_text, plain_text

_BOX = {False: "\N{BALLOT BOX}", True: "\N{BALLOT BOX WITH CHECK}"}
_ATTRIBUTE_RE = re.compile(r' ([a-z-]+)(?:="([^"]*)")?')
_DROPPED = frozenset(["open", "rel", "title"])
_RENAMED = {"details": "div", "summary": "p"}
_NESTING = frozenset(
    f"{name}_{side}"
    for name in ("blockquote", "bullet_list", "list_item", "ordered_list")
    for side in ("open", "close")
)
# A list and its item count as two.
_MOST_DEEP = 24
# Of small text, what a line has room for, and what the space beside a column takes.
_LINE_CHARS, _GAP_CHARS = 76, 3
# Characters that lines do not break between; CJK has none.
_WORD_RE = re.compile(r"[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+")
_TAG_RE = re.compile(r"(<[^<>]*>)")
# Of scripts whose words have spaces between them; an entity is one character.
_LONG_RE = re.compile(
    r"(?:[^\s&\u0e00-\u109f\u1780-\u17ff\u2e80-\uffef]|&[#A-Za-z0-9]+;){200}"
)
BREAK = "<wbr>"
"""Where a line may end, although nothing else says so."""
MOST_TOGETHER = 4
"""References that stay on one line with each other."""


class PagedPrinter(TokenPrinter):
    """Prints headings with their text for outlines, and boxes as characters."""

    _run = 0

    def _heading(self, tokens: Sequence[Token], index: int) -> None:
        # Without the numbers of references, which an outline has no use for.
        text = " ".join(heading_text(tokens, index).split())
        self._tag(tokens, index, f' data-label="{escape_attribute(text)}"')

    def _citations(self, tokens: Sequence[Token], index: int) -> int:
        before = tokens[index - 1].type if index else ""
        self._run = self._run + 1 if before == "citation_ref" else 0
        if self._run and self._run % MOST_TOGETHER == 0:
            self.pieces.append(BREAK)
        return super()._citations(tokens, index)

    def _checkbox(self, token: Token) -> None:
        if "checked" in token.meta:
            self.pieces.append(f"{_BOX[bool(token.meta['checked'])]} ")


def dress(name: str, attributes: str) -> tuple[str, str]:
    """Return what is printed for an opening tag of an answer."""
    kept = {
        key: value
        for key, value in _ATTRIBUTE_RE.findall(attributes)
        if key not in _DROPPED
    }
    if name == "summary":
        kept["class"] = "cx-summary"
    # Values are those of printed tags: escaped already.
    shown = "".join(f' {key}="{value}"' for key, value in kept.items())
    return _RENAMED.get(name, name), shown


def breakable(html: str) -> str:
    """Let lines break in endless words, which WeasyPrint has trouble with otherwise."""
    pieces = _TAG_RE.split(html)
    pieces[::2] = [_LONG_RE.sub(rf"\g<0>{BREAK}", text) for text in pieces[::2]]
    return "".join(pieces)


def fitted(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield block *tokens*, with a class for tables whose columns fit on a page."""
    for index, token in enumerate(tokens):
        if token.type == "table_open" and _fits(tokens, index):
            yield token.copy(attrs={"class": "cx-fits"})
        else:
            yield token


def _fits(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether the longest words of all columns fit on a line."""
    table = takewhile(_is_inside, islice(tokens, index, None))
    widths: dict[int, int] = {}
    column = 0
    for token in table:
        if token.type == "tr_open":
            column = 0
        elif token.type == "inline":
            words = _WORD_RE.findall(plain_text(token.children or []))
            widths[column] = max([widths.get(column, 1), *map(len, words)])
            column += 1
    return sum(widths.values()) + _GAP_CHARS * len(widths) <= _LINE_CHARS


def _is_inside(token: Token) -> bool:
    return token.type != "table_close"


def shallow(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield block *tokens* without lists and quotations that are nested too deep."""
    depth = 0
    for token in tokens:
        if token.type in _NESTING:
            depth += max(token.nesting, 0)
            deep = depth > _MOST_DEEP
            depth += min(token.nesting, 0)
            yield token.copy(hidden=True) if deep else token
        elif token.hidden and depth > _MOST_DEEP:
            # Of tight lists, whose items would run together.
            yield token.copy(hidden=False)
        else:
            yield token
