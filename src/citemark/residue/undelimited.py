"""A whole marker of which only the delimiters are lost: ``citeturn0search3``."""

from __future__ import annotations

import re

from citemark.residue_kind import TURNS, Example, ResidueKind, turns

RESIDUE = ResidueKind(
    name="undelimited",
    family="openai",
    summary="a marker that has lost its delimiters",
    # The word before may be glued to it, so nothing is asked of what is on the left.
    pattern=re.compile(
        f"(?:filecite(?=turn[0-9]{{1,6}}file)|cite){TURNS}"
        "|cite(?:generated-reference-identifier)"
    ),
    hints=("citeturn", "citegenerated-reference-identifier"),
    read=turns,
    examples=(
        Example("It rose.citeturn0search3turn1view0 Then", "It rose. Then"),
        Example("Three days fileciteturn4file0L2-L35.", "Three days."),
        Example(
            "Three days.fileciteturn4file0L2-L35",
            "Three days.\ue200cite\ue202turn4file0\ue202L2-L35\ue201",
            ("turn4file0",),
        ),
        Example(
            "Both.citeturn0search3turn1view0turn2news1",
            "Both.\ue200cite\ue202turn0search3\ue202turn2news1\ue201",
            ("turn0search3", "turn2news1"),
        ),
        Example("Known.citegenerated-reference-identifier", "Known."),
    ),
    lookalikes=(
        "Please cite your sources; I recite them.",
        "What `citeturn0search3` means is told elsewhere.",
        "The word citeturn is none.",
        "See https://example.org/citeturn0search3 for it.",
        'Some call "citeturn0search3" residue.',
    ),
)
