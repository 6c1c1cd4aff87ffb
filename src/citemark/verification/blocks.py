"""The blocks of text of an answer as they are read, with the place of every character.

Blocks come from the parser's tokens, so code blocks and raw HTML are none; inside a
block the markup is taken off by pattern. **Why** not from inline tokens: they do not
say where they stand, and what little markup a pattern misreads stays in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from markdown_it.token import Token

from citemark.codespans import code_spans
from citemark.document.document import Document
from citemark.document.inline import REF
from citemark.document.layout import Layout
from citemark.document.positions import Positions
from citemark.spans import Span
from citemark.verification.mapped import Mapped, join_pieces
from citemark.verification.sentence import Kind

_KINDS: Mapping[str, Kind] = {
    "heading_open": "heading",
    "td_open": "cell",
    "th_open": "header",
}


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph, heading or table cell, without its markers and markup."""

    number: int
    """The same for all cells of a row."""
    kind: Kind
    quoted: bool
    mapped: Mapped
    prose: str
    """As long as the text, with blanks for code and URLs."""
    masked: str
    """As long as the text, with no code, URL or line end that could end a sentence."""
    ordinals: tuple[tuple[int, int], ...]
    """Markers, each with its place in the answer, in order."""


class _Stretch(NamedTuple):
    """A piece of text, where it comes from, and whether it is code or a URL."""

    text: str
    origin: int
    hidden: bool = False


