"""Blocks, as prompts number them: ``Block3``, ``Block3-Block5``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from citemark.blocks import split_blocks
from citemark.locator import Lines, Range, SourceText, count_finder, range_kind


@dataclass(frozen=True, slots=True, order=True)
class Blocks(Range):
    """Blocks of a source's text, with blank lines between them."""

    prefix: ClassVar[str] = "Block"


def units(text: SourceText) -> Sequence[Lines]:
    """Return the lines of each block."""
    return [Lines(first, last) for first, last in split_blocks(text.lines)]


LOCATOR = range_kind(
    "blocks",
    Blocks,
    spelling="Block",
    labels=("block", "blocks"),
    find=count_finder("block", units),
    units=units,
    examples=(("Block3", Blocks(3, 3)), ("Block3-Block5", Blocks(3, 5))),
)
