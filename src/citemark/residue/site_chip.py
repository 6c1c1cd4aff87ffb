"""The label of a source glued to a sentence, as copying leaves it: ``Wikipedia+2``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.residue_kind import Certainty, Example, Named, ResidueKind

_WORD = r"[^\W\d_a-z][\w.&'’-]{0,30}+"
_CHIP_RE = re.compile(r"\s?([^+]+)\+[0-9]+")


def _read(match: re.Match[str]) -> Iterator[Named]:
    for chip in _CHIP_RE.finditer(match[0]):
        yield Named(names=(chip[1],))


RESIDUE = ResidueKind(
    name="site-chip",
    family="openai",
    summary="the label of a source, and how many more; recovered by the label",
    certainty=Certainty.SOURCE,
    pattern=re.compile(
        rf"(?<=[.!?…]) ?{_WORD}(?: {_WORD}){{0,2}}+\+[1-9][0-9]?+"
        r"(?=[ \t]*(?:[\r\n]|\Z))"
    ),
    hints=("+",),
    read=_read,
    examples=(
        Example(
            "It rose.Example+2\nThen", "It rose.\ue200cite\ue202S1\ue201\nThen", ("S1",)
        ),
    ),
    lookalikes=(
        "It rose.Wikipedia+2",
        "I use C. Google+1 is gone.",
        "Vote now. Armor+2",
    ),
)
