"""Finds the markers of an HTML text, with the stretches that they take up in it.

A marker may be cut by tags that some engine put into it, spelled as character
references, or percent-encoded in the address of a link. All of it is one `Reading`, in
the order in which readers meet it: what an attribute holds comes behind its element.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bs4 import BeautifulSoup

from citemark.answer import find_markers
from citemark.dialect import Known
from citemark.html_input.cuts import Cut, Cuts
from citemark.html_input.derived import Named, marked_labels, renamed
from citemark.html_input.lexing import Attribute, Lexeme, attributes
from citemark.html_input.reading import KEPT_RE, TEXT_RE, VALUE_RE, Reading
from citemark.html_input.tree import BLOCKS, HEADINGS, Element, Leaf, walk
from citemark.model import Marker
from citemark.options import Options
from citemark.spans import Span

# What a browser follows or a reader is told; other attributes cite nothing.
_CITING = frozenset({"alt", "cite", "class", "href", "src", "title"})
# Without any of these, no marker is in a tag or a script: ``[1]`` is an array there.
_FOREIGN_RE = re.compile(r"[^\x00-\x7f]|%[Ee][0-9A-Fa-f]|&#|\\u")
# Tags that are read though no marker is spelled in them: derived names, pictures.
_TELLING_RE = re.compile(r"xn--|\bid\s*+=|=\s*+[\"']?+#|\A<img", re.IGNORECASE)
_TIGHT = frozenset({"dd", "dt", "li", "tr"})
_CELLS = frozenset({"td", "th"})
_LITERAL = frozenset({"a", "code", "kbd", "math", "pre", "samp", "svg", "var"})
_BLANKS = " \t\n\r\f"


_Spelled: TypeAlias = list[tuple[str, Span]]
"""A marker as the characters it is made of, each with its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """What was found in one text.

    Offsets of ``markers`` are those of ``reading.text``; `place` leads to the source.
    """

    reading: Reading
    markers: tuple[Marker, ...]
    cuts: Cuts

    def place(self, start: int, end: int) -> Span:
        """Return where in the source characters *start* to *end* are from."""
        return self.reading.place(start, end)


@dataclass(slots=True)
class _Held:
    """The markers of an element's attributes."""

    begin: int
    """Where in the pieces of the reading the element begins."""
    start: int
    """And where in its text."""
    markers: list[_Spelled] = field(default_factory=list)
    id: Attribute | None = None
    """That of a heading."""


def scan(tree: BeautifulSoup, options: Options, known: Known | None = None) -> Scan:
    """Return the markers of *tree*; *known* says which sources exist."""
    scanner = _Scanner(options)
    for kind, node in walk(tree):
        if isinstance(node, Leaf):
            scanner.leaf(node)
        elif kind == "open":
            scanner.open(node)
        else:
            scanner.close(node)
    reading = scanner.reading
    markers = tuple(
        marker
        for marker in find_markers(reading.text, options, known)
        if not (marker.raw.startswith("[") and scanner.is_literal(marker.start))
    )
    cuts = [*scanner.cuts, *renamed(scanner.headings, scanner.links, markers)]
    for ordinal, marker in enumerate(markers):
        spans = _joined(reading.spans(marker.start, marker.end))
        cuts += (Cut(spans[0], ordinal, marker.text), *map(Cut, spans[1:]))
    return Scan(reading=reading, markers=markers, cuts=Cuts(cuts))


def _is_in(marker: _Spelled, attribute: Attribute) -> bool:
    _, begin = marker[0]
    return 0 <= begin.start - attribute.start < len(attribute.value)


