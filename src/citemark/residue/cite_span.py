"""Links around what is cited that lead nowhere: ``[span_1](start_span)``."""

from __future__ import annotations

import re

from citemark.residue_kind import Example, ResidueKind

RESIDUE = ResidueKind(
    name="cite-span",
    family="gemini",
    summary="links around what is cited that lead nowhere",
    pattern=re.compile(r"\[span_[0-9]{1,5}+\]\((?:start|end)_span\)"),
    hints=("[span_",),
    examples=(
        Example("[span_1](start_span)It rose.[span_1](end_span) Then", "It rose. Then"),
    ),
    lookalikes=(
        "[span_1](https://example.org) and [start](start_span).",
        "A `[span_1](start_span)` in code.",
    ),
)
