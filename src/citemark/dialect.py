"""A dialect: how one kind of marker is written, and how to find its markers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from citemark.discover import discover
from citemark.errors import ConfigError
from citemark.model import Marker
from citemark.syntax import Syntax

_MASK = "\ufffc"


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

    ``pending(text, syntax)`` is for a text that goes on. It returns the offset from
    which on nothing is decided yet, since what stands there is a marker, or a part of
    one, that more text can complete or change. Whatever follows, *text* keeps the
    markers in front of it, and none reaches over it. It is never much farther from
    the end than a marker is long.

    What stands behind it reads by itself as it reads behind *text*, except in a dialect
    with a ``context``: it goes by earlier text too, say by code that was opened. Then
    ``context`` returns something short, without markers, to read the rest behind.
    """

    name: str
    triggers: frozenset[str]
    scan: Callable[[str, Syntax], list[Marker]]
    pending: Callable[[str, Syntax], int]
    examples: tuple[Example, ...]
    context: Callable[[str], str] | None = None


@cache
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
    found: list[Marker] = []
    for spoken in _spoken(dialect):
        found = _scan_too(text, found, spoken, syntax)
    return found


def pending_from(text: str, dialect: str | Iterable[str], syntax: Syntax) -> int:
    """Return from where on the markers of *text* are not decided, should it go on.

    Whatever follows, `scan_markers` finds the same in front of this offset, and no
    marker that reaches over it. It is ``len(text)`` where everything is decided.
    """
    if isinstance(dialect, str):
        return get_dialect(dialect).pending(text, syntax)
    found: list[Marker] = []
    spoken = _spoken(dialect)
    for number, each in enumerate(spoken, start=1):
        text = text[: each.pending(_masked(text, found), syntax)]
        if number < len(spoken):
            found = [marker for marker in found if marker.end <= len(text)]
            found = _scan_too(text, found, each, syntax)
    return len(text)


def _spoken(dialect: str | Iterable[str]) -> list[Dialect]:
    names = (dialect,) if isinstance(dialect, str) else dialect
    return [get_dialect(name) for name in names]


def _scan_too(
    text: str, found: list[Marker], dialect: Dialect, syntax: Syntax
) -> list[Marker]:
    """Return the markers *found* in *text*, and those of one more *dialect*."""
    if not any(trigger in text for trigger in dialect.triggers):
        return found
    return _merge(found, dialect.scan(_masked(text, found), syntax))


def _masked(text: str, markers: Iterable[Marker]) -> str:
    """Return *text* with something that means nothing in the place of *markers*."""
    pieces: list[str] = []
    done = 0
    for marker in markers:
        pieces += text[done : marker.start], _MASK * (marker.end - marker.start)
        done = marker.end
    pieces.append(text[done:])
    return "".join(pieces)


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
