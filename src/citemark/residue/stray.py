"""Marker characters that are no marker: single ones, and markers without their end."""

from __future__ import annotations

import re
from collections.abc import Iterable

from citemark.residue_kind import (
    FIELD,
    LINES,
    TURN,
    Example,
    Named,
    ResidueKind,
    fields,
)

_FIELD_RE = re.compile(f"\ue202{FIELD}")


def _read(match: re.Match[str]) -> Iterable[Named]:
    return fields(_FIELD_RE.finditer(match[0]))


RESIDUE = ResidueKind(
    name="stray",
    family="openai",
    summary="marker characters outside a complete marker",
    pattern=re.compile(
        # Of a broken marker, what a scanner hides: its family and the IDs behind it.
        "\ue200(?:file)?cite(?![A-Za-z0-9_])(?:\ue202[A-Za-z0-9_-]{1,256}+)*+"
        "[\ue201-\ue206]*+"
        f"|\ue200?+(?:\ue202{TURN}(?:\ue202{LINES})?+)++[\ue201-\ue206]*+"
        "|[\ue200-\ue206]"
    ),
    hints=tuple("\ue200\ue201\ue202\ue203\ue204\ue205\ue206"),
    read=_read,
    examples=(
        Example("Totals rose\ue202 by 4%.", "Totals rose by 4%."),
        Example("\ue203A fast model.\ue204 It runs.\ue206", "A fast model. It runs."),
        Example("Three days.\ue200cite\ue202turn0file0 Ask.", "Three days. Ask."),
        Example(
            "Three days.\ue200cite\ue202S1\ue202L2 Ask.",
            "Three days.\ue200cite\ue202S1\ue202L2\ue201 Ask.",
            ("S1",),
        ),
        Example(
            "Both.\ue200\ue202turn0search0\ue202turn0news0\ue201",
            "Both.\ue200cite\ue202turn0search0\ue202turn0news0\ue201",
            ("turn0search0", "turn0news0"),
        ),
    ),
    lookalikes=(
        "Complete.\ue200cite\ue202turn0file0\ue202L8-L13\ue201",
        '\ue200entity\ue202["place","Paris"]\ue201 is a widget, not residue.',
        "An icon \ue0a0 of a font.",
        "In code: `\ue202`.",
    ),
)
