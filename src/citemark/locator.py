"""Locators: places inside a source, and what each kind of them can do.

A kind is one module of `citemark.locators`, or of another package that announces it:
how it is written, where it is in a text, and how it is called.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from typing import (
    ClassVar,
    Generic,
    NamedTuple,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    final,
)

from citemark.blocks import split_blocks
from citemark.discover import discover
from citemark.errors import ConfigError

_EN_DASH = "\N{EN DASH}"
# Longer numbers are none that any source has; their value would only cost time.
_MOST_DIGITS = 10


class Locator:
    """A place inside a source; ``str()`` writes it as in a marker."""

    __slots__ = ()

    def turned(self) -> Self | None:
        """Return the place the right way round, if it is written backwards."""
        return None

    def position(self) -> int:
        """Return what places of this kind are listed by; equal ones stay as cited."""
        return 0

    def joined(self, later: Self) -> Self | None:
        """Return the one place that both are, if *later* overlaps this or touches it.

        *later* does not begin before this place.
        """
        del later
        return None


L = TypeVar("L", bound=Locator)


@dataclass(frozen=True, slots=True, order=True)
class Range(Locator):
    """Numbered parts of a source, 1-based and inclusive at both ends."""

    first: int
    last: int
    prefix: ClassVar[str] = ""

    def __str__(self) -> str:
        """Return the locator as the grammar writes it.

        >>> str(Lines(8, 13)), str(Lines(8, 8))
        ('L8-L13', 'L8')
        """
        if self.first == self.last:
            return f"{self.prefix}{self.first}"
        return f"{self.prefix}{self.first}-{self.prefix}{self.last}"

    def turned(self) -> Self | None:
        """Return the range with its ends swapped, if it is written backwards."""
        return None if self.first <= self.last else type(self)(self.last, self.first)

    def within(self, count: int) -> Self | None:
        """Return what of it is among *count* parts, if anything.

        >>> Lines(3, 9).within(4), Lines(5, 9).within(4)
        (Lines(first=3, last=4), None)
        """
        if self.first >= 1 and self.last <= count:
            return self
        first, last = max(self.first, 1), min(self.last, count)
        return type(self)(first, last) if first <= last else None

    def position(self) -> int:
        """Return the first of the parts."""
        return self.first

    def joined(self, later: Self) -> Self | None:
        """Return the parts of both, unless some between them are missing.

        >>> Lines(6, 7).joined(Lines(8, 8)), Lines(6, 7).joined(Lines(9, 9))
        (Lines(first=6, last=8), None)
        """
        if later.first > self.last + 1:
            return None
        return type(self)(self.first, max(self.last, later.last))


R = TypeVar("R", bound=Range)


@final
@dataclass(frozen=True, slots=True, order=True)
class Lines(Range):
    """Lines of a source's text. Where any other locator is, is said in lines too."""

    prefix: ClassVar[str] = "L"


class SourceText(NamedTuple):
    """A text and its lines, without the characters that end them."""

    text: str
    lines: Sequence[str]


class Found(NamedTuple, Generic[L]):
    """What of a locator a text has."""

    locator: L | None
    """The place, less what is beyond the text; None: all of it is."""
    lines: Lines | None = None
    """The lines it is on; None where it has none, as an empty page."""
    problem: str = ""
    """Where the text does not have all of it: ``beyond the source (4 lines)``."""


Finder: TypeAlias = Callable[[L], Found[L] | None]
"""Finds places of one kind in one text; None: nobody can tell where they are."""

Units: TypeAlias = Callable[[SourceText], Sequence[Lines | None] | None]
"""Says which lines each part of a text is on, in order.

A part without lines is empty; None for all means that they cannot be told apart.
"""


def _nowhere(locator: Locator) -> None:
    del locator


def nowhere(text: SourceText) -> Finder[L]:
    """Return the finder for texts that do not show where their parts begin."""
    del text
    return _nowhere


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatorKind(Generic[L]):
    """One kind of locator."""

    name: str
    """What `Options.locators` calls it."""
    value: type[L]
    pattern: re.Pattern[str]
    """What it looks like as a whole, with ASCII digits; it takes linear time."""
    read: Callable[[re.Match[str]], L | None]
    """Makes the locator of a match, written backwards or not; None: it is none."""
    label: Callable[[L], tuple[str, str]]
    """The key of its label, and what stands at the label's ``{r}``."""
    labels: tuple[str, ...]
    """All keys that ``label`` gives."""
    has_words: bool = False
    """True where words stand in the label, which may be of any script."""
    find: Callable[[SourceText], Finder[L]] = nowhere
    """Reads a text once; what it returns finds each place in logarithmic time."""
    units: Units | None = None
    """What a prompt labels for a model to cite, if that is parts with numbers."""
    prefix: str = ""
    """What such a label, and the locator, has before its number: ``p`` of ``[p2]``."""
    fragment: Callable[[L], str | None] = _nowhere
    """The part of a URL behind ``#`` that leads there, without the ``#``."""
    needs_text: bool = True
    """False where the place is clear without a text: the page of a file."""
    is_last_resort: bool = False
    """True where it is only asked when a field is neither a locator nor an ID."""
    examples: tuple[tuple[str, L], ...]
    """Spellings, and what they mean."""

    def parse(self, word: str) -> L | None:
        """Return the locator that *word* is, if it is one of this kind."""
        match = self.pattern.fullmatch(word)
        return self.read(match) if match else None

    def lines_in(self, locator: L, text_lines: Sequence[str]) -> Lines | None:
        """Return the lines that *locator* is on, in a text of *text_lines*.

        To find many places in one text, use ``find``.
        """
        found = self.find(SourceText("\n".join(text_lines), text_lines))(locator)
        return found.lines if found else None


