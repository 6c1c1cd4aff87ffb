"""IDs as a model sees them among the results of its tools: ``【turn2file1】``."""

from __future__ import annotations

import re

from citemark.residue_kind import LINES, TURN, Example, ResidueKind, turns

RESIDUE = ResidueKind(
    name="tool-context",
    family="openai",
    summary="an ID as the model saw it among the results of its tools",
    pattern=re.compile(f"【{TURN}(?:†?+{LINES})?+】"),
    hints=("【turn",),
    read=turns,
    examples=(
        Example("Leave is 25 days【turn2file1】.", "Leave is 25 days."),
        Example(
            "Leave is 25 days【turn2file1†L2-L3】.",
            "Leave is 25 days\ue200cite\ue202turn2file1\ue202L2-L3\ue201.",
            ("turn2file1",),
        ),
    ),
    lookalikes=("【turn】 is no ID.", "What `【turn2file1】` means is told elsewhere."),
)
