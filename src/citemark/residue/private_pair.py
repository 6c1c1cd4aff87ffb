"""A number between private-use brackets of another service: U+EA01, U+EA02."""

from __future__ import annotations

import re

from citemark.residue_kind import Example, ResidueKind, numbers

RESIDUE = ResidueKind(
    name="private-pair",
    family="private-pair",
    summary="a number between other private-use characters; recovered by it",
    pattern=re.compile("\uea01[0-9]{1,4}+(?: ?[,–-] ?[0-9]{1,4}+){0,20}+\uea02"),
    hints=("\uea01",),
    read=numbers,
    examples=(
        Example(
            "Founded in 1911.\uea013\uea02 Still open.", "Founded in 1911. Still open."
        ),
        Example(
            "Founded in 1911.\uea013\uea02 Still open.",
            "Founded in 1911.\ue200cite\ue2023\ue201 Still open.",
            ("3",),
        ),
    ),
    lookalikes=("An icon \uea01 of a font, and \uea02 another.",),
)
