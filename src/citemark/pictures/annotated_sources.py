"""The sources themselves: numbered lines, tinted by use, with links to the answer.

**Why** links stand on the first line of what they cite only: a citation of a thousand
lines would otherwise leave a thousand links; the tint shows how far it reaches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import NamedTuple

from citemark.options import Options
from citemark.pictures.drawing import Picture, draw
from citemark.pictures.reading import Reading, Shown, Use, read
from citemark.sources import Sources
from citemark.text import clean_block, clean_start

_CONTEXT = 2
_LEAST_FOLDED = 4
"""Folding away less saves no room."""
_MOST_OPEN = 30
"""Lines of a source that is shown as a whole."""
_MOST_TINTS = 4
_LINE_CHARS = 2_000
_MOST_LINES = 1_000
"""Of one source."""
_MOST_CHARS = 2_000_000
"""Of all sources together."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a source."""

    number: int
    text: str
    count: int
    """How often it is cited."""
    uses: tuple[Use, ...]
    """The references whose lines begin here, one for each sentence."""

    @property
    def tint(self) -> int:
        """How dark it is, from 0 to 4."""
        return min(self.count, _MOST_TINTS)


@dataclass(frozen=True, slots=True)
class Run:
    """Lines that follow one another."""

    first: int
    last: int
    lines: tuple[Line, ...]
    """None where there was no room for them."""
    is_folded: bool

    @property
    def range(self) -> str:
        """The numbers, as readers write them."""
        same = self.first == self.last
        return str(self.first) if same else f"{self.first}–{self.last}"


@dataclass(frozen=True, slots=True)
class Annotated:
    """One source with its text."""

    source: Shown
    whole: tuple[Use, ...]
    """The references that cite no lines of it."""
    runs: tuple[Run, ...]


@dataclass(slots=True)
class _Room:
    """How much of the sources may still be shown."""

    chars: int
    lines: int = 0


def annotate(reading: Reading) -> tuple[Annotated, ...]:
    """Return what is shown of every source that *reading* cites."""
    room = _Room(_MOST_CHARS)
    return tuple(
        Annotated(
            source=source,
            whole=_by_sentence([use for use in source.uses if use.is_whole]),
            runs=tuple(_runs(source, room)),
        )
        for source in reading.cited
    )


def _by_sentence(uses: Sequence[Use]) -> tuple[Use, ...]:
    """Return the first of *uses* in each sentence; those in none are kept."""
    firsts: dict[tuple[int, int], Use] = {}
    for use in uses:
        firsts.setdefault((use.sentence, 0 if use.sentence else use.noteref), use)
    return tuple(firsts.values())


def _runs(source: Shown, room: _Room) -> Iterator[Run]:
    lines = source.source.lines
    begun: dict[int, list[Use]] = {}
    changes = [0] * (len(lines) + 1)
    for use in source.uses:
        for place in use.ranges:
            changes[place.first - 1] += 1
            changes[place.last] -= 1
            begun.setdefault(place.first, []).append(use)
    given = _Given(lines, list(accumulate(changes[:-1])), begun)
    room.lines = _MOST_LINES
    spans = list(_spans(given.counts))
    # What is cited gets its room first, wherever in the text it stands.
    in_order = sorted(spans, key=lambda span: span.is_folded)
    taken = {span: tuple(_taken(given, span, room)) for span in in_order}
    for span in spans:
        yield from taken[span]


class _Span(NamedTuple):
    first: int
    last: int
    is_folded: bool


def _spans(counts: Sequence[int]) -> Iterator[_Span]:
    """Divide the lines, given how often each is cited, into shown and folded ones."""
    total = len(counts)
    is_open = [total <= _MOST_OPEN] * total
    cited = [number for number, count in enumerate(counts, start=1) if count]
    done = 0
    for number in [*(cited or [1]), total + _CONTEXT + 1]:
        start = max(number - _CONTEXT, done + 1)
        if start - done <= _LEAST_FOLDED:
            start = done + 1
        done = min(number + _CONTEXT, total)
        is_open[start - 1 : done] = [True] * (done - start + 1)
    number = 1
    for shown, group in groupby(is_open):
        size = sum(1 for _ in group)
        yield _Span(number, number + size - 1, not shown)
        number += size


class _Given(NamedTuple):
    """The lines of a source, how often each is cited, and what begins there."""

    lines: Sequence[str]
    counts: Sequence[int]
    begun: Mapping[int, Sequence[Use]]


def _taken(given: _Given, span: _Span, room: _Room) -> Iterator[Run]:
    """Yield the lines of *span* that there is room for, and the others without text."""
    shown: list[Line] = []
    for number in range(span.first, span.last + 1):
        if room.lines <= 0 or room.chars <= 0:
            break
        text, _ = clean_start(given.lines[number - 1], _LINE_CHARS, clean_block)
        room.lines -= 1
        room.chars -= len(text) + 1
        uses = _by_sentence(given.begun.get(number, ()))
        shown.append(Line(number, text, given.counts[number - 1], uses))
    end = span.first + len(shown)
    if shown:
        yield Run(span.first, end - 1, tuple(shown), is_folded=span.is_folded)
    if end <= span.last:
        yield Run(end, span.last, (), is_folded=True)


def draw_annotated(reading: Reading) -> Picture:
    """Draw every source that is cited, with its text."""
    return draw("annotated", reading, sources=annotate(reading))


def annotated(
    answer: str,
    sources: Sources = None,
    *,
    options: Options | None = None,
    id_prefix: str = "",
) -> Picture:
    """Draw the sources of *answer* line by line, with links back to the answer.

    The links lead to the references of the same answer, as `citemark.render` prints
    them with the same *options* and *id_prefix*.

    Raises:
        SourceError: *sources* is unusable.
        ConfigError: an option cannot work.
        UnresolvedCitationError: *options* ask for it, and something may not be shown.
    """
    return draw_annotated(read(answer, sources, options=options, id_prefix=id_prefix))
