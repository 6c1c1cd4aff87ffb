"""Brackets around what is cited: ``[cite_start]It rose.[cite: 1, 2]``."""

from __future__ import annotations

import re

from citemark.residue_kind import Example, ResidueKind, numbers

_NUMBER = r"[0-9]{1,4}+(?: ?[-–] ?[0-9]{1,4}+)?+"

RESIDUE = ResidueKind(
    name="cite-start",
    family="gemini",
    summary="the brackets around what is cited; recovered by their numbers",
    pattern=re.compile(
        r"\[cite_(?:start|end)\](?!\()"
        rf"|\[cite: ?{_NUMBER}(?: ?, ?{_NUMBER})*+\](?![(:])"
    ),
    hints=("[cite_", "[cite:"),
    read=numbers,
    examples=(
        Example("[cite_start]It rose.[cite: 1, 2] Then", "It rose. Then"),
        Example("* [cite_start]It rose. [cite: 4]", "* It rose."),
        Example(
            "[cite_start]It rose.[cite: 1, 3-5, 9]",
            "It rose.\ue200cite\ue2021\ue2024\ue2025\ue201",
            ("1", "4", "5"),
        ),
    ),
    lookalikes=(
        "[cite: Smith 2001] and [cite: ] and [cite].",
        "A `[cite_start]` in code, and [cite_start](https://example.org).",
    ),
)
