"""The matrix: a row for each source, a column for each sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from citemark.options import Options
from citemark.pictures.drawing import Picture, Room, draw
from citemark.pictures.reading import Reading, Said, Shown, Use, read
from citemark.pictures.scale import Stretch, divide, ticks
from citemark.sources import Sources


@dataclass(frozen=True, slots=True)
class Cell:
    """What one source is to one sentence."""

    sentence: Said
    stretch: Stretch
    uses: tuple[Use, ...]
    room: Room


@dataclass(frozen=True, slots=True)
class Row:
    """One source."""

    source: Shown
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """What the matrix shows."""

    rows: tuple[Row, ...]
    uncited: tuple[Cell, ...]
    """The sentences without a citation."""
    axis: tuple[tuple[int, Stretch], ...]
    """Some columns, by number."""


def arrange(reading: Reading) -> Matrix:
    """Return what the matrix of *reading* shows."""
    columns = divide([1] * len(reading.sentences))
    return Matrix(
        rows=tuple(
            Row(source, tuple(_cells(reading, source, columns)))
            for source in reading.sources
        ),
        uncited=tuple(
            Cell(each, columns[each.number - 1], (), Room.NONE)
            for each in reading.sentences
            if not each.uses
        ),
        axis=tuple((each, columns[each - 1]) for each in ticks(len(columns))),
    )


def _cells(reading: Reading, source: Shown, columns: list[Stretch]) -> Iterator[Cell]:
    in_order = sorted(source.uses, key=lambda use: (use.sentence, use.noteref))
    for number, group in groupby(in_order, key=lambda use: use.sentence):
        if number:
            column = columns[number - 1]
            yield Cell(
                reading.sentences[number - 1],
                column,
                tuple(group),
                Room.of(column.width),
            )


def draw_matrix(reading: Reading, target: str) -> Picture:
    """Draw the matrix; its rows lead to *target* followed by a source's number."""
    return draw("matrix", reading, matrix=arrange(reading), target=target)


def matrix(
    answer: str,
    sources: Sources = None,
    *,
    options: Options | None = None,
    id_prefix: str = "",
) -> Picture:
    """Draw which source is cited in which sentence, and which in none.

    Its links lead to the references and notes of the same answer, as `citemark.render`
    prints them with the same *options* and *id_prefix*.

    Raises:
        SourceError: *sources* is unusable.
        ConfigError: an option cannot work.
        UnresolvedCitationError: *options* ask for it, and something may not be shown.
    """
    reading = read(answer, sources, options=options, id_prefix=id_prefix)
    return draw_matrix(reading, f"{reading.id_prefix}s")
