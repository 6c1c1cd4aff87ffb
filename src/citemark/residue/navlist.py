"""A list of pages to go to, with its title and their IDs."""

from __future__ import annotations

import re

from citemark.residue_kind import BOX, TURN, Example, ResidueKind

RESIDUE = ResidueKind(
    name="navlist",
    family="openai",
    summary="a list of pages to go to, with its title",
    pattern=re.compile(
        rf"(?:{BOX})?+(?<![A-Za-z0-9_])navlist(?:{BOX}|(?=[^\W\d_a-z]))"
        rf"[^\n]{{0,120}}?(?:(?:{BOX})?+{TURN})++(?:{BOX})?+"
    ),
    hints=("navlist",),
    examples=(
        Example(
            "Totals rose. navlistMore newsturn0search0turn0news1 Done.",
            "Totals rose. Done.",
        ),
        Example(
            "Totals rose.□navlist□more news□turn0search0□ Done.", "Totals rose. Done."
        ),
    ),
    lookalikes=(
        "The navlist is an element; navlistItem is none.",
        "`navlistMore newsturn0search0` is told of elsewhere.",
    ),
)