class _Lines:
    """The lines of what was parsed; the cells of a row all ask for the same one."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._last = -1, "", 0

    def line(self, number: int) -> tuple[str, int]:
        """Return a line, and where it begins; beyond the last one, that."""
        number = min(number, len(self._positions.starts) - 1)
        if self._last[0] != number:
            begin = self._positions.starts[number]
            self._last = number, self._positions.line(number), begin
        return self._last[1:]


def text_blocks(document: Document) -> Iterator[TextBlock]:
    """Yield the blocks of text of *document*, in order."""
    layout = document.layout
    lines = _Lines(Positions(layout.text if layout else document.source, layout))
    path: list[str] = []
    number = 0
    done = (-1, 0)
    for token in document.tokens:
        if token.nesting > 0:
            path.append(token.type)
            number += token.type not in ("td_open", "th_open")
        elif token.nesting < 0:
            path.pop()
        elif token.type == "inline" and token.content and token.map:
            number += "td_open" not in path and "th_open" not in path
            after = done[1] if done[0] == token.map[0] else 0
            pieces = list(_lines(token, lines, after))
            last, begin = pieces[-1]
            done = (token.map[0], begin + len(last))
            yield _block(document, token, pieces, number, path)


def _lines(token: Token, lines: _Lines, after: int) -> Iterator[tuple[str, int]]:
    """Yield the lines of a block as they were parsed, each with its place there.

    *after* is where the cell before ended: two cells of a row may read the same.
    """
    first, end = token.map or (0, 1)
    contents = token.content.split("\n")
    # Link definitions before a paragraph are lines of it, and not of its text.
    for number, content in enumerate(contents, max(end - len(contents), first)):
        line, begin = lines.line(number)
        span = _place(line, content, max(after - begin, 0))
        yield span.of(line), begin + span.start


def _place(line: str, content: str, after: int) -> Span:
    """Return where in its *line* a *content* is, or all of the line."""
    if not after and line.endswith(content):
        return Span(len(line) - len(content), len(line))
    # A pipe in a cell was escaped where it was written.
    for written in (content, content.replace("|", "\\|")):
        at = line.find(written, after)
        if at >= 0:
            return Span(at, at + len(written))
    return Span(min(after, len(line)), len(line))


def _block(
    document: Document,
    token: Token,
    lines: Sequence[tuple[str, int]],
    number: int,
    path: Sequence[str],
) -> TextBlock:
    pieces, ordinals = _bare(document.layout, lines)
    bare = join_pieces(pieces)
    end = bare.origin(len(bare.text))
    known = {ordinal for ordinal, _ in ordinals}
    # Some were lifted out of a construct that they would have broken.
    lifted = [
        (child.meta["ordinal"], end)
        for child in token.children or ()
        if child.type == REF and child.meta["ordinal"] not in known
    ]
    stretches = list(_without_markup(bare))
    return TextBlock(
        number=number,
        kind=_KINDS.get(path[-1], "paragraph") if path else "paragraph",
        quoted="blockquote_open" in path,
        mapped=join_pieces((each.text, each.origin) for each in stretches),
        prose=_filled(stretches, " "),
        masked=_filled(stretches, "x").replace("\n", " "),
        ordinals=(*ordinals, *lifted),
    )


def _filled(stretches: Sequence[_Stretch], filler: str) -> str:
    return "".join(
        filler * len(each.text) if each.hidden else each.text for each in stretches
    )


def _bare(
    layout: Layout | None, lines: Sequence[tuple[str, int]]
) -> tuple[list[tuple[str, int]], list[tuple[int, int]]]:
    """Return the text without markers, and the markers; each with its place."""
    ordinals: list[tuple[int, int]] = []
    if layout is None:
        ended = [(line + "\n", begin) for line, begin in lines[:-1]]
        return [*ended, *lines[-1:]], ordinals
    pieces: list[tuple[str, int]] = []
    for line, begin in lines:
        parts: list[str] = layout.placeholder.split(line)
        at = begin
        for index, part in enumerate(parts):
            if index % 2:
                ordinals.append((int(part), layout.raw_offset(at)))
                at += len(part) + len(layout.opener) + len(layout.closer)
            else:
                text = part + "\n" if index == len(parts) - 1 else part
                # Where a marker stood, offsets are those before it.
                pieces.append((text, layout.raw_offset(at + 1) - 1))
                at += len(part)
    last, origin = pieces[-1]
    pieces[-1] = last[:-1], origin
    return pieces, ordinals


_MARKUP_RE = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|<(?P<link>https?://[^\s<>]{1,2048})>"
    r"|(?P<url>https?://[^\s<>()\[\]\"“”、。，）」】]{1,2048}|www\.[^\s<>()\[\]]{1,2048})"
    r"|(?P<break>(?<=\S)<[bB][rR]\s{0,9}/?>(?=\S))"
    r"|(?P<tag></?[A-Za-z][^<>\n]{0,500}>)"
    r"|(?P<target>(?<=\])\((?:[^()\n]|\([^()\n]{0,200}\)){0,2048}\))"
    r"|(?P<bracket>!?\[(?=[^\[\]]{0,500}\]\()|\](?=\())"
    r"|(?P<entity>&(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<emphasis>\*+|~~+|(?<![^\W_])_+|_+(?![^\W_]))"
)


def _without_markup(bare: Mapped) -> Iterator[_Stretch]:
    """Yield what a reader sees of a text, with code and URLs marked."""
    done = 0
    for code in code_spans(bare.text):
        yield from _plain(bare, done, code.start)
        ticks = len(code.of(bare.text)) - len(code.of(bare.text).lstrip("`"))
        start, end = code.start + ticks, code.end - ticks
        yield from _piece(bare, start, end, hidden=True)
        done = code.end
    yield from _plain(bare, done, len(bare.text))


def _plain(bare: Mapped, start: int, end: int) -> Iterator[_Stretch]:
    done = start
    for match in _MARKUP_RE.finditer(bare.text, start, end):
        yield from _piece(bare, done, match.start())
        done = match.end()
        kind = match.lastgroup
        if kind in ("url", "link"):
            yield from _piece(bare, *match.span(kind), hidden=True)
        elif kind == "escaped":
            yield from _piece(bare, *match.span(kind))
        elif kind == "break":
            yield _Stretch(" ", bare.origin(match.start()))
        elif kind == "entity":
            yield _Stretch(unescape(match[0]), bare.origin(match.start()))
    yield from _piece(bare, done, end)


def _piece(
    bare: Mapped, start: int, end: int, *, hidden: bool = False
) -> Iterator[_Stretch]:
    """Yield ``bare.text[start:end]`` in stretches that stand together."""
    while start < end:
        index = bisect_right(bare.starts, start)
        stop = min(bare.starts[index], end) if index < len(bare.starts) else end
        yield _Stretch(bare.text[start:stop], bare.origin(start), hidden)
        start = stop
