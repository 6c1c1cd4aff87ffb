"""A marker without delimiters around an ID of the application's own: ``citeS1``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.residue_kind import LINES, Certainty, Example, Named, ResidueKind, lines

_WHOLE_RE = re.compile(f"(?:file)?cite(.*?)({LINES})?+")
_UNIT = "[A-Za-z][A-Za-z_-]{0,40}+[0-9]{1,9}+"
_UNITS_RE = re.compile(f"(?:{_UNIT}(?:{LINES})?+){{2,40}}+")
_UNIT_RE = re.compile(f"({_UNIT})({LINES})?+")


def _read(match: re.Match[str]) -> Iterator[Named]:
    whole = _WHOLE_RE.fullmatch(match[0])
    # Lines alone name no source.
    if whole is None or not whole[1]:
        return
    name, place = whole[1], whole[2] or ""
    if _UNITS_RE.fullmatch(name + place):
        # ``S1S2`` is two IDs, unless there is a source that is called so.
        for unit in _UNIT_RE.finditer(name + place):
            yield Named((name, unit[1]), lines(unit[2] or ""))
    else:
        yield Named((name,), lines(place))


RESIDUE = ResidueKind(
    name="undelimited-id",
    family="openai",
    summary="the same, around IDs of your own",
    certainty=Certainty.SOURCE,
    # What no word has is needed: else "cites" would cite the source "s".
    pattern=re.compile(
        r"(?:file)?cite(?=[A-Za-z]{0,63}[0-9_-])(?!turn)[\w-]{2,80}+", re.ASCII
    ),
    hints=("cite",),
    read=_read,
    examples=(
        Example(
            "Three days.citeS1L2-L3",
            "Three days.\ue200cite\ue202S1\ue202L2-L3\ue201",
            ("S1",),
        ),
        Example(
            "Three days.citeS1L2S2",
            "Three days.\ue200cite\ue202S1\ue202L2\ue202S2\ue201",
            ("S1", "S2"),
        ),
        Example(
            "Three days.citestaff-handbook",
            "Three days.\ue200cite\ue202staff-handbook\ue201",
            ("staff-handbook",),
        ),
        Example(
            "Three days fileciteblock12.",
            "Three days \ue200cite\ue202block12\ue201.",
            ("block12",),
        ),
    ),
    lookalikes=(
        "Three days.citeS1",
        "It cites 3 of them, and recites4 none.",
        "Use `citeS1` here, not citeL2.",
    ),
)
