"""Numbers of a list that only the service had: ``:contentReference[oaicite:0]``."""

from __future__ import annotations

import re

from citemark.residue_kind import Example, ResidueKind

_INDEX = r"(?:\{index=[0-9]{1,6}+\})?+"

RESIDUE = ResidueKind(
    name="oaicite",
    family="openai",
    summary="a number of a list that only the service had",
    pattern=re.compile(
        "(?:&#8203;|\u200b)?+(?:"
        rf":?+contentReference\\?\[oaicite:[0-9]{{1,6}}+\\?\]{_INDEX}"
        rf"|\[oaicite:[0-9]{{1,6}}+\]{_INDEX}(?!\()"
        # The older form is code between characters of no width.
        r"|``【oaicite:[0-9]{1,6}+】``(?=&#8203;|\u200b)|【oaicite:[0-9]{1,6}+】"
        ")(?:&#8203;|\u200b)?+"
    ),
    hints=("oaicite:",),
    examples=(
        Example("It rose:contentReference[oaicite:0]{index=0}.", "It rose."),
        Example("It rose. :contentReference[oaicite:16] Then", "It rose. Then"),
        Example("It rose.[oaicite:3]", "It rose."),
        Example("It rose&#8203;``【oaicite:1】``&#8203;.", "It rose."),
        Example("It rose【oaicite:1】.", "It rose."),
    ),
    lookalikes=(
        "What `:contentReference[oaicite:0]{index=0}` means is told elsewhere.",
        "The word oaicite: is none, nor is a contentReference.",
        "``【oaicite:1】`` is code.",
    ),
)
