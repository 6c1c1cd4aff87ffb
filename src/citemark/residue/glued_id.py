"""A source ID right behind the end of a sentence: ``It rose.turn0search16``."""

from __future__ import annotations

import re

from citemark.residue_kind import LINES, TURN, TURNS, Example, ResidueKind, turns

# It is no part of a path or an address, and what follows begins another sentence.
_END = (
    r"(?![A-Za-z0-9_/@=%-]|[.:?][A-Za-z0-9])"
    r"(?=[ \t]*(?:[\r\n]|\Z|[^\W\d_a-z]|[*_~(\[)\]\"“”»|<]))"
)

RESIDUE = ResidueKind(
    name="glued-id",
    family="openai",
    summary="an ID right behind the end of a sentence",
    pattern=re.compile(
        rf"(?:(?<=[^\W\d_][.!?…)”»\"])|(?<=[。！？」])){TURNS}{_END}"
        rf"|(?<=[^\W\d_][.!?…] ){TURN}(?:{LINES})?+(?:,? ?{TURN}(?:{LINES})?+)*+"
        r"(?=[ \t]*(?:[\r\n]|\Z))"
    ),
    hints=("turn",),
    read=turns,
    examples=(
        Example("It rose.turn0search16 Then", "It rose. Then"),
        Example("It rose.turn0search16turn0news2", "It rose."),
        Example("It rose. turn0search16, turn0news2\nThen", "It rose.\nThen"),
        Example("潮は満ちた。turn0search1", "潮は満ちた。"),
        Example(
            "It rose.turn0file1L2-L3 Then",
            "It rose.\ue200cite\ue202turn0file1\ue202L2-L3\ue201 Then",
            ("turn0file1",),
        ),
    ),
    lookalikes=(
        "Open data.turn0search16.csv or https://example.org/a.turn0search16 first.",
        "It rose. turn0search16 is an ID.",
        "The keys player.turn0search16 and player.turn0file1, of a game.",
        "Run `load.turn0search16` now.",
        "A return0search1 is none.",
    ),
)
