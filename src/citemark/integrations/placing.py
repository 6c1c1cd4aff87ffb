"""Finds the places of references in HTML that another program has made of a page.

One linear pass. In running text a reference stands where its marker was; out of links,
emphasis and code it goes behind them, out of code blocks to the end of the paragraph
before, as in the output of `citemark.render`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from citemark.integrations.page import Page
from citemark.render.escape import escape_attribute, escape_text
from citemark.render.noterefs import NoteRefs

_TOKEN_RE = re.compile(
    # Bounded, and a comment stops at its own opening: tags without end stay linear.
    r"<!--(?:(?!<!--|-->).)*+-->"
    r"|<(/?)([A-Za-z][A-Za-z0-9-]{0,50}+)"
    r"((?:\"[^\"]{0,20000}+\"|'[^']{0,20000}+'|[^\"'<>]{1,1000}+){0,200}+)>",
    re.DOTALL,
)
# Entities of marker characters, which never cite.
_SPELLED_RE = re.compile(
    r"&#(?:x0{0,8}e20[0-6]|0{0,8}5785[6-9]|0{0,8}5786[0-2]);", re.IGNORECASE
)
_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    ]
)
_PHRASES = frozenset(
    [
        "b",
        "del",
        "em",
        "i",
        "ins",
        "mark",
        "q",
        "s",
        "small",
        "strong",
        "sub",
        "sup",
        "u",
    ]
)
# A link in these would be dead, nested or invisible, or would be a part of a phrase.
_CLOSED = _PHRASES | frozenset(
    [
        "a",
        "abbr",
        "button",
        "code",
        "label",
        "math",
        "kbd",
        "option",
        "pre",
        "samp",
        "script",
        "select",
        "style",
        "summary",
        "svg",
        "textarea",
        "title",
        "var",
    ]
)
# Without any text, these show nothing.
_HOLLOW = _PHRASES | frozenset({"a", "code", "span"})
_RAW = frozenset({"script", "style", "textarea", "title"})
_RAW_END_RE = {name: re.compile(f"</{name}", re.IGNORECASE) for name in _RAW}
_CODE = frozenset({"code", "kbd", "pre", "samp", "script", "style", "textarea"})
_TABLE = frozenset({"figure", "table", "tbody", "td", "tr"})
_HIGHLIGHT_RE = re.compile(r"class=[\"'][^\"']*\b(?:highlight|codehilite)")
_TITLE_RE = re.compile(r"class=[\"'][^\"']*\b(?:admonition-title|title)\b")
_BLANKS = " \t\n"


@dataclass(slots=True)
class Lone:
    """A paragraph of nothing but references: it is there if one of them is."""

    opened: str
    ordinals: list[int]


@dataclass(slots=True)
class Here:
    """Where the list of sources stands."""


Piece: TypeAlias = str | list[int] | Lone | Here


@dataclass(slots=True)
class _Frame:
    """An element that is open."""

    name: str
    begin: int
    """The piece that is its opening tag."""
    before: list[int] | None
    """Takes references: the end of the paragraph right before it."""
    wraps: bool = False
    is_titled: bool = False
    held: bool = False
    """True where it lost something: without anything left, it goes too."""
    last: list[int] | None = None
    """Takes references: the end of the paragraph that ended last in it."""
    after: list[int] = field(default_factory=list)
    """References that get a paragraph behind it."""


class Placer:
    """One page on its way."""

    def __init__(self, page: Page, here: str) -> None:
        """Prepare; a paragraph of the text *here* is for the list of sources."""
        self._page = page
        self._here = here
        self._pieces: list[Piece] = []
        self._open: list[_Frame] = [_Frame("", 0, None)]
        self._names: Counter[str] = Counter()
        self._closed = 0
        self._pre: list[int] | None = None
        self._waiting: list[int] = []
        self._seen: set[int] = set()

    def place(self, html: str) -> list[Piece]:
        """Return *html* in pieces."""
        html = _SPELLED_RE.sub("", html)
        done = 0
        while match := _TOKEN_RE.search(html, done):
            self._text(html[done : match.start()])
            done = match.end()
            name = (match[2] or "").lower()
            if not name:
                self._emit(self._page.without(match[0], escape_text))
            elif match[1]:
                self._close(name, match[0])
            else:
                self._tag(name, match[0])
                if name in _RAW:
                    end = _RAW_END_RE[name].search(html, done)
                    stop = end.start() if end else len(html)
                    self._text(html[done:stop])
                    done = stop
        self._text(html[done:])
        while len(self._open) > 1:
            self._pop("")
        self._pieces += self._waiting, *self._lone(self._open[0].after)
        lost = [each for each in range(self._page.count) if each not in self._seen]
        return [*self._pieces, *self._lone(lost)]

    def _emit(self, *pieces: Piece) -> None:
        self._pieces += pieces

    def _lone(self, ordinals: list[int]) -> list[Piece]:
        return ["\n", Lone("<p>", ordinals)] if ordinals else []

    def _text(self, text: str) -> None:
        """Take text, with the markers in it."""
        if not text:
            return
        pieces = self._page.split(text, escape_text)
        self._open[-1].held |= pieces != [text]
        for piece in pieces:
            if isinstance(piece, str):
                self._emit(piece)
                if piece.strip():
                    self._open[-1].last = None
            else:
                self._marker(piece)

    def _marker(self, ordinal: int) -> None:
        """Put a reference where it may stand."""
        if ordinal in self._seen:
            return
        self._seen.add(ordinal)
        self._strip()
        if self._pre is not None:
            self._pre.append(ordinal)
        elif self._closed:
            self._waiting.append(ordinal)
        else:
            self._refer([ordinal])

    def _strip(self) -> None:
        """Drop the blanks before a reference, but for those that indent code."""
        last = self._pieces[-1] if self._pieces else None
        if not isinstance(last, str) or last.startswith("<"):
            return
        if self._names.keys() & _CODE:
            kept = last.rstrip(" \t")
            self._pieces[-1] = kept if kept[-1:].strip() else last
        elif kept := last.rstrip(_BLANKS):
            self._pieces[-1] = kept
        else:
            del self._pieces[-1]

    def _refer(self, ordinals: list[int]) -> None:
        """Put references here; those side by side are one piece."""
        last = self._pieces[-1] if self._pieces else None
        if isinstance(last, list):
            last += ordinals
        else:
            self._emit(ordinals)

    def _tag(self, name: str, tag: str) -> None:
        inside = [each for each in self._page.split(tag) if not isinstance(each, str)]
        tag = self._page.without(tag, escape_attribute)
        parent = self._open[-1]
        if name in _VOID or tag.endswith("/>"):
            self._emit(tag)
        else:
            self._push(name, tag, parent)
        if name not in _PHRASES:
            parent.last = None
        for ordinal in inside:
            self._marker(ordinal)

    def _push(self, name: str, tag: str, parent: _Frame) -> None:
        before = parent.last
        if before is None and name == "pre" and parent.name in ("dd", "li"):
            before = self._end_of_item()
        self._emit(tag)
        wraps = name in _TABLE or (name == "div" and bool(_HIGHLIGHT_RE.search(tag)))
        frame = _Frame(name, len(self._pieces) - 1, before, wraps)
        frame.is_titled = bool(_TITLE_RE.search(tag))
        self._open.append(frame)
        self._names[name] += 1
        if name in _CLOSED:
            self._closed += 1
        if name == "pre" and self._pre is None:
            self._pre = self._place_of(len(self._open) - 1)

    def _end_of_item(self) -> list[int] | None:
        """Return a place at the end of the text of an item without paragraphs."""
        last = self._pieces[-1]
        if not isinstance(last, str) or last.startswith("<li") or not last.strip():
            return None
        kept = last.rstrip(_BLANKS)
        place: list[int] = []
        self._pieces[-1:] = [kept, place, last[len(kept) :]]
        return place

    def _place_of(self, at: int) -> list[int]:
        """Return what takes the references of a code block."""
        frame = self._open[at]
        while frame.before is None and self._open[at - 1].wraps:
            at -= 1
            frame = self._open[at]
        return frame.after if frame.before is None else frame.before

    def _close(self, name: str, tag: str) -> None:
        """Close an element, and those that were left open in it."""
        if not self._names[name]:
            return self._emit(tag)
        while self._open[-1].name != name:
            self._pop("")
        return self._pop(tag)

    def _pop(self, tag: str) -> None:
        frame = self._open.pop()
        self._names[frame.name] -= 1
        if not self._names[frame.name]:
            del self._names[frame.name]
        if frame.name == "p":
            self._end_paragraph(frame, tag)
        elif frame.held and self._is_emptied(frame):
            del self._pieces[frame.begin :]
            self._open[-1].held = True
            self._strip()
        else:
            self._emit(tag)
        if frame.name in _CLOSED:
            self._closed -= 1
            if frame.name == "pre" and "pre" not in self._names:
                self._pre = None
            if not self._closed and self._waiting:
                self._refer(self._waiting)
                self._waiting = []
        self._emit(*self._lone(frame.after))

    def _is_emptied(self, frame: _Frame) -> bool:
        """Say whether nothing is left of a phrase that held markers."""
        inside = range(frame.begin + 1, len(self._pieces))
        return frame.name in _HOLLOW and not any(self._pieces[at] for at in inside)

    def _end_paragraph(self, frame: _Frame, tag: str) -> None:
        """Close a paragraph; one of nothing but references may have to go."""
        inside = self._pieces[frame.begin + 1 :]
        opened = self._pieces[frame.begin]
        texts = [each.strip() for each in inside if isinstance(each, str)]
        texts = [each for each in texts if each]
        if texts == [self._here] and len(inside) == 1:
            self._pieces[frame.begin :] = [Here()]
            return
        ordinals = [
            each for piece in inside if isinstance(piece, list) for each in piece
        ]
        if ordinals and not texts and isinstance(opened, str):
            self._pieces[frame.begin :] = [Lone(opened, ordinals)]
            return
        place: list[int] = []
        self._emit(place, tag)
        if self._open and not frame.is_titled:
            self._open[-1].last = place


def order_of(pieces: Sequence[Piece]) -> list[int]:
    """Return the ordinals in *pieces*, as readers meet them."""
    order: list[int] = []
    for piece in pieces:
        if isinstance(piece, list):
            order += piece
        elif isinstance(piece, Lone):
            order += piece.ordinals
    return order


def print_pieces(pieces: Sequence[Piece], noterefs: NoteRefs, listed: str) -> str:
    """Return the HTML of *pieces*, the list of sources at its place or at the end."""
    printed: list[str] = []
    left = listed
    for piece in pieces:
        if isinstance(piece, str):
            printed.append(piece)
        elif isinstance(piece, list):
            printed.append(noterefs.render(*piece))
        elif isinstance(piece, Lone):
            refs = noterefs.render(*piece.ordinals)
            printed.append(f"{piece.opened}{refs}</p>" if refs else "")
        else:
            printed.append(left.removesuffix("\n"))
            left = ""
    return "".join([*printed, f"\n{left}" if left else ""])
