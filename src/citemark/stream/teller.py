"""Makes the events of a message, and knows what its readers have been told."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeVar

from citemark.model import Reference
from citemark.stream.events import (
    Abort,
    BlockClose,
    BlockOpen,
    BlockPatch,
    End,
    Event,
    Ref,
    Slots,
    SourceAdd,
    SourcePatch,
)
from citemark.stream.mirror import Block, Mirror, Note, OpenBlock, Shell
from citemark.stream.patches import Patch, closers, patch_between

_MOST_DIGITS = 12
_FEW = 16
"""Places and links back that are told one by one."""
_SHARE = 8
"""More of them are told when they are more by this fraction."""
_MOST_REPEATS = 64
"""Repetitions that are remembered."""
_Event = TypeVar("_Event", bound=Event)


class Teller:
    """Turns what there is to be shown into events, each of them once."""

    def __init__(self, message: str, prefix: str, shell: Shell) -> None:
        """Begin with a message that nobody was told of."""
        self.mirror = Mirror(shell)
        self.seq = 0
        self.slots = Slots(prefix)
        self._message = message
        self._prefix = prefix
        self._events: list[Event] = []
        self.lines: dict[int, frozenset[int]] = {}
        """Number → the cited lines in the note of a source, which links may lead to."""
        self.refs: dict[int, Ref] = {}
        """What was said last of each link in the text."""
        self.corrected = False
        """Whether a closed block was changed, or a note removed."""
        self.ending: End | Abort | None = None
        """What ended the message."""
        self.final: str | None = None
        """The finished article, where no patch led to it."""
        self._repeats: deque[range] = deque()
        """Events that were repeated for one reader, but for the last of each time."""
        self._forgotten = 0
        """Before this event there were more repetitions than are remembered."""

    def take(self) -> list[Event]:
        """Return the events since the last time."""
        events, self._events = self._events, []
        return events

    def tell(self, make: Callable[..., _Event], **fields: object) -> _Event:
        """Make an event and keep it to be taken."""
        self.seq += 1
        event = make(seq=self.seq, message=self._message, prefix=self._prefix, **fields)
        self._events.append(event)
        return event

    def tell_again(self, event: Event) -> None:
        """Repeat *event* as the next one."""
        self.seq += 1
        self._events.append(replace(event, seq=self.seq))

    def repeated(self, first: int) -> None:
        """Note that the events from *first* on were for one reader who was away.

        Whoever breaks off among them has some of what it lacked, but not all of it: the
        id that it comes back with says nothing of what it has seen.
        """
        if len(self._repeats) == _MOST_REPEATS:
            self._forgotten = self._repeats.popleft().stop
        self._repeats.append(range(first, self.seq))

    def end(self, make: Callable[..., End | Abort], **fields: object) -> None:
        """Make the last event."""
        self.ending = self.tell(make, **fields)

    def seq_of(self, event_id: str | None) -> int | None:
        """Return the event up to which whoever sends this id has seen all of them.

        None if it is not one of our ids, or that of a repetition which broke off.
        """
        message, _, number = (event_id or "").rpartition(":")
        if message != self._message or not (number.isascii() and number.isdigit()):
            return None
        if len(number) > _MOST_DIGITS:
            return None
        seq = int(number)
        if not self._forgotten <= seq <= self.seq:
            return None
        return None if any(seq in each for each in self._repeats) else seq

    @property
    def number(self) -> int:
        """The number of the open block, or of the next one."""
        return len(self.mirror.blocks) + 1

    def show(self, html: str, start: int, *, whole: bool = False) -> None:
        """Show *html* as the open block, which begins at *start* in the answer.

        *whole*: it may not be taken apart.
        """
        block = self.mirror.open
        if block is None:
            if html:
                event = self.tell(BlockOpen, block=self.number, html=html)
                block = self.mirror.open = OpenBlock(start, event.seq)
                _put(block, html)
            return
        shown = block.html
        if html != shown:
            patch = Patch(html) if whole else patch_between(shown, html)
            self._patch(patch)
            _put(block, html)

    def add(self, html: str, depth: int) -> None:
        """Add *html* to an element at the end of the open block."""
        block = self.mirror.open
        if block is not None and html:
            self._patch(Patch(html, depth, "append"))
            block.head.add(html)

    def _patch(self, patch: Patch) -> None:
        self.tell(
            BlockPatch,
            block=self.number,
            html=patch.html,
            depth=patch.depth,
            mode=patch.mode,
        )

    def close(self, html: str, start: int) -> None:
        """Close the open block, or one that is new, with its final *html*."""
        block = self.mirror.open
        if block is None:
            if not html:
                return
            opened = self.tell(BlockOpen, block=self.number, html=html)
            block = OpenBlock(start, opened.seq)
        seq = self.tell(BlockClose, block=self.number, html=html).seq
        self.mirror.open = None
        self.mirror.blocks.append(Block(html, block.start, block.opened, seq, seq))

    def correct(self, index: int, html: str) -> None:
        """Change a block that was closed, if it is to be different."""
        block = self.mirror.blocks[index]
        if block.html != html:
            event = self.tell(BlockPatch, block=index + 1, html=html, late=True)
            block.html, block.changed = html, event.seq
            self.corrected = True

    def lacks(self, reference: Reference) -> bool:
        """Say whether readers lack the note, or many of its places or links back."""
        known = self.mirror.notes.get(reference.number)
        if known is None or known.source_id != reference.source_id:
            return True
        told, now = known.locators, reference.locators
        if _is_due(len(told), len(now)) and told != now:
            return True
        links = len(reference.noterefs)
        return links != known.noterefs and _is_due(known.noterefs, links)

    def note(self, reference: Reference, note_id: str, html: str, card: str) -> None:
        """Show the note of a source, or what is new about it."""
        mirror, n = self.mirror, reference.number
        known = mirror.notes.get(n)
        source = {
            "title": reference.title,
            "url": reference.url,
            "path": list(reference.heading),
            "updated": reference.updated,
        }
        if known is None:
            event: Event = self.tell(
                SourceAdd,
                n=n,
                id=note_id,
                html=html,
                card=card,
                section="" if mirror.has_section else mirror.shell.section,
                source=source,
            )
            mirror.has_section = True
            known = mirror.notes[n] = Note(note_id, source, event.seq)
        elif (known.html, known.card) != (html, card):
            event = self.tell(SourcePatch, n=n, id=note_id, html=html, card=card)
        else:
            return
        known.html, known.card, known.changed = html, card, event.seq
        known.source_id, known.source = reference.source_id, source
        known.locators = reference.locators
        known.noterefs = len(reference.noterefs)

    def drop_notes(self, numbers: Iterable[int]) -> None:
        """Remove the notes of sources that are not cited after all."""
        for number in sorted(numbers):
            note = self.mirror.notes.pop(number)
            event = self.tell(SourcePatch, n=number, id=note.id, html="")
            self.mirror.dropped = event.seq
            self.corrected = True

    def ref(
        self, index: int, *, n: int, block: int, locators: tuple[str, ...], quote: str
    ) -> None:
        """Tell of a link in the text, unless that is known."""
        known = self.refs.get(index)
        said = (n, block, locators, quote)
        if known is None or (known.n, known.block, known.locators, known.quote) != said:
            self.refs[index] = self.tell(
                Ref,
                ref=index,
                id=f"{self._prefix}r{index}",
                n=n,
                block=block,
                locators=locators,
                quote=quote,
            )


def _is_due(told: int, now: int) -> bool:
    return told < _FEW or (now - told) * _SHARE >= told


def _put(block: OpenBlock, html: str) -> None:
    ends = closers(html)
    block.put(html, len(html) - ends[0] if ends else 0)
