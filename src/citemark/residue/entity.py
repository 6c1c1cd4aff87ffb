"""A name with its description, as JSON, that lost the delimiters: the name stays."""

from __future__ import annotations

import re

from citemark.residue_kind import BOX, Example, ResidueKind

_WORD = r'"(?:[^"\\\n]|\\.){0,300}+"'

RESIDUE = ResidueKind(
    name="entity",
    family="openai",
    summary="a name with its description as JSON; the name stays",
    pattern=re.compile(
        rf"(?:{BOX})?+(?<![A-Za-z0-9_.])entity(?:{BOX})?+"
        r'\["[a-z_]{2,40}+", ?"(?P<kept>[^"\\\n]{1,300}+)"'
        rf"(?:, ?{_WORD}){{1,4}}+\](?:{BOX})?+"
    ),
    hints=("entity",),
    examples=(
        Example(
            'Visit entity["city","Paris","capital of France"] soon.',
            "Visit Paris soon.",
        ),
        Example('Visit □entity□["city","Paris","x"]□ soon.', "Visit Paris soon."),
    ),
    lookalikes=(
        'The value of entity["name"] is a word.',
        'See self.entity["place","Paris","x"].',
        'Write `entity["city","Paris","x"]` for it.',
    ),
)
