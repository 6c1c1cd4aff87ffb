"""A source ID that stands in a sentence, with ``cite`` before it or without."""

from __future__ import annotations

import re

from citemark.residue_kind import (
    LINES,
    TURN,
    TURNS,
    Certainty,
    Example,
    ResidueKind,
    turns,
)

# What an ID is a part of if it touches it: words, paths, addresses, formulas.
_BEFORE = r"(?<![\w\-/@#=&%+~\\$^?{.])"
_AFTER = r"(?![\w\-/@#=&%+~\\$^({}]|[.:?][A-Za-z0-9])"
_ONE = f"{TURN}(?:[ ,:]?{LINES})?+"

RESIDUE = ResidueKind(
    name="bare-id",
    family="openai",
    summary="an ID in a sentence",
    certainty=Certainty.CONTEXT,
    pattern=re.compile(
        rf"{_BEFORE}(?:(?:file)?cite[ \t]{{1,3}}+)?+"
        rf"{_ONE}(?:[,;]? ?{_ONE}){{0,64}}+{_AFTER}"
        # Letters before it: the end of a word, unless that makes another one.
        rf"|(?<=[a-z])(?<!\bre)(?<![Ss]a)(?<!cite)(?<!noc){TURNS}{_AFTER}"
    ),
    hints=("turn",),
    read=turns,
    examples=(
        Example(
            "Bare turn0view0 leftover. cite turn0view0 leaks.citeturn0search2",
            "Bare leftover. leaks.",
        ),
        Example("It roseturn0search1. citeturn0search2", "It rose."),
        Example(
            "Three days (turn0file0 L1-L2, turn0file1).",
            "Three days \ue200cite\ue202turn0file0\ue202L1-L2\ue202turn0file1\ue201.",
            ("turn0file0", "turn0file1"),
        ),
    ),
    lookalikes=(
        "Bare turn0view0 leftover, of which nothing else is known.",
        "A saturn5rocket1 and a return0code1, citeturn.",
        "See docs/turn0view0.md, turn0view0.example or x=turn0view0.",
        "Keep `turn0view0`.",
    ),
)
