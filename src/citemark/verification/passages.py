"""The passages that the citations of one answer point at, read once each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from citemark.locator import Lines
from citemark.model import Citation, Marker
from citemark.places import Place, Places, Problem
from citemark.source import Source
from citemark.sources import Sources, fetch
from citemark.spans import Span, line_bounds
from citemark.text import clean_line
from citemark.verification.reading import Reading
from citemark.verification.report import Passage

_TITLE_CHARS = 1_000
_MOST_TARGETS = 32
_SEARCHES, _SLICES, _SMALL = 1_000, 4, 10_000
_Key = tuple[str, str | None]
_Bounds = tuple[list[int], list[int]]


@dataclass(frozen=True, slots=True)
class Target:
    """What a sentence is held against: a passage, and its source around it."""

    passage: Passage
    reading: Reading
    whole: Reading | None
    """All of the source, where the passage is a part of it."""
    context: Reading
    """Title and headings: a reader sees them, too."""


class Budget:
    """How much text may still be gone through: a few times all that there is.

    So an answer with thousands of quotations, or of overlapping places in a huge
    source, takes time for its length and that of its sources, not for their product.
    """

    def __init__(self, chars: int) -> None:
        """Begin with *chars* to spend."""
        self._left = chars

    def spend(self, chars: int) -> bool:
        """Take *chars* off, and say whether they were there."""
        self._left -= chars
        return self._left >= 0


class Library:
    """The sources that one answer cites, and the passages in them."""

    def __init__(self, markers: Sequence[Marker], sources: Sources) -> None:
        """Fetch all sources that *markers* cite, with one call."""
        ids = (
            citation.source_id for marker in markers for citation in marker.citations
        )
        self.sources: Mapping[str, Source] = fetch(sources, list(dict.fromkeys(ids)))
        size = sum(len(each.text or "") for each in self.sources.values())
        self.searches = Budget(_SEARCHES * (size + _SMALL))
        self._slices = Budget(_SLICES * (size + _SMALL))
        self._last: tuple[Sequence[int], tuple[Target, ...]] = ((), ())
        self._markers = markers
        self._places = Places()
        self._targets: dict[_Key, Target | None] = {}
        self._wholes: dict[str, Reading] = {}
        self._contexts: dict[str, Reading] = {}
        self._lines: dict[str, _Bounds | None] = {}

    def place(self, citation: Citation) -> tuple[Place, Problem | None]:
        """Return where *citation*, of a known source, points."""
        return self._places.find(self.sources[citation.source_id], citation)

    def targets(self, ordinals: Sequence[int]) -> tuple[Target, ...]:
        """Return what the markers *ordinals* point at, each place once.

        Sources that may not be cited, and places that are not there, give nothing; of
        very many places, the first are taken.
        """
        if ordinals is not self._last[0]:
            # The sentences of a paragraph share theirs.
            # A dictionary keeps the order, and each place once.
            distinct = dict.fromkeys(self._pointed_at(ordinals))
            found = (self._targets[key] for key in islice(distinct, _MOST_TARGETS))
            self._last = ordinals, tuple(each for each in found if each)
        return self._last[1]

    def _pointed_at(self, ordinals: Sequence[int]) -> Iterator[_Key]:
        for ordinal in ordinals:
            for citation in self._markers[ordinal].citations:
                key = citation.source_id, written(citation)
                if key not in self._targets:
                    self._targets[key] = self._target(citation)
                if self._targets[key] is not None:
                    yield key

    def _target(self, citation: Citation) -> Target | None:
        source = self.sources.get(citation.source_id)
        if source is None or not is_usable(source):
            return None
        place, _ = self.place(citation)
        if place.is_lost:
            return None
        name = source.source_id
        if name not in self._wholes:
            heading = "\n".join((source.title, *source.heading_path))[:_TITLE_CHARS]
            self._wholes[name] = Reading(source.text or "", source.language)
            self._contexts[name] = Reading(heading, source.language)
        whole, context = self._wholes[name], self._contexts[name]
        title = clean_line(source.title, _TITLE_CHARS)
        span = self._span(source, place.lines) if place.lines else None
        size = span.end - span.start if span else 0
        if place.lines is None or not source.text or not self._slices.spend(size):
            text = source.text or ""
            passage = Passage(name, written(citation), text, 0, whole=True, title=title)
            return Target(passage, whole, None, context)
        lines = source.lines[place.lines.first - 1 : place.lines.last]
        text = span.of(source.text) if span else "\n".join(lines)
        start = span.start if span else None
        passage = Passage(
            name, written(citation), text, start, title=title, lines=place.lines
        )
        return Target(passage, Reading(text, source.language), whole, context)

    def _span(self, source: Source, lines: Lines) -> Span | None:
        """Return where *lines* are in the text of *source*, if that can be told."""
        name = source.source_id
        if name not in self._lines:
            self._lines[name] = _bounds(source)
        bounds = self._lines[name]
        if bounds is None or lines.last > len(bounds[1]):
            return None
        return Span(bounds[0][lines.first - 1], bounds[1][lines.last - 1])


def written(citation: Citation) -> str | None:
    """Return the locator of *citation*, the right way round."""
    return None if citation.locator is None else str(citation.locator)


def is_usable(source: Source) -> bool:
    """Whether *source* may be cited."""
    return source.status == "current" and source.citable


def _bounds(source: Source) -> _Bounds | None:
    """Return where each line starts and ends; with a splitter, where it is found."""
    text = source.text or ""
    if source.splitter is None:
        return line_bounds(text)
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for line in source.lines:
        at = text.find(line, at)
        if at < 0:
            return None
        starts.append(at)
        at += len(line)
        ends.append(at)
    return starts, ends
