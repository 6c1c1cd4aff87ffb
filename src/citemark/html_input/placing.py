"""Finds the places of references in HTML that another program has made.

One linear pass over tags and texts, in which markers are ordinals. In running text a
reference stands where its marker was; out of links, emphasis and code it goes behind
them, out of code blocks to the end of the paragraph before, as in the output of
`citemark.render`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from citemark.document.prune import CLOSING

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
CLOSED = _PHRASES | frozenset(
    [
        "a",
        "abbr",
        "button",
        "code",
        "iframe",
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
        "template",
        "textarea",
        "title",
        "var",
    ]
)
# Without any text, these show nothing.
_HOLLOW = _PHRASES | frozenset({"a", "code", "span"})
# Those that hold blocks, and would be an empty line, bullet or bar.
_HOLLOW_BLOCKS = frozenset(
    ["blockquote", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ol", "p", "ul"]
)
_CODE = frozenset({"code", "kbd", "pre", "samp", "script", "style", "textarea"})
_TABLE = frozenset({"figure", "table", "tbody", "td", "tr"})
# No text belongs right into these, but into what they consist of.
_FRAMES = frozenset(["dl", "ol", "table", "tbody", "tfoot", "thead", "tr", "ul"])
_ITEMS = frozenset({"caption", "dd", "dt", "li", "td", "th"})
_HIGHLIGHT_RE = re.compile(r"class=[\"'][^\"']*\b(?:highlight|codehilite)")
_TITLE_RE = re.compile(r"class=[\"'][^\"']*\b(?:admonition-title|title)\b")
_BLANKS = " \t\n"
# How much of a paragraph or of what is around a code block is looked at: each may be
# in another, thousands of times.
_MOST_LONE = 64
_MOST_WRAPS = 50

Part: TypeAlias = str | int
"""A piece of HTML without markers, or the ordinal of one."""


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
    item: list[int] | None = None
    """Takes references: the end of the cell or item that ended last in it."""
    after: list[int] = field(default_factory=list)
    """References that get a paragraph behind it."""


class Placer:
    """One page on its way."""

    def __init__(
        self,
        count: int,
        here: str = "",
        *,
        lost: Collection[int] = (),
        empties: bool = False,
    ) -> None:
        """Prepare for *count* markers, of which those *lost* leave nothing.

        A paragraph of the text *here* is for the list of sources. With *empties*,
        blocks that held nothing but lost markers go.
        """
        self._count = count
        self._lost = lost
        self._is_behind_lost = False
        self._here = here
        self._hollow = _HOLLOW | _HOLLOW_BLOCKS if empties else _HOLLOW
        self._pieces: list[Piece] = []
        self._open: list[_Frame] = [_Frame("", 0, None)]
        self._names: Counter[str] = Counter()
        self._closed = 0
        self._pre: list[int] | None = None
        self._waiting: list[int] = []
        self._seen = set(lost)

    def finish(self) -> list[Piece]:
        """Return the page in pieces, all of its markers among them."""
        while len(self._open) > 1:
            self._pop("")
        self._pieces += self._waiting, *self._lone(self._open[0].after)
        lost = [each for each in range(self._count) if each not in self._seen]
        return [*self._pieces, *self._lone(lost)]

    def text(self, parts: Sequence[Part], *, cut: bool) -> None:
        """Take text, with the markers in it; *cut* says that it has lost something."""
        self._open[-1].held |= cut
        for part in parts:
            if isinstance(part, str):
                if self._is_behind_lost:
                    part = self._drawn_up(part)  # noqa: PLW2901 - in its place
                self._is_behind_lost = False
                self._emit(part)
                if part.strip():
                    self._open[-1].last = None
            else:
                self.marker(part)

    def hidden(self, html: str) -> None:
        """Take what no reader sees."""
        self._emit(html)

    def marker(self, ordinal: int) -> None:
        """Put a reference where it may stand."""
        self._is_behind_lost |= ordinal in self._lost
        if ordinal in self._seen:
            return
        self._seen.add(ordinal)
        self._strip()
        if self._pre is not None:
            self._pre.append(ordinal)
        elif self._closed:
            self._waiting.append(ordinal)
        elif self._open[-1].name in _FRAMES:
            self._outside().append(ordinal)
        else:
            self._refer([ordinal])

    def aside(self, ordinal: int) -> None:
        """Put the reference of what no reader sees at the end of what they read."""
        frame = self._open[-1]
        place = frame.before if frame.last is None else frame.last
        if place is None:
            self.marker(ordinal)
        elif ordinal not in self._seen:
            self._seen.add(ordinal)
            place.append(ordinal)

    def _outside(self) -> list[int]:
        """Return what takes a reference between cells or items: the one before."""
        at = len(self._open) - 1
        while self._open[at].item is None and self._open[at - 1].name in _FRAMES:
            at -= 1
        frame = self._open[at]
        return frame.after if frame.item is None else frame.item

    def void(self, tag: str) -> None:
        """Take an element that holds nothing."""
        self._is_behind_lost = False
        self._emit(tag)
        self._open[-1].last = None

    def open(self, name: str, tag: str) -> None:
        """Open an element."""
        self._is_behind_lost = False
        parent = self._open[-1]
        self._push(name, tag, parent)
        if name not in _PHRASES:
            parent.last = None

    def close(self, name: str, tag: str) -> None:
        """Close an element, and those that were left open in it."""
        if self._is_behind_lost:
            self._strip()
        if not self._names[name]:
            return self._emit(tag)
        while self._open[-1].name != name:
            self._pop("")
        return self._pop(tag)

    def _emit(self, *pieces: Piece) -> None:
        self._pieces += pieces

    def _lone(self, ordinals: list[int]) -> list[Piece]:
        return ["\n", Lone("<p>", ordinals)] if ordinals else []

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

    def _drawn_up(self, text: str) -> str:
        """Return *text* as it goes on where a reference is gone: one blank less."""
        rest = text.lstrip(_BLANKS)
        closes = rest[:1] in CLOSING
        if closes or rest != text:
            self._strip()
        return rest if closes else text

    def _refer(self, ordinals: list[int]) -> None:
        """Put references here; those side by side are one piece."""
        last = self._pieces[-1] if self._pieces else None
        if isinstance(last, list):
            last += ordinals
        else:
            self._emit(ordinals)

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
        if name in CLOSED:
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
        for _ in range(_MOST_WRAPS):
            if frame.before is not None or not self._open[at - 1].wraps:
                break
            at -= 1
            frame = self._open[at]
        return frame.after if frame.before is None else frame.before

    def _pop(self, tag: str) -> None:
        frame = self._open.pop()
        self._names[frame.name] -= 1
        if not self._names[frame.name]:
            del self._names[frame.name]
        if frame.held and self._is_emptied(frame):
            del self._pieces[frame.begin :]
            self._open[-1].held = True
            if frame.name in _HOLLOW and not self._is_behind_lost:
                self._strip()
        elif frame.name == "p":
            self._end_paragraph(frame, tag)
        else:
            if frame.name in _ITEMS:
                self._open[-1].item = self._here_or_new()
            elif frame.name in _FRAMES and frame.item is not None:
                self._open[-1].item = frame.item
            self._emit(tag)
        if frame.name in CLOSED:
            self._closed -= 1
            if frame.name == "pre" and "pre" not in self._names:
                self._pre = None
            if not self._closed and self._waiting:
                self._refer(self._waiting)
                self._waiting = []
        self._emit(*self._lone(frame.after))

    def _here_or_new(self) -> list[int]:
        """Return what takes references right here."""
        last = self._pieces[-1]
        if isinstance(last, list):
            return last
        place: list[int] = []
        self._emit(place)
        return place

    def _is_emptied(self, frame: _Frame) -> bool:
        """Say whether nothing is left of an element that held markers."""
        if frame.name not in self._hollow:
            return False
        is_block = frame.name in _HOLLOW_BLOCKS
        for at in range(frame.begin + 1, len(self._pieces)):
            piece = self._pieces[at]
            if is_block and isinstance(piece, str):
                piece = piece.strip()
            if piece:
                return False
        return True

    def _end_paragraph(self, frame: _Frame, tag: str) -> None:
        """Close a paragraph; one of nothing but references may have to go."""
        opened = self._pieces[frame.begin]
        # References side by side are one piece: where there are many, there is text.
        inside = self._pieces[frame.begin + 1 : frame.begin + _MOST_LONE]
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
        if not frame.is_titled:
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
