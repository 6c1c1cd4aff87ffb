"""Colours that people with any colour vision can tell apart, and textures for more.

The seven colours are those of Okabe and Ito, less black. From the eighth source on they
come again with a texture; every part has its number or a tooltip besides.
"""

from __future__ import annotations

from dataclasses import dataclass

_BLACK, _WHITE = "#000", "#fff"
# The colour, and what can be read on it.
_COLOURS = (
    ("#0072b2", _WHITE),
    ("#e69f00", _BLACK),
    ("#009e73", _BLACK),
    ("#cc79a7", _BLACK),
    ("#56b4e9", _BLACK),
    ("#d55e00", _BLACK),
    ("#f0e442", _BLACK),
)
TEXTURES = ("", "dots", "bars", "grid")


@dataclass(frozen=True, slots=True)
class Paint:
    """How one source looks, in every picture."""

    fill: str
    ink: str
    """For the number on it."""
    texture: str
    """The name of a pattern to be laid over it; may be empty."""
    tone: int
    """Which of the colours it is, from 1."""


def paint(number: int) -> Paint:
    """Return the look of the source with this *number*.

    >>> paint(1).fill, paint(8).fill, paint(8).texture
    ('#0072b2', '#0072b2', 'dots')
    """
    turn, tone = divmod(max(number, 1) - 1, len(_COLOURS))
    fill, ink = _COLOURS[tone]
    return Paint(fill, ink, TEXTURES[turn % len(TEXTURES)], tone + 1)
