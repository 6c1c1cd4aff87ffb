"""Which references get a note at the foot of their page, found by laying pages out.

A source is told once on each page that cites it, at its first reference there. Which
one that is depends on where pages break, and that on how many notes there are. So pages
are laid out until what was assumed of them holds. In some texts it never does: a line
fits on its page only without the note that it needs there. Then notes are only added,
which ends, and the worst is a page that tells a source twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from citemark.model import NoteRef

_EXACT, _MOST = 4, 12
"""How often pages are laid out before notes are only added, and at all."""

_Laid = TypeVar("_Laid")
PageOf = Callable[[NoteRef], int | None]
"""The page that a reference is on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which references have a note, and which references each note is for."""

    told: Mapping[int, tuple[NoteRef, ...]] = field(default_factory=dict)
    """Index of a reference with a note → all that the note is for: the references to
    its source on its page, itself among them."""
    heads: Mapping[int, int] = field(default_factory=dict)
    """Index of any reference → that of the reference whose note is for it."""


def plan_for(
    noterefs: Sequence[NoteRef], page_of: PageOf, kept: Mapping[int, object]
) -> Plan:
    """Return the notes for pages as they are; those at the indexes in *kept* stay."""
    groups: dict[tuple[int | None, int], list[NoteRef]] = {}
    for noteref in noterefs:
        groups.setdefault((page_of(noteref), noteref.number), []).append(noteref)
    told = {
        noteref.index: tuple(group)
        for group in groups.values()
        for noteref in group
        if noteref is group[0] or noteref.index in kept
    }
    heads = {
        noteref.index: group[0].index for group in groups.values() for noteref in group
    }
    return Plan(told, heads)


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
    plan = plan_for(noterefs, guess, {})
    laid = lay_out(plan)
    for turn in range(1, _MOST):
        kept = plan.told if turn >= _EXACT else {}
        wanted = plan_for(noterefs, partial(page_in, laid), kept)
        if wanted == plan:
            break
        plan = wanted
        laid = lay_out(plan)
    return plan, laid
