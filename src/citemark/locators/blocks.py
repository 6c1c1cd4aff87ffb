"""Blocks, as prompts number them: ``Block3``, ``Block3-Block5``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from citemark.locator import Range, blank_separated, range_kind


@dataclass(frozen=True, slots=True, order=True)
class Blocks(Range):
    """Blocks of a source's text, with blank lines between them."""

    prefix: ClassVar[str] = "Block"


LOCATOR = range_kind(
    "blocks",
    Blocks,
    spelling="Block",
    labels=("block", "blocks"),
    units=blank_separated,
    examples=(("Block3", Blocks(3, 3)), ("Block3-Block5", Blocks(3, 5))),
)
