"""A marker in whose delimiters' place something visible stands: ``□cite□turn0view2``.

With question marks, as an ASCII encoder writes them, only IDs of tools are certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citemark.residue_kind import (
    BOX,
    FIELD,
    LINES,
    TURN,
    Example,
    Named,
    ResidueKind,
    fields,
)

_FIELD_RE = re.compile(FIELD)


def _read(match: re.Match[str]) -> Iterable[Named]:
    found = match["turns"] or match["asked"] or match["ids"]
    return fields(_FIELD_RE.finditer(found))


RESIDUE = ResidueKind(
    name="boxed",
    family="openai",
    summary="a marker with boxes, U+FFFD or question marks as its delimiters",
    pattern=re.compile(
        # An ID of a tool is enough; any other needs all of its delimiters.
        f"(?:{BOX} ?+)?+(?:file)?cite ?+"
        f"(?P<turns>(?:{BOX} ?+{TURN}(?:{BOX}{LINES})?+)++)(?:{BOX})?+"
        rf"|\?(?:file)?cite(?P<asked>(?:\?{TURN}(?:\?{LINES})?+)++)\??+"
        f"|{BOX}(?:file)?cite(?P<ids>(?:{BOX}[A-Za-z0-9_-]{{1,256}}+){{1,64}}){BOX}"
    ),
    hints=("cite",),
    read=_read,
    examples=(
        Example("It rose.□cite□turn17view2 Then", "It rose. Then"),
        Example("It rose. □cite□turn17view2□ Then", "It rose. Then"),
        Example("It rose.?cite?turn0search0?", "It rose."),
        Example("It rose □ cite □ turn0search0.", "It rose."),
        Example("Did it rise □cite□turn0search0□?", "Did it rise?"),
        Example(
            "It rose.\u00ee\u02c6\u20accite\u00ee\u02c6\u201aturn0news0", "It rose."
        ),
        Example("Three days.□cite□S1□ Then", "Three days. Then"),
        Example("Three days.□cite□S1□Then", "Three days.Then"),
        Example(
            "It rose.\ufffdcite\ufffdturn0file0\ufffdL1-L2\ufffdturn0file1\ufffd",
            "It rose.\ue200cite\ue202turn0file0\ue202L1-L2\ue202turn0file1\ue201",
            ("turn0file0", "turn0file1"),
        ),
        Example(
            "Three days.□□□cite□□□S1□□□L2-L3□□□S2□□□",
            "Three days.\ue200cite\ue202S1\ue202L2-L3\ue202S2\ue201",
            ("S1", "S2"),
        ),
    ),
    lookalikes=(
        "□ cite, □ quote, □ link",
        "□cite□ or □quote□?",
        "Shall we cite? Turn it off.",
        "What `□cite□turn17view2` means is told elsewhere.",
    ),
)