def range_kind(
    name: str,
    value: type[R],
    *,
    spelling: str,
    labels: tuple[str, str],
    units: Units | None = None,
    find: Callable[[SourceText], Finder[R]] = nowhere,
    examples: tuple[tuple[str, R], ...],
    fragment: Callable[[R], str | None] = _nowhere,
    needs_text: bool = True,
) -> LocatorKind[R]:
    """Return the kind of a `Range`, which *spelling* introduces; labels: one, several.

    Its places are counted in the *units* of a text, or else found by *find*.

    >>> kind_of(Lines(1, 2)).parse("L8-L13")
    Lines(first=8, last=13)
    """

    def read(match: re.Match[str]) -> R:
        first = number(match[1])
        return value(first, number(match[2]) if match[2] else first)

    def label(place: R) -> tuple[str, str]:
        key = labels[0] if place.first == place.last else labels[1]
        return key, span_text(str(place.first), str(place.last))

    return LocatorKind(
        name=name,
        value=value,
        pattern=re.compile(rf"{spelling}([0-9]+)(?:-{spelling}([0-9]+))?"),
        read=read,
        label=label,
        labels=labels,
        find=_count_finder(labels[0], units) if units else find,
        units=units,
        prefix=value.prefix,
        fragment=fragment,
        needs_text=needs_text,
        examples=examples,
    )


def blank_separated(text: SourceText) -> Sequence[Lines]:
    """Return the lines of each part of *text* that has blank lines around it."""
    return [Lines(first, last) for first, last in split_blocks(text.lines)]


def _count_finder(noun: str, units: Units) -> Callable[[SourceText], Finder[R]]:
    """Return what finds the parts of a text that are on the lines *units* says."""

    def find(text: SourceText) -> Finder[R]:
        counted = units(text)
        if counted is None:
            return _nowhere
        problem = beyond(len(counted), noun)
        # For each unit, the first line of it or of what follows, and the last so far:
        # however many units a place has, only its two ends are looked at.
        firsts = list(accumulate(reversed(counted), _first_line, initial=sys.maxsize))
        lasts = list(accumulate(counted, _last_line, initial=0))

        def finder(locator: R) -> Found[R]:
            place = locator.within(len(counted))
            if place is None:
                return Found(None, None, problem)
            lines = Lines(firsts[-place.first], lasts[place.last])
            return Found(
                place,
                lines if lines.first <= lines.last else None,
                "" if place is locator else problem,
            )

        return finder

    return find


def _first_line(following: int, unit: Lines | None) -> int:
    return unit.first if unit else following


def _last_line(before: int, unit: Lines | None) -> int:
    return unit.last if unit else before


def listed(places: Iterable[Locator]) -> tuple[Locator, ...]:
    """Return *places* as readers are told of them: in order, what touches as one.

    The kinds stay in the order of their first use, and so do places without numbers.

    >>> listed([Lines(6, 6), Lines(3, 4), Lines(8, 8), Lines(7, 7)])
    (Lines(first=3, last=4), Lines(first=6, last=8))
    """
    kinds: dict[type[Locator], list[Locator]] = {}
    for place in places:
        kinds.setdefault(type(place), []).append(place)
    found: list[Locator] = []
    for same in kinds.values():
        first, *later = sorted(same, key=_position)
        found.append(first)
        for place in later:
            joined = found[-1].joined(place)
            if joined is None:
                found.append(place)
            else:
                found[-1] = joined
    return tuple(found)


def _position(place: Locator) -> int:
    return place.position()


def number(digits: str) -> int:
    """Return the value of ASCII *digits*, however many they are."""
    return int(digits if len(digits) <= _MOST_DIGITS else "9" * _MOST_DIGITS)


def span_text(first: str, last: str) -> str:
    """Return ``8`` or ``8–13``, as readers write it."""
    return first if first == last else f"{first}{_EN_DASH}{last}"


def beyond(count: int, noun: str) -> str:
    """Return what is wrong with a place in a text that has *count* parts."""
    return f"beyond the source ({how_many(count, noun)})"


def how_many(count: int, noun: str) -> str:
    """Return ``1 line`` or ``4 lines``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def all_kinds() -> dict[str, LocatorKind[Locator]]:
    """Return name → kind, for every kind there is."""
    found = discover("citemark.locators", "LOCATOR", LocatorKind)
    return cast("dict[str, LocatorKind[Locator]]", found)


def parse_locator(word: str) -> Locator | None:
    """Return the locator that *word* is, whatever its kind.

    >>> parse_locator("L8-L13")
    Lines(first=8, last=13)
    """
    kinds = sorted(all_kinds().values(), key=lambda kind: kind.is_last_resort)
    parsed = (kind.parse(word) for kind in kinds)
    return next((each for each in parsed if each is not None), None)


@lru_cache(32)
def get_kinds(names: tuple[str, ...]) -> tuple[LocatorKind[Locator], ...]:
    """Return the kinds called *names*, each once.

    Raises:
        ConfigError: there is none of that name; the message lists those there are.
    """
    known = all_kinds()
    for name in names:
        if name not in known:
            msg = f"locators: expected some of {', '.join(known)}, got {name!r}"
            raise ConfigError(msg)
    return tuple(known[name] for name in dict.fromkeys(names))


def kind_of(locator: L) -> LocatorKind[L]:
    """Return the kind that *locator* is of."""
    return cast("LocatorKind[L]", _by_value()[type(locator)])


@cache
def _by_value() -> dict[type[Locator], LocatorKind[Locator]]:
    return {kind.value: kind for kind in all_kinds().values()}
