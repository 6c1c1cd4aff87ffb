"""A dialect: how one kind of marker is written, and how to find its markers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from citemark.discover import discover
from citemark.errors import ConfigError
from citemark.model import Marker
from citemark.syntax import Syntax


@dataclass(frozen=True, slots=True)
class Example:
    """A text and the (source ID, locator) pairs its markers mean, marker by marker."""

    text: str
    markers: tuple[tuple[tuple[str, str | None], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Dialect:
    """One marker syntax.

    ``scan(text, syntax)`` returns every stretch of marker characters in *text*, in
    order and without overlap, in linear time; *syntax* says what a field may be.
    ``triggers`` are the characters one of which every marker holds: a text without
    them is not scanned at all.
    """

    name: str
    triggers: frozenset[str]
    scan: Callable[[str, Syntax], list[Marker]]
    examples: tuple[Example, ...]


def get_dialect(name: str) -> Dialect:
    """Return the dialect called *name*.

    Raises:
        ConfigError: there is none; the message lists those there are.
    """
    dialects = discover("citemark.dialects", "DIALECT", Dialect)
    found = dialects.get(name)
    if not isinstance(found, Dialect):
        known = ", ".join(dialects)
        msg = f"dialect: expected one of {known}, got {name!r}"
        raise ConfigError(msg)
    return found


def scan_markers(
    text: str, dialect: str | Iterable[str], syntax: Syntax
) -> list[Marker]:
    """Return the markers of *text* in one dialect, or in several side by side.

    Where two dialects claim the same characters, the one named first has them.
    """
    names = (dialect,) if isinstance(dialect, str) else tuple(dialect)
    found: list[Marker] = []
    for name in names:
        spoken = get_dialect(name)
        if any(trigger in text for trigger in spoken.triggers):
            found = _merge(found, spoken.scan(text, syntax))
    return found


def _merge(first: list[Marker], second: list[Marker]) -> list[Marker]:
    """Merge two sorted lists; of overlapping markers the one from *first* stays."""
    if not first:
        return second
    merged: list[Marker] = []
    at = 0
    for marker in second:
        while at < len(first) and first[at].start < marker.end:
            merged.append(first[at])
            at += 1
        if not merged or merged[-1].end <= marker.start:
            merged.append(marker)
    return merged + first[at:]
