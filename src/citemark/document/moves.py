"""Where in the source each reference goes, for outputs that are edits of the source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it.token import Token

from citemark.document.document import Document
from citemark.document.inline import REF
from citemark.document.layout import Layout
from citemark.document.locate import Locator
from citemark.document.settle import raw_nesting
from citemark.spans import Span

_PREFIX_RE = re.compile(r"[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]+[ \t>]*)*")

_CLOSING_TAG_RE = re.compile(r"</(?:a|code|pre|summary)\s*>\Z", re.IGNORECASE)


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
    layout = document.layout
    if layout is None:
        return {}
    finder = _Finder(document, layout, at_end=at_end)
    for token in document.tokens:
        if token.type == "inline":
            finder.visit(token)
        elif token.type == "html_block":
            finder.visit_html(token)
    return finder.places


def find_emptied(document: Document) -> list[Span]:
    """Return the code spans, emphases and links that held nothing but markers.

    Each comes with the white space before it, as a marker does.
    """
    layout = document.layout
    if layout is None:
        return []
    finder = _Finder(document, layout)
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

    start: int
    empty: bool = True


class _Finder:
    def __init__(
        self, document: Document, layout: Layout, *, at_end: bool = False
    ) -> None:
        self.document = document
        self.layout = layout
        self.at_end = at_end
        self.places: dict[int, Place] = {}
        self.locator = Locator(document)

    def in_place(self, ordinal: int) -> Place:
        """Return where the marker was, or right behind what it would have broken."""
        slot = self.layout.slots[ordinal]
        if slot.code is None:
            return Place(self.document.markers[ordinal].start)
        return Place(self.layout.source_offset(slot.at))

    def visit(self, token: Token) -> None:
        """Find the places of the references of one inline token."""
        refs = [child for child in token.children or () if child.type == REF]
        for ref in refs:
            self.places[ref.meta["ordinal"]] = self.in_place(ref.meta["ordinal"])
        moved = {ref.meta["ordinal"] for ref in refs if self._is_moved(ref)}
        if not moved:
            return
        if not token.content:
            self.places.update(dict.fromkeys(moved, self._own_paragraph(token)))
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

    def visit_html(self, token: Token) -> None:
        """Find the places of the references of a raw HTML block."""
        source = self.document.source
        tag = ""
        done = 0
        for match in self.layout.placeholder.finditer(token.content):
            if match.start() > done:
                closing = _CLOSING_TAG_RE.search(token.content, done, match.start())
                tag = closing[0] if closing else ""
            done = match.end()
            ordinal = int(match[1])
            place = self.in_place(ordinal)
            # What was inside an element comes right behind its closing tag.
            end = source.find(tag, place.at) if tag else -1
            if end >= 0 and not source.startswith(tag, place.at - len(tag)):
                place = Place(end + len(tag))
            self.places[ordinal] = place

    def _is_moved(self, ref: Token) -> bool:
        slot = self.layout.slots[ref.meta["ordinal"]]
        return "in_place" not in ref.meta and (
            slot.lifted
            or "joined" in ref.meta
            or ref.meta["code"] not in (None, slot.code)
        )

    def _exact(self, token: Token) -> dict[int, int]:
        """Return where the outermost span around each reference ends."""
        found: dict[int, int] = {}
        waiting: list[int] = []
        depth = 0
        children = self.locator.children(token)
        raw = raw_nesting([child for child, _ in children])
        for (child, span), step in zip(children, raw, strict=True):
            depth += child.nesting + step
            if child.type == REF:
                waiting.append(child.meta["ordinal"])
            if waiting and not depth:
                found.update(dict.fromkeys(waiting, span.end))
                waiting = []
        return found

    def emptied(self, token: Token) -> Iterator[Span]:
        """Yield the source spans of the constructs of *token* left empty."""
        stack: list[_Opened] = []
        for child, span in self.locator.children(token):
            if child.nesting > 0:
                stack.append(_Opened(span.start))
            elif child.nesting < 0:
                opened = stack.pop()
                if opened.empty and not stack:
                    yield self._with_gap(opened.start, span.end)
            elif self._is_emptied_code(child):
                if not stack:
                    yield self._with_gap(span.start, span.end)
            elif child.type != REF and child.content.strip():
                for opened in stack:
                    opened.empty = False

    def _is_emptied_code(self, child: Token) -> bool:
        if child.type != "code_inline":
            return False
        text = self.layout.placeholder.sub("", child.content)
        return text != child.content and not text.strip()

    def _with_gap(self, start: int, end: int) -> Span:
        return Span(self._before_blanks(start), end)

    def _before_blanks(self, at: int) -> int:
        source = self.document.source
        while at and source[at - 1] in " \t":
            at -= 1
        return at

    def _content_end(self, token: Token) -> int:
        locate = self.locator.positions.locate(token)
        if locate is not None:
            return locate(len(token.content))
        end = self.locator.positions.line_end(self._last_line(token))
        # Behind a row's last pipe nothing is shown.
        end = self._before_blanks(end)
        source = self.document.source
        closed = source.endswith("|", 0, end) and not source.endswith("\\|", 0, end)
        return self._before_blanks(end - closed)

    def _last_line(self, token: Token) -> int:
        """Return the last line of *token* that is not blank."""
        first, end = token.map or (0, 1)
        last = end - 1
        while last > first and not self.locator.positions.line(last).strip(" \t>"):
            last -= 1
        return last

    def _line_end(self, token: Token, ordinal: int, end: int) -> int:
        """Return the end of the marker's own line, if *end* is on a later one."""
        line = self.layout.slots[ordinal].line
        first, last = token.map or (0, 1)
        if first <= line < last - 1:
            return self._before_blanks(self.locator.positions.line_end(line))
        return end

    def _own_paragraph(self, token: Token) -> Place:
        """Return the place for a paragraph behind the block that held the markers."""
        positions = self.locator.positions
        first, _ = token.map or (0, 0)
        line = positions.line(first) if first < len(positions.starts) else ""
        match = _PREFIX_RE.match(line)
        nested = token.level > 1
        prefix = re.sub(r"[^>\s]", " ", match[0]) if match and nested else ""
        return Place(positions.line_end(self._last_line(token)), prefix)
