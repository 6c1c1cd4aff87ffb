"""The blocks of a text: what a prompt numbers, and what ``Block3`` counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def split_blocks(
    lines: Sequence[str], most_chars: int | None = None
) -> list[tuple[int, int]]:
    """Return the first and the last line of each block of *lines*, 1-based.

    Blocks are separated by blank lines, which belong to none. With *most_chars*, a
    longer block is cut in several, at ends of lines only: a single line may be longer.
    Locators count the blocks that there are without it.

    >>> split_blocks(["a", "b", "", "c"])
    [(1, 2), (4, 4)]
    >>> split_blocks(["one", "two", "three"], most_chars=7)
    [(1, 2), (3, 3)]
    """
    return [
        piece
        for first, last in _runs(lines)
        for piece in _pieces(lines, first, last, most_chars)
    ]


def _runs(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the runs of lines that are not blank."""
    first = 0
    for number, line in enumerate(lines, start=1):
        if line.strip():
            first = first or number
        elif first:
            yield first, number - 1
            first = 0
    if first:
        yield first, len(lines)


def _pieces(
    lines: Sequence[str], first: int, last: int, most_chars: int | None
) -> Iterator[tuple[int, int]]:
    """Yield the lines *first* to *last* in pieces of at most *most_chars*."""
    if most_chars is None:
        yield first, last
        return
    chars = -1
    for number in range(first, last + 1):
        # A line end counts, and the first line of a piece has none before it.
        size = len(lines[number - 1]) + 1
        if chars + size > most_chars and chars >= 0:
            yield first, number - 1
            first, chars = number, -1
        chars += size
    yield first, last
