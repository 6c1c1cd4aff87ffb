"""Where a text that goes on can be divided: what is before will never change.

Whatever is added to a text, the blocks before its last one stay as they are, and the
last one too where a blank line follows that ends it for good. A block is judged by
complete lines only: the last line may still become anything. Definitions behind the
last block that is done stay with what is open, since their titles may go on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from markdown_it.token import Token

from citemark.document.document import Document, order_of

_LINE_END_RE = re.compile(r"\r\n|\n|\r")
_FORMULA_RE = re.compile(r"[ \t>*+\-0-9.)]*\$\$")
_WORD_RE = re.compile(r"[^\W\d_]")
# What a blank line ends, whatever follows it; lists and indented code go on.
_ENDED_BY_BLANK = frozenset(
    ["paragraph_open", "heading_open", "table_open", "blockquote_open", "hr"]
) | {"fence", "html_block", "math_block", "math_block_label"}
_ENDED_BY_LINE = frozenset({"heading_open", "hr"})
_FOOTNOTES = "footnote_block_open"
_LONGEST_RAW = 16_384
"""Characters for which an element of raw HTML that is open keeps blocks together."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A place in a document: what is before it, in tokens, lines and characters."""

    tokens: int
    line: int
    offset: int


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block: ``tokens[start:end]``, of the lines *first* to *last*.

    Lines are 0-based, half-open. A block that has no lines of its own, since it was
    put there for a marker, belongs to the one before.
    """

    start: int
    end: int
    first: int
    last: int


class Lines:
    """The lines of what was parsed, and where they begin in the source."""

    def __init__(self, document: Document) -> None:
        """Find the ends of the lines."""
        self._layout = document.layout
        self.text = document.layout.text if document.layout else document.source

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each line, and that behind the last line end."""
        return [0, *(match.end() for match in _LINE_END_RE.finditer(self.text))]

    @property
    def complete(self) -> int:
        """How many lines have an end."""
        return len(self.starts) - 1

    def line(self, number: int) -> str:
        """Return a line with its end, if it has one."""
        following = self.starts[number + 1] if number < self.complete else None
        return self.text[self.starts[number] : following]

    def offset(self, number: int) -> int:
        """Return where a line begins in the source of the document."""
        at = self.starts[number] if number <= self.complete else len(self.text)
        return at if self._layout is None else self._layout.raw_offset(at)

    def is_blank(self, number: int) -> bool:
        """Say whether a line is complete and shows nothing."""
        return number < self.complete and not self.line(number).strip()


def top_blocks(tokens: Sequence[Token]) -> list[Block]:
    """Return the top-level blocks of *tokens*, but for the author's footnotes."""
    blocks: list[Block] = []
    start = 0
    for index, token in enumerate(tokens):
        if token.type == _FOOTNOTES:
            break
        if token.level or token.nesting > 0:
            continue
        first, last = tokens[start].map or (0, 0)
        if tokens[start].map is None and blocks:
            before = blocks.pop()
            start, first, last = before.start, before.first, before.last
        blocks.append(Block(start, index + 1, first, last))
        start = index + 1
    return blocks


def find_cut(
    document: Document,
    *,
    formulas: bool = False,
    leaves_open: Callable[[str], bool] | None = None,
) -> Cut | None:
    """Return the last place where *document* can be divided, if there is one.

    *formulas*: an opening ``$$`` keeps everything behind it together. *leaves_open*
    is given each block of raw HTML, one after the other, and says whether an element
    goes on behind it: that is kept together too, unless it is very long.
    """
    lines = Lines(document)
    blocks = top_blocks(document.tokens)
    at = _last_done(document.tokens, blocks, lines)
    if at is not None and leaves_open is not None:
        at = _last_outside(document.tokens, blocks[: at + 1], lines, leaves_open)
    if at is None:
        return None
    done = blocks[at]
    cut = Cut(done.end, done.last, lines.offset(done.last))
    if formulas and _opens_formula(document, lines, done.last):
        return None
    return cut if _divides_markers(document, cut) else None


def _last_done(
    tokens: Sequence[Token], blocks: Sequence[Block], lines: Lines
) -> int | None:
    """Return the index of the last block that nothing can change."""
    for at in range(len(blocks) - 1, -1, -1):
        if _is_ended(tokens[blocks[at].start].type, blocks[at].last, lines):
            return at
        if at and _has_begun(tokens[blocks[at].start].type, blocks[at].first, lines):
            return at - 1
    return None


def _last_outside(
    tokens: Sequence[Token],
    blocks: Sequence[Block],
    lines: Lines,
    leaves_open: Callable[[str], bool],
) -> int | None:
    """Return the index of the last of *blocks* behind which no raw HTML is open."""
    outside, is_open = -1, False
    for index, block in enumerate(blocks):
        for token in tokens[block.start : block.end]:
            if token.type == "html_block" and not token.level:
                is_open = leaves_open(token.content)
        if not is_open:
            outside = index
    last = len(blocks) - 1
    if outside < last:
        begin = lines.starts[blocks[outside + 1].first]
        if len(lines.text) - begin > _LONGEST_RAW:
            return last
    return outside if outside >= 0 else None


def _is_ended(kind: str, last: int, lines: Lines) -> bool:
    """Say whether a block has ended, whatever comes behind its line *last*."""
    if kind in _ENDED_BY_LINE and last <= lines.complete:
        return True
    return kind in _ENDED_BY_BLANK and lines.is_blank(last)


def _has_begun(kind: str, first: int, lines: Lines) -> bool:
    """Say whether what begins at the line *first* can only be a block of its own."""
    if kind == "table_open":
        return first + 1 < lines.complete
    return first < lines.complete or _WORD_RE.match(lines.line(first)) is not None


def _opens_formula(document: Document, lines: Lines, end: int) -> bool:
    """Say whether a line before *end* may begin a formula that has not ended."""
    if "$$" not in lines.text:
        return False
    inside = {
        line
        for token in document.tokens
        if token.type.startswith("math_block") and token.map
        for line in range(*token.map)
    }
    return any(
        line not in inside and _FORMULA_RE.match(lines.line(line)) is not None
        for line in range(min(end, lines.complete))
    )


def _divides_markers(document: Document, cut: Cut) -> bool:
    """Say whether every reference is on the side of *cut* that its marker is on."""
    if document.layout is None:
        return True
    markers = document.markers
    before = order_of(document.tokens[: cut.tokens], document.layout)
    behind = order_of(document.tokens[cut.tokens :], document.layout)
    return all(markers[at].start < cut.offset for at in before) and all(
        markers[at].start >= cut.offset for at in behind
    )
