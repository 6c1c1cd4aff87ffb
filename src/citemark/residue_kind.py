"""A kind of residue: what is left of a citation that lost its delimiters or sources.

A kind is one module of `citemark.residue`, and data: what it looks like, how certain it
is that no author wrote it, and which sources it names. Where it may be looked for, and
what becomes of it, is the same for all kinds (`citemark.cleaning`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import cast

from citemark.discover import discover

TURN = "turn[0-9]{1,6}+[a-z_]{1,24}+[0-9]{1,6}+"
"""The pattern of a source ID as tools hand it out: ``turn0search3``."""

LINES = "L[0-9]{1,9}+(?:-L?[0-9]{1,9}+)?+"
"""The pattern of lines: ``L8``, ``L8-L13``, and ``L8-13`` as some write it."""

TURNS = f"(?:{TURN}(?:{LINES})?+){{1,64}}+"
"""The pattern of IDs, each with its lines, that nothing separates any more."""

BOX = (
    "(?:[\ufffc\ufffd\u25a1\u25af\u25a2\u25fb\u2b1a\u2b1c\u2370]"
    "|\u00ee[\u02c6\x88][\u20ac\u201a\x80-\x86]){1,3}+"
)
"""The pattern of what is seen in the place of a delimiter.

Fonts draw a box, decoders put U+FFFD for it or for each of its three bytes, editors put
U+FFFC, and what reads UTF-8 as Windows-1252 makes three letters of it.
"""

FIELD = f"(?:({LINES})(?![A-Za-z0-9_-])|([A-Za-z0-9_-]++))"
"""The pattern of a field of a marker: its lines, or else an ID."""

_TURN_RE = re.compile(f"({TURN})(?:[†:, ]?({LINES}))?+")
_LINES_RE = re.compile("L([0-9]+)(?:-L?([0-9]+))?")
_NUMBER_RE = re.compile(r"([0-9]{1,9}+)(?:\s?[-–]\s?([0-9]{1,9}+))?+")
_MOST_IN_RANGE = 50


class Certainty(StrEnum):
    """What it takes to believe that something is residue."""

    CERTAIN = "certain"
    """Nothing: no author writes this, except as code."""
    CONTEXT = "context"
    """A source with that ID, or certain residue of the same family in the answer."""
    SOURCE = "source"
    """A source for each ID or name."""


@dataclass(frozen=True, slots=True)
class Named:
    """One source that residue names, by an ID or by how it is called."""

    ids: tuple[str, ...] = ()
    """The IDs that it may have, the likeliest first."""
    locator: str = ""
    names: tuple[str, ...] = ()
    """Its title, its URL, its host or the name of its file."""


@dataclass(frozen=True, slots=True)
class Example:
    """An answer and what `clean` makes of it, with sources of these IDs."""

    text: str
    cleaned: str
    ids: tuple[str, ...] = ()


Reader = Callable[[re.Match[str]], Iterable[Named]]


def nothing(match: re.Match[str]) -> Iterable[Named]:
    """Read no source: the residue does not say which one it was."""
    del match
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResidueKind:
    """One kind of residue."""

    name: str
    family: str
    """Who leaves it: one kind of a family makes the uncertain ones believable."""
    summary: str
    """What it is, as the end of a row in a table."""
    certainty: Certainty = Certainty.CERTAIN
    pattern: re.Pattern[str]
    """Takes linear time; what its group ``kept`` holds is the author's, and stays."""
    hints: tuple[str, ...]
    """Every residue of the kind holds one of them: a text without is not searched."""
    read: Reader = nothing
    examples: tuple[Example, ...]
    lookalikes: tuple[str, ...]
    """Texts that stay as they are, whatever the sources are."""

    def matches(self, text: str) -> Iterator[re.Match[str]]:
        """Yield what looks like this kind in *text*."""
        if any(hint in text for hint in self.hints):
            yield from self.pattern.finditer(text)


@cache
def all_residue() -> tuple[ResidueKind, ...]:
    """Return every kind there is, sorted by name."""
    found = discover("citemark.residue", "RESIDUE", ResidueKind)
    return tuple(cast("dict[str, ResidueKind]", found).values())


def lines(text: str) -> str:
    """Return the lines that *text* names, as a marker writes them; "" for none.

    >>> lines("L8-13"), lines("L8"), lines("source")
    ('L8-L13', 'L8', '')
    """
    match = _LINES_RE.fullmatch(text)
    if match is None:
        return ""
    return f"L{match[1]}-L{match[2]}" if match[2] else f"L{match[1]}"


def turns(match: re.Match[str]) -> Iterator[Named]:
    """Read IDs such as ``turn0search3``, each with the lines behind it."""
    for found in _TURN_RE.finditer(match[0]):
        yield Named((found[1],), lines(found[2] or ""))


def fields(found: Iterable[re.Match[str]]) -> Iterator[Named]:
    """Read what `FIELD` has found, one after the other: IDs, and lines behind them."""
    for field, following in pairwise([*found, None]):
        if field and field[2]:
            yield Named((field[2],), lines((following and following[1]) or ""))


def numbers(match: re.Match[str]) -> Iterator[Named]:
    """Read numbers that are IDs, and ranges of them: ``1, 4-6``."""
    for found in _NUMBER_RE.finditer(match[0]):
        first = int(found[1])
        last = min(int(found[2] or first), first + _MOST_IN_RANGE)
        for number in range(first, max(first, last) + 1):
            yield Named((str(number),))
