"""A dialect: how one kind of marker is written, and how to find its markers."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import TypeAlias

from citemark.discover import discover
from citemark.errors import ConfigError
from citemark.model import Marker
from citemark.syntax import Syntax

AUTO = "auto"
"""Instead of a name: all dialects side by side."""

Pair: TypeAlias = tuple[str, str | None]
"""A source ID and a locator, as they are written."""
Known: TypeAlias = Callable[[Iterable[str]], Container[str]]
"""Returns those of some source IDs that there are sources of."""

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

    Where authors write the same for other reasons, as in ``[1]``, ``accepts`` says of a
    marker whether it is one, given which of its source IDs are known.

    ``write`` is the way back: it returns a marker of the dialect for some pairs.
    """

    name: str
    triggers: frozenset[str]
    scan: Callable[[str, Syntax], list[Marker]]
    pending: Callable[[str, Syntax], int]
    examples: tuple[Example, ...]
    context: Callable[[str], str] | None = None
    accepts: Callable[[Marker, Container[str]], bool] | None = None
    write: Callable[[Sequence[Pair]], str] | None = None

    def format(self, citations: Sequence[Pair], syntax: Syntax | None = None) -> str:
        """Return a marker of this dialect that means just *citations*.

        Raises:
            ConfigError: there is none: the dialect cannot write an ID or a locator.
        """
        wanted = tuple(citations)
        written = self.write(wanted) if self.write else ""
        read = self.scan(written, syntax or Syntax())
        found = [
            (each.source_id, each.raw_locator)
            for marker in read
            for each in marker.citations
        ]
        is_whole = "".join(each.raw for each in read) == written
        if not wanted or found != list(wanted) or not is_whole:
            msg = f"citations: expected what {self.name} can write, got {wanted!r}"
            raise ConfigError(msg)
        return written


def any_known(marker: Marker, known: Container[str]) -> bool:
    """Accept a *marker* if it names a source that exists, or no source at all."""
    cited = marker.citations
    return not cited or any(each.source_id in known for each in cited)


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


def dialect_names() -> tuple[str, ...]:
    """Return the names of all dialects, those of other packages among them."""
    return tuple(discover("citemark.dialects", "DIALECT", Dialect))


def scan_markers(
    text: str, dialect: str | Iterable[str], syntax: Syntax, known: Known | None = None
) -> list[Marker]:
    """Return the markers of *text* in one dialect, or in several side by side.

    Where two dialects claim the same characters, the one named first has them. Without
    *known*, what looks like a marker is one, whether its sources exist or not.
    """
    found: list[Marker] = []
    for each in spoken(dialect):
        found = _scan_too(text, found, each, syntax, known)
    return found


def pending_from(
    text: str, dialect: str | Iterable[str], syntax: Syntax, known: Known | None = None
) -> int:
    """Return from where on the markers of *text* are not decided, should it go on.

    Whatever follows, `scan_markers` finds the same in front of this offset, and no
    marker that reaches over it. It is ``len(text)`` where everything is decided.
    """
    dialect = dialect if isinstance(dialect, str) else tuple(dialect)
    dialects = spoken(dialect)
    end = len(_decided(text, dialects, syntax, known))
    if len(dialects) == 1 or end == len(text):
        return end
    found = scan_markers(text, dialect, syntax, known)
    # Where one dialect has cut the text, it ends for the others, too, and a marker of
    # theirs may be one only for that.
    while (begun := _changed(found, text[:end], dialect, syntax, known)) is not None:
        end = begun
    return end


def _changed(
    found: Sequence[Marker],
    text: str,
    dialect: str | Iterable[str],
    syntax: Syntax,
    known: Known | None,
) -> int | None:
    """Return where *text* is first read otherwise than it was *found* to be, if so."""
    before = [marker for marker in found if marker.start < len(text)]
    read = scan_markers(text, dialect, syntax, known)
    for pair in zip_longest(before, read):
        if pair[0] != pair[1]:
            return min(marker.start for marker in pair if marker)
    return None


def _decided(
    text: str, dialects: Sequence[Dialect], syntax: Syntax, known: Known | None
) -> str:
    """Return *text* as far as each of *dialects* says that it is decided."""
    found: list[Marker] = []
    for number, each in enumerate(dialects, start=1):
        masked = _masked(text, found) if found else text
        text = text[: each.pending(masked, syntax)]
        if number < len(dialects):
            found = [marker for marker in found if marker.end <= len(text)]
            found = _scan_too(text, found, each, syntax, known)
    return text


def spoken(dialect: str | Iterable[str]) -> tuple[Dialect, ...]:
    """Return the dialects of these names, in the order in which they are tried.

    Raises:
        ConfigError: there is no such dialect.
    """
    return _spoken((dialect,) if isinstance(dialect, str) else tuple(dialect))


@cache
def _spoken(names: tuple[str, ...]) -> tuple[Dialect, ...]:
    if AUTO not in names:
        return tuple(map(get_dialect, names))
    every = map(get_dialect, dialect_names())
    # What nobody writes by chance comes first, and has its characters for itself.
    return tuple(sorted(every, key=lambda each: each.accepts is not None))


def _scan_too(
    text: str,
    found: list[Marker],
    dialect: Dialect,
    syntax: Syntax,
    known: Known | None,
) -> list[Marker]:
    """Return the markers *found* in *text*, and those of one more *dialect*."""
    if not any(trigger in text for trigger in dialect.triggers):
        return found
    new = dialect.scan(_masked(text, found) if found else text, syntax)
    if dialect.accepts is not None and known is not None and new:
        named = {each.source_id: None for marker in new for each in marker.citations}
        sources = known(named)
        new = [marker for marker in new if dialect.accepts(marker, sources)]
    return _merge(found, new)


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
