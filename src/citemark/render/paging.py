"""Which references get a note at the foot of their page, found by laying pages out.

A source is told once on each page that cites it, at its first reference there. Which
one that is depends on where pages break, and that on how much room the notes take. So
pages are laid out until each has the room that its notes need, or little more: a line
may fit on its page only without the note that it needs there, and no room is just right
then. CSS has notes that float to the foot of a page, but they may end on the next one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from citemark.model import NoteRef

MOST_NOTES = 30
"""Of one page, which has room for some lines of text besides."""
_MOST_LAYOUTS = 12

_Laid = TypeVar("_Laid")
PageOf = Callable[[NoteRef], int | None]
"""The page that a reference is on, from 0."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note at the foot of a page."""

    told: tuple[NoteRef, ...]
    """What it is for: the references to its source on its page."""
    row: int
    """Which line it is, in the room for notes."""
    is_first: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """Which references have a note, and the room that each page has for notes."""

    notes: Mapping[int, Note] = field(default_factory=dict)
    """Index of a reference → the note that stands at it."""
    heads: Mapping[int, int] = field(default_factory=dict)
    """Index of a reference → that of the reference with the note for it."""
    room: Mapping[int, int] = field(default_factory=dict)
    """Page → lines."""


def plan_for(
    noterefs: Sequence[NoteRef],
    page_of: PageOf,
    room: Mapping[int, int],
    slack: int,
) -> Plan:
    """Return the plan for references on pages that have *room*.

    What has up to *slack* lines too many, keeps them.
    """
    groups: dict[tuple[int, int], list[NoteRef]] = {}
    for noteref in noterefs:
        page = page_of(noteref)
        if page is not None:
            groups.setdefault((page, noteref.number), []).append(noteref)
    needed = Counter(page for page, _ in groups)
    rooms = _rooms(needed, room, slack)
    rows = {
        page: rooms[page] - min(lines, MOST_NOTES) for page, lines in needed.items()
    }
    notes: dict[int, Note] = {}
    heads: dict[int, int] = {}
    for (page, _), group in groups.items():
        head, row = group[0].index, rows[page]
        heads |= {noteref.index: head for noteref in group}
        if row < rooms[page]:
            is_first = row == rooms[page] - min(needed[page], MOST_NOTES)
            notes[head] = Note(tuple(group), row, is_first)
        rows[page] += 1
    return Plan(notes, heads, rooms)


def _rooms(
    needed: Mapping[int, int], room: Mapping[int, int], slack: int
) -> Mapping[int, int]:
    """Return page → lines, for as many notes as are *needed* there."""
    rooms = {}
    for page in sorted({*needed, *room}):
        lines, before = min(needed.get(page, 0), MOST_NOTES), room.get(page, 0)
        rooms[page] = before if lines <= before <= lines + slack else lines
    return {page: lines for page, lines in rooms.items() if lines}


def paginate(
    noterefs: Sequence[NoteRef],
    lay_out: Callable[[Plan], _Laid],
    page_in: Callable[[_Laid, NoteRef], int | None],
    guess: PageOf,
) -> tuple[Plan, _Laid]:
    """Return the plan that holds for what *lay_out* makes of it, and that.

    *page_in* says which page of the result a reference is on. A good *guess* of it
    saves half of the work.
    """
    plan = plan_for(noterefs, guess, {}, 0)
    laid = lay_out(plan)
    for slack in range(_MOST_LAYOUTS):
        wanted = plan_for(noterefs, partial(page_in, laid), plan.room, slack)
        if wanted == plan:
            break
        plan = wanted
        laid = lay_out(plan)
    return plan, laid
