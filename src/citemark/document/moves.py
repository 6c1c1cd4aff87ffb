"""Where in the source each reference goes, for outputs that are edits of the source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from citemark.document.document import Document
from citemark.document.inline import REF, CitationInline
from citemark.document.layout import Layout
from citemark.document.positions import Positions, starting
from citemark.spans import Span

_PREFIX_RE = re.compile(r"[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+[ \t>]*)*")


@dataclass(frozen=True, slots=True)
class Place:
    """An offset of the source.

    ``paragraph`` is not None where the reference needs a paragraph of its own: it is
    then what that paragraph's line begins with.
    """

    at: int
    paragraph: str | None = None


def find_places(document: Document, *, at_end: bool = False) -> dict[int, Place]:
    """Return ordinal → place for every reference of *document*.

    With *at_end*, references that left a span go to the end of their block: the nearest
    place that never changes the prose, where the exact one does.
    """
    if document.layout is None:
        return {}
    finder = _Finder(document, at_end=at_end)
    for index, token in enumerate(document.tokens):
        if token.type == "inline":
            finder.visit(index, token)
        elif token.type == "html_block":
            for ordinal in document.layout.ordinals(token.content):
                finder.places[ordinal] = finder.in_place(ordinal)
    return finder.places


def find_emptied(document: Document) -> list[Span]:
    """Return the code spans, emphases and links that held nothing but markers.

    Each comes with the white space before it, as a marker does.
    """
    layout = document.layout
    if layout is None:
        return []
    finder = _Finder(document, at_end=False)
    return [
        span
        for token in document.tokens
        if token.type == "inline" and _may_be_emptied(token, layout)
        for span in finder.emptied(token)
    ]


def _may_be_emptied(token: Token, layout: Layout) -> bool:
    return layout.opener in token.content and any(
        child.type == REF and child.meta["code"] is not None
        for child in token.children or ()
    )


@dataclass(slots=True)
class _Opened:
    """A construct that is open, and whether anything was in it so far."""

    begin: int
    empty: bool = True


def _begin(token: Token, place: tuple[int, int] | None) -> int:
    """Return where an opening token begins; -1 where that is not known.

    Of a run of delimiters, upstream opens emphasis with the innermost.
    """
    if place is None:
        return -1
    return place[0] + (0 if token.type == "link_open" else 1 - len(token.markup))


def _end(token: Token, place: tuple[int, int]) -> int:
    """Return where a closing token ends."""
    return place[1] if token.type == "link_close" else place[0] + len(token.markup)


class _Finder:
    def __init__(self, document: Document, *, at_end: bool) -> None:
        self.document = document
        self.at_end = at_end
        self.layout = document.layout
        self.places: dict[int, Place] = {}
        self._positions: Positions | None = None

    @property
    def positions(self) -> Positions:
        if self._positions is None:
            text = self.layout.text if self.layout else self.document.source
            self._positions = Positions(text, self.layout)
        return self._positions

    def in_place(self, ordinal: int) -> Place:
        """Return where the marker was, or right behind what it would have broken."""
        if self.layout is None or self.layout.slots[ordinal].code is None:
            return Place(self.document.markers[ordinal].start)
        return Place(self.layout.source_offset(self.layout.slots[ordinal].at))

    def visit(self, index: int, token: Token) -> None:
        refs = [child for child in token.children or () if child.type == REF]
        if not refs:
            return
        moved = {ref.meta["ordinal"] for ref in refs if self._is_moved(ref)}
        for ref in refs:
            self.places[ref.meta["ordinal"]] = self.in_place(ref.meta["ordinal"])
        if not moved:
            return
        if not token.content:
            prefix = self._own_paragraph(index, token)
            self.places.update(dict.fromkeys(moved, prefix))
            return
        exact = {} if self.at_end else self._exact(token)
        end = self._content_end(token)
        # References stay in the order of their numbers.
        floor = 0
        for ordinal in [ref.meta["ordinal"] for ref in refs]:
            at, marker = self.places[ordinal].at, self.document.markers[ordinal]
            if ordinal in moved:
                at = exact.get(ordinal, -1)
                at = at if at >= 0 else self._line_end(token, ordinal, end)
            elif at >= floor:
                floor = marker.end if at == marker.start else at
                continue
            floor = max(at, floor)
            self.places[ordinal] = Place(floor)

    def _is_moved(self, ref: Token) -> bool:
        if self.layout is None:
            return False
        slot = self.layout.slots[ref.meta["ordinal"]]
        return slot.lifted or (
            ref.meta["code"] is not None and ref.meta["code"] is not slot.code
        )

    def _exact(self, token: Token) -> dict[int, int]:
        """Return where the outermost span around each reference ends."""
        md, locate = self.document.md, self.positions.locate(token)
        if locate is None or md is None or not isinstance(md.inline, CitationInline):
            return {}
        children, places = md.inline.located(token.content, md, self.document.env)
        found: dict[int, int] = {}
        waiting: list[int] = []
        depth = 0
        for child in children:
            place = places.get(id(child))
            if child.type == REF:
                if depth:
                    waiting.append(child.meta["ordinal"])
                elif place:
                    found[child.meta["ordinal"]] = locate(place[1])
            depth += child.nesting
            if child.nesting < 0 and not depth and waiting:
                if place is None:
                    return {}
                found.update(dict.fromkeys(waiting, locate(_end(child, place))))
                waiting = []
        return found

    def emptied(self, token: Token) -> Iterator[Span]:
        """Yield the source spans of the constructs of *token* left empty."""
        md, locate = self.document.md, self.positions.locate(token)
        if locate is None or md is None or not isinstance(md.inline, CitationInline):
            return
        children, places = md.inline.located(token.content, md, self.document.env)
        stack: list[_Opened] = []
        for child in children:
            place = places.get(id(child))
            if child.nesting > 0:
                stack.append(_Opened(_begin(child, place)))
            elif child.nesting < 0 and stack:
                opened = stack.pop()
                if opened.empty and opened.begin >= 0 and place and not stack:
                    end = _end(child, place)
                    yield self._with_gap(starting(locate, opened.begin), locate(end))
            elif place and not stack and self._is_emptied_code(child):
                yield self._with_gap(starting(locate, place[0]), locate(place[1]))
            elif child.type != REF and child.content.strip():
                for opened in stack:
                    opened.empty = False

    def _is_emptied_code(self, child: Token) -> bool:
        if child.type != "code_inline" or self.layout is None:
            return False
        text = self.layout.placeholder.sub("", child.content)
        return text != child.content and not text.strip()

    def _with_gap(self, start: int, end: int) -> Span:
        source = self.document.source
        while start and source[start - 1] in " \t":
            start -= 1
        return Span(start, end)

    def _content_end(self, token: Token) -> int:
        locate = self.positions.locate(token)
        if locate is not None:
            return locate(len(token.content))
        _, end = token.map or (0, 1)
        line = self.positions.line(end - 1).rstrip()
        at = self.positions.line_start(end - 1)
        return self.positions.line_end(end - 1) if line else at

    def _line_end(self, token: Token, ordinal: int, end: int) -> int:
        """Return the end of the marker's own line, if it is one of the token's."""
        line = self.layout.slots[ordinal].line if self.layout else 0
        first, last = token.map or (0, 1)
        if not first <= line < last - 1:
            return end
        at = self.positions.line_end(line)
        text = self.document.source
        while at and text[at - 1] in " \t":
            at -= 1
        return at

    def _own_paragraph(self, index: int, token: Token) -> Place:
        """Return the place for a paragraph behind the block that held the markers."""
        first, end = token.map or (0, 0)
        line = self.positions.line(first) if first < len(self.positions.starts) else ""
        match = _PREFIX_RE.match(line)
        nested = token.level > 1
        prefix = re.sub(r"[^>\s]", " ", match[0]) if match and nested else ""
        last = end - 1
        while last > first and not self.positions.line(last).strip(" \t>"):
            last -= 1
        del index
        return Place(self.positions.line_end(max(last, 0)), prefix)


def signature(tokens: Sequence[Token]) -> list[object]:
    """Return what a document says, for comparing two of them; spaces do not count."""
    found: list[object] = []
    for token in tokens:
        if token.type != "inline":
            found.append((token.type, token.tag, token.content.split()))
            continue
        words: list[str] = []
        for child in token.children or ():
            if child.type == REF:
                words.append(f"\0{child.meta['marker'].raw}\0")
            elif child.type == "softbreak":
                words.append(" ")
            elif child.type in ("text", "text_special"):
                words.append(child.content)
            else:
                words.append(f"\1{child.type}{child.content.strip()}\1")
        found.append("".join(words).split())
    return found
