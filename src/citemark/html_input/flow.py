"""Takes a tree and its markers through the placer: what is shown, piece by piece."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from bs4 import BeautifulSoup

from citemark import codes
from citemark.diagnostic import Code
from citemark.html_input.lexing import VOID, Lexeme
from citemark.html_input.placing import CLOSED, Part, Piece, Placer
from citemark.html_input.scanning import Scan
from citemark.html_input.tree import BLOCKS, Element, Leaf, walk
from citemark.render.escape import escape_attribute, escape_text
from citemark.render.policies import ANSWER_POLICY

_CODES = {
    "a": codes.MARKER_IN_LINK,
    "code": codes.MARKER_IN_CODE_SPAN,
    "kbd": codes.MARKER_IN_CODE_SPAN,
    "math": codes.MARKER_IN_MATH,
    "pre": codes.MARKER_IN_CODE_BLOCK,
    "samp": codes.MARKER_IN_CODE_SPAN,
    "button": codes.MARKER_IN_HTML,
    "label": codes.MARKER_IN_HTML,
    "option": codes.MARKER_IN_HTML,
    "select": codes.MARKER_IN_HTML,
    "summary": codes.MARKER_IN_HTML,
    "svg": codes.MARKER_IN_HTML,
    "template": codes.MARKER_IN_HTML,
    "textarea": codes.MARKER_IN_HTML,
}


# Stands for what is left out; nothing ever shows it.
_NOTHING = "<!-- -->"
_FORMULA_RE = re.compile(
    r"\bclass\s*+=\s*+[\"']?+[^\"'>]{0,200}?(?<![\w-])(?:arithmatex|katex|math|mathjax)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Flow:
    """One text divided into its frame and what is shown in it."""

    pieces: list[Piece] = field(default_factory=list)
    """What a body holds, or all of a fragment."""
    head: list[str] = field(default_factory=list)
    """The document around it: what stands before."""
    tail: list[str] = field(default_factory=list)
    """And behind."""
    is_document: bool = False
    misplaced: dict[int, Code] = field(default_factory=dict)
    """Ordinal → why a marker cannot be shown where it stood."""


def flow(
    tree: BeautifulSoup,
    scan: Scan,
    *,
    lost: Collection[int] = (),
    as_is: bool = True,
) -> Flow:
    """Return what *tree* shows, with all references but those *lost*.

    If not *as_is*, every element has an end tag, nothing ends but elements, and what
    the policy drops is gone.
    """
    taker = _Taker(scan, lost, as_is=as_is)
    for kind, node in walk(tree):
        if isinstance(node, Leaf):
            taker.leaf(node)
        elif kind == "open":
            taker.open(node)
        else:
            taker.close(node)
    taker.flow.pieces = taker.placer.finish()
    return taker.flow


class _Taker:
    """Tells the placer of one node after the other."""

    def __init__(self, scan: Scan, lost: Collection[int], *, as_is: bool) -> None:
        self.flow = Flow()
        self.placer = Placer(len(scan.markers), lost=lost, empties=True)
        self._cuts = scan.cuts
        self._as_is = as_is
        self._head = 0
        self._gone = 0
        """How many elements are open that go with all they contain."""
        self._begun = False
        self._held: list[list[int]] = []
        self._placed: list[str] = []
        self._closed: list[str] = []

    def leaf(self, leaf: Leaf) -> None:
        lexeme = leaf.lexeme
        parts = self._cuts.split(lexeme.html, lexeme.start, escape_text)
        html = "".join(part for part in parts if isinstance(part, str))
        ordinals = [part for part in parts if isinstance(part, int)]
        if self._gone:
            html, parts = _NOTHING, [*map(_gone, parts)]
        if self._is_frame(leaf):
            self._around(html)
        elif lexeme.kind == "text" or (leaf.parent and leaf.parent.name == "textarea"):
            self._begun = True
            self._note(ordinals, self._code())
            self.placer.text(parts, cut=html != lexeme.html)
        else:
            self._begun = True
            is_stray = lexeme.kind == "close" and not self._as_is
            self.placer.hidden(_NOTHING if is_stray else html)
            self._note(ordinals, codes.MARKER_IN_HTML)
            for ordinal in ordinals:
                self.placer.aside(ordinal)

    def open(self, element: Element) -> None:
        name, opening = element.name, element.opening
        parts = self._cuts.split(opening.html, opening.start, escape_attribute)
        html = "".join(part for part in parts if isinstance(part, str))
        ordinals = [part for part in parts if isinstance(part, int)]
        self._held.append(ordinals)
        self._note(ordinals, _code_of_tag(name))
        self._head += name == "head"
        if name in ("body", "head", "html") or self._head:
            self._around(html)
            self.flow.is_document = True
            return
        self._begun = True
        self._gone += self._goes(name)
        html = _NOTHING if self._gone else html
        if name in VOID:
            self.placer.void(html)
        else:
            placed, kind = _kind_of(element)
            self._placed.append(placed)
            self.placer.open(placed, html)
            if placed in CLOSED:
                self._closed.append(kind)

    def close(self, element: Element) -> None:
        name, ordinals = element.name, self._held.pop()
        tag = self._html(element.closing) if element.closing else ""
        if name in ("body", "head", "html") or self._head:
            self._around(tag)
            self._head -= name == "head"
            return
        if name in VOID:
            self._place(ordinals)
            return
        if not self._as_is:
            tag = _NOTHING if self._gone else f"</{name}>"
        self._gone -= self._goes(name)
        if name in BLOCKS:
            self._place(ordinals)
        placed = self._placed.pop()
        self.placer.close(placed, tag)
        if placed in CLOSED:
            self._closed.pop()
        if name not in BLOCKS:
            self._place(ordinals)

    def _goes(self, name: str) -> bool:
        return not self._as_is and name in ANSWER_POLICY.drop

    def _html(self, lexeme: Lexeme) -> str:
        """Return what is left of a piece in which nothing cites."""
        parts = self._cuts.split(lexeme.html, lexeme.start, escape_attribute)
        return "".join(part for part in parts if isinstance(part, str))

    def _place(self, ordinals: list[int]) -> None:
        for ordinal in ordinals:
            self.placer.marker(ordinal)

    def _is_frame(self, leaf: Leaf) -> bool:
        """Say whether *leaf* is a part of the document and not of its body."""
        html = leaf.lexeme.html
        if self._head:
            return True
        if leaf.lexeme.kind == "hidden" and html[:9].lower() == "<!doctype":
            self.flow.is_document = True
            return True
        is_outside = bool(self.flow.tail) or not self._begun
        return self.flow.is_document and is_outside and not html.strip()

    def _around(self, html: str) -> None:
        is_head = self._head or not self._begun
        (self.flow.head if is_head else self.flow.tail).append(html)

    def _note(self, ordinals: list[int], code: Code | None) -> None:
        if code is not None:
            self.flow.misplaced.update(dict.fromkeys(ordinals, code))

    def _code(self) -> Code | None:
        """Return why nothing may be shown here, if so."""
        if "pre" in self._closed:
            return codes.MARKER_IN_CODE_BLOCK
        if not self._closed:
            return None
        return _CODES.get(self._closed[-1], codes.MARKER_IN_EMPHASIS)


def _gone(part: Part) -> Part:
    """Return what stands for *part* where texts are left out."""
    return _NOTHING if isinstance(part, str) and part.strip() else part


def _kind_of(element: Element) -> tuple[str, str]:
    """Return as which element one is placed, and why nothing may be shown in it.

    A formula is one also where only its class says so, for a script to set it.
    """
    name = element.name
    if name in ("div", "span") and _FORMULA_RE.search(element.opening.html):
        return ("pre" if name == "div" else "math"), "math"
    return name, name


def _code_of_tag(name: str) -> Code:
    if name == "img":
        return codes.MARKER_IN_IMAGE
    return codes.MARKER_IN_URL if name == "a" else codes.MARKER_IN_HTML
