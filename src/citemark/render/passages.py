"""Excerpts as readers see them: in the order of the source, none split for nothing.

Excerpts are cut for one citation after the other. Where the lines of one, context
included, go on in the next one, a gap between them would say that some are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain

from citemark.locator import Lines, Locator, listed
from citemark.model import Excerpt

_NOWHERE = Lines(0, 0)


def in_order(excerpts: Iterable[Excerpt]) -> list[Excerpt]:
    """Return *excerpts* sorted, those whose lines go on in the next one joined.

    Lines that are shown only because they match stay apart, after all others.
    """
    runs: list[list[Excerpt]] = []
    for excerpt in sorted(excerpts, key=_position):
        if runs and _goes_on(runs[-1][-1], excerpt):
            runs[-1].append(excerpt)
        else:
            runs.append([excerpt])
    return [_joined(run) for run in runs]


def without_context(excerpt: Excerpt) -> Excerpt:
    """Return *excerpt* without the lines around the located ones."""
    lines = tuple(line for line in excerpt.lines if line.located)
    return replace(excerpt, lines=lines)


def shown_places(excerpt: Excerpt) -> tuple[Locator, ...]:
    """Return the places that *excerpt* shows, as its source counts them."""
    return listed(excerpt.cited or (excerpt.locator or _NOWHERE,))


def _position(excerpt: Excerpt) -> tuple[bool, Lines]:
    return excerpt.is_matched, excerpt.locator or _NOWHERE


def _goes_on(excerpt: Excerpt, later: Excerpt) -> bool:
    """Tell whether *later* begins with the line after the last one of *excerpt*."""
    if excerpt.truncated or later.is_matched:
        return False
    last, first = excerpt.lines[-1].number, later.lines[0].number
    return last is not None and first == last + 1


def _joined(run: Sequence[Excerpt]) -> Excerpt:
    """Return one excerpt with the lines of all, and the places that they show."""
    *_, last = run
    if len(run) == 1:
        return last
    lines = chain.from_iterable(each.lines for each in run)
    places = chain.from_iterable(map(shown_places, run))
    return replace(last, lines=tuple(lines), cited=listed(places))
