"""What a reader needs that was away: the steps it missed, or the message as it is."""

from __future__ import annotations

from citemark.render.context import RenderContext
from citemark.render.growing import status
from citemark.stream.events import (
    BlockClose,
    BlockOpen,
    BlockPatch,
    Snapshot,
    SourceAdd,
    SourcePatch,
)
from citemark.stream.fragments import open_block
from citemark.stream.mirror import Block, Note
from citemark.stream.teller import Teller


def catch_up(teller: Teller, last_event_id: str | None, like: RenderContext) -> None:
    """Tell a reader who has seen everything up to *last_event_id* what it lacks."""
    seen = teller.seq_of(last_event_id)
    if seen == teller.seq:
        return
    mirror, ending, first = teller.mirror, teller.ending, teller.seq + 1
    if seen is None or seen < mirror.dropped or _is_long(teller, seen):
        _tell_all(teller, like)
    else:
        _tell_rest(teller, seen)
    for ref in [ref for ref in teller.refs.values() if ref.seq > (seen or 0)]:
        teller.tell_again(ref)
    if ending is not None:
        teller.tell_again(ending)
    teller.repeated(first)


def _is_long(teller: Teller, seen: int) -> bool:
    """Say whether the steps after *seen* are longer than the message."""
    mirror = teller.mirror
    missed = sum(len(each.html) for each in mirror.blocks if each.changed > seen)
    total = sum(len(each.html) for each in mirror.blocks)
    return missed * 2 > total > 0


def _tell_all(teller: Teller, like: RenderContext) -> None:
    mirror, slots = teller.mirror, teller.slots
    if teller.final is not None:
        teller.tell(Snapshot, html=teller.final, status=status(like, slots.status))
        return
    block = mirror.open
    blocks = [(at, each.html) for at, each in enumerate(mirror.blocks, start=1)]
    if block is not None:
        blocks.append((teller.number, block.html))
    teller.tell(
        Snapshot,
        html=mirror.growing(open_block(slots, block.html) if block else ""),
        status=status(like, slots.status),
        blocks=tuple(blocks),
        open=teller.number if block else None,
        sources=tuple((n, each.html, each.card) for n, each in mirror.notes.items()),
    )


def _tell_rest(teller: Teller, seen: int) -> None:
    mirror = teller.mirror
    has_section = any(note.added <= seen for note in mirror.notes.values())
    for number, note in mirror.notes.items():
        _tell_note(
            teller, number, note, seen, "" if has_section else mirror.shell.section
        )
        has_section = True
    for number, block in enumerate(mirror.blocks, start=1):
        _tell_block(teller, number, block, seen)
    if (last := mirror.open) is not None:
        make = BlockPatch if last.opened <= seen else BlockOpen
        teller.tell(make, block=teller.number, html=last.html)


def _tell_note(teller: Teller, n: int, note: Note, seen: int, section: str) -> None:
    if note.added > seen:
        teller.tell(
            SourceAdd,
            n=n,
            id=note.id,
            html=note.html,
            card=note.card,
            section=section,
            source=note.source,
        )
    elif note.changed > seen:
        teller.tell(SourcePatch, n=n, id=note.id, html=note.html, card=note.card)


def _tell_block(teller: Teller, number: int, block: Block, seen: int) -> None:
    if block.closed <= seen:
        if block.changed > seen:
            teller.tell(BlockPatch, block=number, html=block.html, late=True)
        return
    if block.opened > seen:
        teller.tell(BlockOpen, block=number, html=block.html)
    teller.tell(BlockClose, block=number, html=block.html)
