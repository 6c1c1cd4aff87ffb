"""A reader of the stream: it knows the events as JSON, nothing else, and checks them.

Whatever breaks a law of the protocol fails as soon as it arrives.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from citemark.stream.events import Event
from tests.stream_markup import children, ids_in, patched

During: TypeAlias = Literal["feed", "add_sources", "finish", "abort", "resume"]
"""The call that returned the events."""

_TEMPLATE_RE = re.compile(r'<template id="([^"]*)"></template>')
_MARKER_CHARACTER_RE = re.compile("[\ue200-\ue206]")
_BUSY = ' aria-busy="true"'
_PLACES = ("blocks", "section", "cards")
# Ids of the author's footnotes have what they are before the prefix.
_ID_KINDS = ("", "fn-", "fnref-")
_CORRECTING = ("add_sources", "finish", "resume")


class Fields(dict[str, object]):
    """One event as it was decoded, read with the types that it has to have."""

    def text(self, name: str) -> str:
        """Return a text; the empty one where the event has none."""
        value = self.get(name, "")
        assert isinstance(value, str), (name, value)
        return value

    def number(self, name: str, default: int | None = None) -> int:
        """Return a number."""
        value = self.get(name, default)
        assert isinstance(value, int), (name, value)
        return value

    def rows(self, name: str) -> list[list[object]]:
        """Return a table, empty where the event has none."""
        value = self.get(name, [])
        assert isinstance(value, list), (name, value)
        return value


@dataclass(slots=True)
class Client:
    """What one reader has of one message."""

    hidden: Collection[str] = ()
    """Source IDs that no reader may meet."""
    alone: bool = True
    """Whether there is no reader that comes back, whose own steps are counted too."""
    last_id: str | None = None
    """Of the last event: what the reader asks to go on from."""
    final: str | None = None
    """The article, once it is complete."""
    status: str = ""
    text: str = ""
    """The answer as Markdown, of a stream that was asked for it."""
    refs: dict[int, Fields] = field(default_factory=dict)
    notices: list[Fields] = field(default_factory=list)
    end: Fields | None = None
    """The last event, after which there may be no other."""
    counts: Counter[str] = field(default_factory=Counter)
    """How many events of each type there were, and how many patches were late."""
    _seq: int = 0
    _prefix: str = ""
    _head: str = ""
    _tail: str = ""
    _blocks: dict[int, str] = field(default_factory=dict)
    _open: int | None = None
    _section: str = ""
    _notes: dict[int, str] = field(default_factory=dict)
    _cards: dict[int, str] = field(default_factory=dict)

    @property
    def html(self) -> str:
        """The article as it is shown: places show nothing."""
        blocks, cards = "".join(self._blocks.values()), "".join(self._cards.values())
        place = self._place("notes")
        section = self._section.replace(place, "".join(self._notes.values()) + place)
        shown = f"{self._head}{blocks}{section}{cards}{self._tail}"
        return _TEMPLATE_RE.sub("", shown).replace(_BUSY, "", 1)

    def apply(self, events: Iterable[Event], during: During = "feed") -> None:
        """Take *events*, which have to come through JSON unharmed."""
        for event in events:
            self.last_id = event.event_id
            self.take(json.dumps(event.to_dict(), ensure_ascii=False), during)
            if during not in _CORRECTING:
                self._check_ids()
        # A reference on its way from one block to another is in both for a moment.
        if during != "finish" or self.end is not None:
            self._check_ids()

    def take(self, line: str, during: During) -> None:
        """Take one event as JSON."""
        event = Fields(json.loads(line))
        kind = event.text("type")
        assert self.end is None, f"{kind} after the end"
        assert not _MARKER_CHARACTER_RE.search(line), line
        if kind != "notice":  # That is for those who operate, and may name sources.
            assert not [each for each in self.hidden if each in line], line
        self._count(event.number("seq"), kind, during)
        _TAKERS[kind](self, event, during)

    def _place(self, name: str) -> str:
        return f'<template id="{self._prefix}{name}"></template>'

    def _count(self, seq: int, kind: str, during: During) -> None:
        """Check the order of the events; one that goes on again may miss some."""
        assert self._seq or kind in ("start", "snapshot"), f"{kind} before the start"
        self.alone = self.alone and during != "resume"
        if not self.alone:
            assert seq > self._seq, (seq, self._seq)
        else:
            assert seq == self._seq + 1, (seq, self._seq)
        self._seq = seq
        self.counts[kind] += 1

    def _check_ids(self) -> None:
        own = f"{self._place('blocks')}{self._place('open')}{self.status}"
        ends = (self._head, self._section, self._tail, own)
        parts = (
            self._blocks.values(),
            self._notes.values(),
            self._cards.values(),
            ends,
        )
        found = [name for part in parts for piece in part for name in ids_in(piece)]
        assert len(found) == len(set(found)), f"an id is there twice: {found}"
        starts = tuple(kind + self._prefix for kind in _ID_KINDS)
        assert [name for name in found if not name.startswith(starts)] == []

    def take_start(self, event: Fields, _: During) -> None:
        assert not self._head, "a second start"
        html, self.status = event.text("html"), event.text("status")
        names = _TEMPLATE_RE.findall(html)
        self._prefix = names[0].removesuffix("blocks")
        assert names == [self._prefix + name for name in _PLACES]
        assert ids_in(self.status) == (f"{self._prefix}status",)
        assert [html[one.start] for one in children(html)] == ["<"]
        self._head, self._tail = html.split(self._place("blocks"))
        places = self._place("section") + self._place("cards")
        assert self._tail.startswith(places), self._tail

    def take_block_open(self, event: Fields, _: During) -> None:
        number = event.number("block")
        assert self._open is None, f"{number} opens while {self._open} is open"
        assert number == max(self._blocks, default=0) + 1, number
        self._open = number
        self._blocks[number] = balanced(event.text("html"))

    def take_block_patch(self, event: Fields, during: During) -> None:
        number, depth = event.number("block"), event.number("depth", 0)
        if event.get("late"):
            assert during in _CORRECTING, f"closed block {number} changes"
            assert number != self._open, number
            self.counts["late"] += 1
        else:
            assert number == self._open, f"patch of {number}, open is {self._open}"
        mode = event.text("mode") or "replace"
        html = patched(self._blocks[number], depth, mode, event.text("html"))
        self._blocks[number] = balanced(html)

    def take_block_close(self, event: Fields, _: During) -> None:
        number = event.number("block")
        assert number == self._open, f"{number} closes, open is {self._open}"
        self._open = None
        self._blocks[number] = balanced(event.text("html"))

    def take_source_add(self, event: Fields, _: During) -> None:
        assert event.number("n") not in self._notes
        if section := event.text("section"):
            assert not self._section, "a second section"
            assert children(section)
            self._section = section
        assert _TEMPLATE_RE.findall(self._section) == [f"{self._prefix}notes"]
        self._note(event)

    def take_source_patch(self, event: Fields, _: During) -> None:
        assert event.number("n") in self._notes
        self._note(event)

    def _note(self, event: Fields) -> None:
        number = event.number("n")
        names = {"html": event.text("id"), "card": f"{self._prefix}c{number}"}
        for kept, name in (self._notes, "html"), (self._cards, "card"):
            if html := balanced(event.text(name)):
                kept[number] = html
                assert ids_in(html)[0] == names[name], (names, html)
                assert html.endswith(">\n"), html
            else:
                kept.pop(number, None)

    def take_ref(self, event: Fields, _: During) -> None:
        self.refs[event.number("ref")] = event

    def take_notice(self, event: Fields, _: During) -> None:
        self.notices.append(event)

    def take_text(self, event: Fields, _: During) -> None:
        self.text += event.text("text")

    def take_snapshot(self, event: Fields, during: During) -> None:
        assert during in _CORRECTING, "a snapshot that nothing calls for"
        html, self.status = event.text("html"), event.text("status") or self.status
        assert children(html)
        self._blocks = {
            int(str(n)): balanced(str(piece)) for n, piece in event.rows("blocks")
        }
        sources = event.rows("sources")
        self._notes = {int(str(n)): balanced(str(note)) for n, note, _ in sources}
        self._cards = {
            int(str(n)): balanced(str(card)) for n, _, card in sources if card
        }
        self._open = event.number("open") if "open" in event else None
        names = _TEMPLATE_RE.findall(html)
        if not names:
            self._blocks, self._notes, self._cards = {}, {}, {}
            self._head, self._section, self._tail = html, "", ""
            return
        self._prefix = names[0].removesuffix("blocks")
        blocks, rest = html.split(self._place("blocks"))
        section, rest = rest.split(self._place("section"))
        cards, self._tail = rest.split(self._place("cards"))
        around = re.search(rf'<div [^<>]*id="{self._prefix}open"[^<>]*>', blocks)
        assert (around is None) == (self._open is None), blocks
        shown = "".join(
            f"{around[0]}{piece}</div>" if around and number == self._open else piece
            for number, piece in self._blocks.items()
        )
        notes = "".join(self._notes.values())
        assert blocks.endswith(shown), (blocks, shown)
        assert notes in section, (notes, section)
        assert cards == "".join(self._cards.values()), cards
        self._head = blocks.removesuffix(shown)
        self._section = section.replace(
            notes + self._place("notes"), self._place("notes")
        )
        self._tail = self._place("section") + self._place("cards") + self._tail

    def take_end(self, event: Fields, _: During) -> None:
        self.end, self.final = event, self.html
        assert event.text("status")
        assert hashlib.sha256(self.final.encode()).hexdigest() == event["html_sha256"]

    def take_abort(self, event: Fields, _: During) -> None:
        self.end = event


def balanced(html: str) -> str:
    """Return a piece of HTML that stands by itself."""
    children(html)
    return html


_TAKERS: Mapping[str, Callable[[Client, Fields, During], None]] = {
    "start": Client.take_start,
    "block.open": Client.take_block_open,
    "block.patch": Client.take_block_patch,
    "block.close": Client.take_block_close,
    "source.add": Client.take_source_add,
    "source.patch": Client.take_source_patch,
    "ref": Client.take_ref,
    "notice": Client.take_notice,
    "text": Client.take_text,
    "snapshot": Client.take_snapshot,
    "end": Client.take_end,
    "abort": Client.take_abort,
}
