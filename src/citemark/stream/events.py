"""What a stream tells whoever shows it: frozen values, ready for JSON.

A message is an article: *blocks*, then a section with the *notes* of its sources, then
their hover *cards*. While it grows, ``<template>`` elements, which show nothing, stand
where the next of each will go; their ids are those of `Slots`. Every piece of HTML is
balanced and safe by itself, and every id in it starts with the prefix of the message.

The words of the protocol are those of docs/streaming.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import ClassVar, Literal

VERSION = 1
"""Of the protocol. Another number is another protocol."""
_ENVELOPE = frozenset({"seq", "message", "prefix"})


@dataclass(frozen=True, slots=True)
class Slots:
    """The ids of the places that a growing message has, given the *prefix* of its ids.

    >>> Slots("m1-").blocks
    'm1-blocks'
    """

    prefix: str

    @property
    def blocks(self) -> str:
        """Where the next block goes: right before this element."""
        return f"{self.prefix}blocks"

    @property
    def section(self) -> str:
        """Where the section of sources goes, with the first of them."""
        return f"{self.prefix}section"

    @property
    def notes(self) -> str:
        """Where the next note goes, inside that section."""
        return f"{self.prefix}notes"

    @property
    def cards(self) -> str:
        """Where the next hover card goes."""
        return f"{self.prefix}cards"

    @property
    def open(self) -> str:
        """The element around the open block, for clients that need one."""
        return f"{self.prefix}open"

    @property
    def status(self) -> str:
        """The element that says, once, that the answer is complete."""
        return f"{self.prefix}status"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One step. ``seq`` counts from 1; ``message`` names what it belongs to."""

    type: ClassVar[str]
    seq: int
    message: str
    prefix: str = field(repr=False)
    """What the ids of the message start with."""

    @property
    def event_id(self) -> str:
        """What a reader sends as ``Last-Event-ID`` to go on from here."""
        return f"{self.message}:{self.seq}"

    @property
    def slots(self) -> Slots:
        """The ids of the message's places."""
        return Slots(self.prefix)

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON; fields at their defaults stay out of it."""
        data: dict[str, object] = {
            "v": VERSION,
            "seq": self.seq,
            "msg": self.message,
            "type": self.type,
        }
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name not in _ENVELOPE and each.repr and value != each.default:
                data[each.name] = value
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Event):
    """The message begins: an article without anything in it but its places."""

    type: ClassVar[str] = "start"
    html: str
    status: str
    """An empty element for `End.status`, to be put behind the article."""
    lang: str | None = None
    dir: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockOpen(Event):
    """A block appears behind those before it; *block* is its number, from 1."""

    type: ClassVar[str] = "block.open"
    block: int
    html: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPatch(Event):
    """A block changes: all of it, or only what its last elements hold.

    With *depth* 0, ``html`` replaces everything in the block. Else go down from it
    *depth* times to the last child element: there ``html`` takes the place of that
    element (``mode="replace"``), or is added at its end (``mode="append"``).
    """

    type: ClassVar[str] = "block.patch"
    block: int
    html: str
    depth: int = 0
    mode: Literal["replace", "append"] = "replace"
    late: bool = False
    """True where the block was closed before; it stays closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockClose(Event):
    """The open block has its final form; the next one is another."""

    type: ClassVar[str] = "block.close"
    block: int
    html: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceAdd(Event):
    """A source is cited for the first time and gets its number *n*.

    ``html`` is its note, a list item with the id *id*; ``card`` its hover card, or
    nothing. ``section`` comes with the first source only: the section to put them in.
    """

    type: ClassVar[str] = "source.add"
    n: int
    id: str
    html: str
    card: str = ""
    section: str = ""
    source: Mapping[str, object]
    """``title``, ``url``, ``path`` (a list) and ``updated``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePatch(Event):
    """The note of a source changes: another link back, another place cited.

    Without any ``html`` the note is removed, and its card.
    """

    type: ClassVar[str] = "source.patch"
    n: int
    id: str
    html: str
    card: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref(Event):
    """A link in the text to a source: for clients that show citations themselves.

    The same *ref* again replaces what was said of it. ``id`` is that of the link.
    """

    type: ClassVar[str] = "ref"
    ref: int
    id: str
    n: int
    block: int
    locators: tuple[str, ...] = ()
    quote: str = ""
    """The cited lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(Event):
    """A finding about blocks that are done. Offsets are code points, half-open.

    Without its message, which may name IDs that no reader is to see; those are in
    `Rendered.diagnostics`.
    """

    type: ClassVar[str] = "notice"
    code: str
    name: str
    level: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Event):
    """The answer as Markdown goes on: markers are ``[1]``, nothing else is changed.

    Only of streams that were asked for it. It is the model's own text, raw HTML
    included: whoever shows it as Markdown has to sanitize it.
    """

    type: ClassVar[str] = "text"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot(Event):
    """The whole message as it is now, in place of whatever is shown of it.

    *html* is the article with the places of `Start`, all ``blocks``, notes and cards
    in them, the open block in an element with the id ``Slots.open``. At the end of a
    message, in the rare case that no patch leads there, it is the finished article.
    """

    type: ClassVar[str] = "snapshot"
    html: str
    status: str = ""
    blocks: tuple[tuple[int, str], ...] = ()
    """(number, HTML) of each block in ``html``."""
    open: int | None = None
    """The number of the open block, if one is."""
    sources: tuple[tuple[int, str, str], ...] = ()
    """(number, note, card) of each source in ``html``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Event):
    """The message is complete: places go, the status is told."""

    type: ClassVar[str] = "end"
    refs: int
    sources: int
    html_sha256: str
    """Of the finished article, in UTF-8."""
    status: str
    """What assistive technology is told, once."""
    corrected: bool = False
    """True where closed blocks were patched: `article` has them right."""
    article: str = field(repr=False)
    """The finished article, not part of the JSON."""
    listed: tuple[tuple[int, str, str | None], ...] = field(default=(), repr=False)
    """(number, title, URL) of each source, not part of the JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abort(Event):
    """The message ends here, unfinished; what is shown of it may stay."""

    type: ClassVar[str] = "abort"
    reason: str
