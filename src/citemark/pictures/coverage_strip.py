"""The coverage strip: one bar for the whole answer, coloured by source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citemark.options import Options
from citemark.pictures.drawing import Picture, Room, draw
from citemark.pictures.reading import Reading, Said, read
from citemark.pictures.scale import WHOLE, Stretch, divide
from citemark.sources import Sources

HEIGHT = 44
_LEAST_HEIGHT = 13
"""Of a band with a number on it."""
_UNCITED = 0


@dataclass(frozen=True, slots=True)
class Band:
    """The part of a sentence that belongs to one source, 0 for none."""

    number: int
    top: float
    height: float
    room: Room
    """What fits on it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One sentence."""

    sentence: Said
    stretch: Stretch
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the strip shows."""

    parts: tuple[Part, ...]
    shares: Counter[int]
    """Number of a source → its share of the text; 0 is what no source has.

    The text of a sentence with several sources is divided among them, so that all
    shares add up to the whole.
    """

    @property
    def uncited(self) -> int:
        """The share of the text that has no citation."""
        return self.shares[_UNCITED]

    @property
    def cited(self) -> int:
        """The share of the text that has one."""
        return self.shares.total() - self.uncited


def cover(reading: Reading) -> Coverage:
    """Return what the strip of *reading* shows."""
    stretches = divide([each.chars for each in reading.sentences])
    shares: Counter[int] = Counter()
    parts = []
    for sentence, stretch in zip(reading.sentences, stretches, strict=True):
        numbers = sentence.sources or (_UNCITED,)
        for number, share in zip(numbers, _shares(stretch, len(numbers)), strict=True):
            shares[number] += share
        parts.append(Part(sentence, stretch, tuple(_bands(numbers, stretch))))
    return Coverage(tuple(parts), shares)


def _shares(stretch: Stretch, count: int) -> Iterator[int]:
    least, rest = divmod(stretch.width, count)
    return (least + (index < rest) for index in range(count))


def _bands(numbers: Sequence[int], stretch: Stretch) -> Iterator[Band]:
    height = HEIGHT / len(numbers)
    room = Room.of(stretch.width) if height >= _LEAST_HEIGHT else Room.NONE
    for index, number in enumerate(numbers):
        yield Band(number, round(index * height, 2), round(height, 2), room)


def draw_strip(reading: Reading, target: str) -> Picture:
    """Draw the strip; its parts lead to *target* followed by a source's number."""
    coverage = cover(reading)
    return draw(
        "strip",
        reading,
        coverage=coverage,
        height=HEIGHT,
        whole=WHOLE,
        target=target,
    )


def strip(
    answer: str,
    sources: Sources = None,
    *,
    options: Options | None = None,
    id_prefix: str = "",
) -> Picture:
    """Draw how much of *answer* has a citation, and from which source.

    Its links lead to the notes of the same answer, as `citemark.render` prints them
    with the same *options* and *id_prefix*.

    Raises:
        SourceError: *sources* is unusable.
        ConfigError: an option cannot work.
        UnresolvedCitationError: *options* ask for it, and something may not be shown.
    """
    reading = read(answer, sources, options=options, id_prefix=id_prefix)
    return draw_strip(reading, f"{reading.id_prefix}s")
