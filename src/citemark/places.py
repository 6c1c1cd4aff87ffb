"""Places in sources: locators, held against the texts that they point into."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from citemark import codes
from citemark.diagnostic import Code
from citemark.loaders import show
from citemark.locator import (
    Finder,
    Lines,
    Locator,
    Range,
    SourceText,
    kind_of,
)
from citemark.model import Citation, Excerpt
from citemark.source import Source

# No source has so many parts; longer numbers would only fill the page.
_MOST_PARTS = 999_999_999


class Place(NamedTuple):
    """Where in its source a citation points, after the text had its say."""

    locator: Locator | None
    lines: Lines | None = None
    """The lines that it is on, as far as anybody can tell."""
    is_lost: bool = False
    """True where the locator named nothing: the citation has no excerpt then."""
    quote: str = ""
    """What a provider quotes, where the text of the source shows no lines."""


Problem: TypeAlias = tuple[Code, str]
NOWHERE = Place(None)
_LOST = Place(None, is_lost=True)


class Places:
    """Finds places; however many they are, each text is read once for each kind."""

    def __init__(self) -> None:
        """Begin with no text read."""
        self._finders: dict[tuple[str, str], Finder[Locator]] = {}

    def find(self, source: Source, citation: Citation) -> tuple[Place, Problem | None]:
        """Return where *citation* points in *source*, and what is wrong with it."""
        place, problem = self._find(source, citation)
        is_shown = place.lines is not None and source.text is not None
        if not citation.quote or is_shown:
            return place, problem
        # What is quoted is shown, whether or not the text says where it stands.
        is_answered = problem is not None and problem[0] is codes.LOCATOR_WITHOUT_TEXT
        place = place._replace(is_lost=False, quote=citation.quote)
        return place, None if is_answered else problem

    def _find(self, source: Source, citation: Citation) -> tuple[Place, Problem | None]:
        locator = citation.locator
        if locator is None:
            return NOWHERE, None
        if isinstance(locator, Lines) and locator.within(len(source.lines)) is locator:
            # Most are of this kind, and right.
            return Place(locator, locator), None
        kind = kind_of(locator)
        if source.text is None:
            what = "cannot be checked: the source has no text"
            missing = _problem(codes.LOCATOR_WITHOUT_TEXT, citation, what)
            return _unchecked(locator), missing if kind.needs_text else None
        key = source.source_id, kind.name
        if key not in self._finders:
            text = SourceText(source.text, source.lines)
            self._finders[key] = kind.find(text)
        found = self._finders[key](locator)
        if found is None:
            return _unchecked(locator), None
        place = Place(found.locator, found.lines) if found.locator else _LOST
        beyond = _problem(codes.LOCATOR_OUT_OF_RANGE, citation, f"is {found.problem}")
        return place, beyond if found.problem else None


def _problem(code: Code, citation: Citation, what: str) -> Problem:
    written = citation.raw_locator or str(citation.locator)
    return code, f"locator {show(written)[1:-1]} {what}"


def _unchecked(locator: Locator) -> Place:
    """Return the place that *locator* names, where no text can tell."""
    if isinstance(locator, Range):
        bounded = locator.within(_MOST_PARTS)
        if bounded is None:
            return _LOST
        return Place(bounded, bounded if isinstance(bounded, Lines) else None)
    return Place(locator)


def with_cited(
    excerpts: tuple[Excerpt, ...], places: Mapping[Locator, Lines | None]
) -> tuple[Excerpt, ...]:
    """Return *excerpts* with the places they show, if these are not only lines."""
    if all(isinstance(locator, Lines) for locator in places):
        return excerpts
    shown = [each.locator or Lines(0, 0) for each in excerpts]
    order = sorted(range(len(shown)), key=lambda index: shown[index])
    firsts = [shown[index].first for index in order]
    cited: dict[int, list[Locator]] = {}
    for locator, lines in places.items():
        at = bisect_right(firsts, lines.first) - 1 if lines else -1
        if lines and at >= 0 and lines.last <= shown[order[at]].last:
            cited.setdefault(order[at], []).append(locator)
    return tuple(
        replace(each, cited=tuple(cited.get(index, ())))
        for index, each in enumerate(excerpts)
    )
