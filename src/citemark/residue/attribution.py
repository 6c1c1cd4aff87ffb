"""The number of an attribution, as JSON in brackets, with nothing that it leads to."""

from __future__ import annotations

import re

from citemark.residue_kind import Example, ResidueKind

RESIDUE = ResidueKind(
    name="attribution",
    family="openai",
    summary="the number of an attribution, as JSON",
    pattern=re.compile(
        r'\(?\{"attribution":\s?\{"attributableIndex":\s?"[0-9-]{1,24}+"\}\}\)?'
    ),
    hints=('"attributableIndex"',),
    examples=(
        Example(
            'It rose. ({"attribution":{"attributableIndex":"1009-1"}}) Then',
            "It rose. Then",
        ),
    ),
    lookalikes=(
        'The key "attributableIndex" holds a number.',
        '`({"attribution":{"attributableIndex":"1-2"}})` is told of elsewhere.',
    ),
)