def _joined(spans: Iterator[Span]) -> list[Span]:
    """Return *spans* with those that touch as one."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].end == span.start:
            joined[-1] = Span(joined[-1].start, span.end)
        else:
            joined.append(span)
    return joined


class _Scanner:
    """Reads one tree."""

    def __init__(self, options: Options) -> None:
        self.reading = Reading()
        self.cuts: list[Cut] = []
        """What goes without being a marker that cites."""
        self.headings: list[Named] = []
        self.links: list[Attribute] = []
        """Those to places on the page."""
        self._options = options
        self._held: list[_Held] = []
        self._lists: list[int | None] = []
        self._gap = ""
        self._begins = True
        """True at the beginning of a line."""
        self._kept = 0
        self._head = 0
        self._literal: list[str] = []
        self._literals: list[tuple[int, int]] = []

    def is_literal(self, at: int) -> bool:
        """Say whether brackets mean nothing at *at*: in code, in the text of a link."""
        index = bisect_right(self._literals, (at, sys.maxsize)) - 1
        return index >= 0 and at < self._literals[index][1]

    def leaf(self, leaf: Leaf) -> None:
        lexeme = leaf.lexeme
        if lexeme.kind == "text":
            self._text(lexeme.html, lexeme.start)
            return
        found = self._find(lexeme)
        self._cite(found) if not self._head else self._drop(found)

    def open(self, element: Element) -> None:
        name = element.name
        self._break_at(name)
        self._kept += name in ("pre", "textarea")
        self._head += name == "head"
        if name == "br":
            self._gap = "\n"
            self._begins = True
        elif name == "li":
            self._bullet(element.opening.start)
        elif name in ("ol", "ul"):
            self._lists.append(0 if name == "ol" else None)
        if name in _LITERAL:
            if not self._literal:
                self._literals.append((self.reading.length, sys.maxsize))
            self._literal.append(name)
        held = _Held(len(self.reading.pieces), self.reading.length)
        self._held.append(held)
        self._tag(element.opening, held)

    def close(self, element: Element) -> None:
        name = element.name
        if element.closing is not None:
            self._drop(self._find(element.closing))
        held = self._held.pop()
        is_link = name == "a" and held.markers
        said = "".join(self.reading.pieces[held.begin :]) if is_link else ""
        for marker in held.markers:
            # An engine that made a link of its own text says the same twice.
            is_echo = "".join(character for character, _ in marker) in said
            (self._drop if is_echo else self._cite)([marker])
        if held.id is not None:
            self.headings.append(Named(held.id, held.start, self.reading.length))
        if name in ("ol", "ul"):
            self._lists.pop()
        if name in _LITERAL:
            self._literal.pop()
            if not self._literal:
                begin, _ = self._literals[-1]
                self._literals[-1] = begin, self.reading.length
        self._kept -= name in ("pre", "textarea")
        self._head -= name == "head"
        if name not in _CELLS:
            self._break_at(name)

    def _tag(self, tag: Lexeme, held: _Held) -> None:
        """Take the attributes of an opening tag."""
        found = self._find(tag)
        if not found and not _TELLING_RE.search(tag.html):
            return
        # Browsers know the first of a name only.
        first = {each.name: each for each in reversed([*attributes(tag)])}
        alt = first.pop("alt", None) if tag.name == "img" else None
        if alt is not None:
            # It is what stands in the place of the picture.
            self._flush(alt.start)
            self.reading.add_decoded(alt.value, alt.start, VALUE_RE)
            found = [marker for marker in found if not _is_in(marker, alt)]
        if "href" in first:
            self._address(first["href"], held)
        if tag.name in HEADINGS:
            held.id = first.get("id")
        names = () if self._head else _CITING & first.keys()
        for marker in found:
            if any(_is_in(marker, first[name]) for name in names):
                held.markers.append(marker)
            else:
                self._drop([marker])

    def _address(self, address: Attribute, held: _Held) -> None:
        if address.value.startswith("#"):
            self.links.append(address)
        for label in marked_labels(address, self._options):
            self.cuts.append(Cut(label.span, word=label.cleaned))
            for marker in label.markers:
                held.markers.append([(each, label.span) for each in marker])

    def _find(self, lexeme: Lexeme) -> list[_Spelled]:
        """Return the markers in what is not shown."""
        if not _FOREIGN_RE.search(lexeme.html):
            return []
        inner = Reading()
        inner.add_decoded(lexeme.html, lexeme.start, VALUE_RE)
        found = []
        for marker in find_markers(inner.text, self._options):
            raw = enumerate(marker.raw, marker.start)
            found.append([(each, inner.place(at, at + 1)) for at, each in raw])
        return found

    def _cite(self, markers: Sequence[_Spelled]) -> None:
        """Let *markers* be read here."""
        for marker in markers:
            for character, span in marker:
                self.reading.add(character, span.start, span.end)

    def _drop(self, markers: Sequence[_Spelled]) -> None:
        for marker in markers:
            spans = _joined(span for _, span in marker)
            self.cuts += map(Cut, spans)

    def _text(self, text: str, start: int) -> None:
        if not self._kept:
            if self._begins:
                stripped = text.lstrip(_BLANKS)
                start += len(text) - len(stripped)
                text = stripped
            if not text:
                return
        self._flush(start)
        self.reading.add_decoded(text, start, KEPT_RE if self._kept else TEXT_RE)

    def _flush(self, at: int) -> None:
        """Write the break that is due."""
        if self._gap:
            self.reading.add(self._gap, at, at)
        self._gap = ""
        self._begins = False

    def _break_at(self, name: str) -> None:
        if name not in BLOCKS or name in _CELLS:
            if name in _CELLS and not self._begins:
                self._gap, self._begins = " | ", True
            return
        is_tight = name in _TIGHT or (name in ("ol", "ul") and bool(self._lists))
        if not self._begins or self._gap == " | ":
            self._gap = "\n" if is_tight else "\n\n"
        elif self._gap and not is_tight:
            self._gap = "\n\n" if self._gap.isspace() else self._gap
        self._begins = True

    def _bullet(self, at: int) -> None:
        """Begin a list item."""
        sign = "-"
        if self._lists and self._lists[-1] is not None:
            self._lists[-1] += 1
            sign = f"{self._lists[-1]}."
        self._flush(at)
        self.reading.add(f"{sign} ", at, at)
        self._begins = True
