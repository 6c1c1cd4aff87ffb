"""IDs between tags of no known language: ``<citations>turn0file0</citations>``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from citemark.residue_kind import FIELD, Certainty, Example, Named, ResidueKind, fields

_FIELD_RE = re.compile(FIELD)
_ID = "[A-Za-z0-9_-]{1,64}+"


def _read(match: re.Match[str]) -> Iterable[Named]:
    return fields(_FIELD_RE.finditer(match["ids"]))


RESIDUE = ResidueKind(
    name="tags",
    family="tags",
    summary="IDs between tags such as `<citations>`",
    certainty=Certainty.SOURCE,
    pattern=re.compile(
        r"<(?P<tag>citations?|sources?|refs?|cite)>\s{0,8}+"
        rf"(?P<ids>{_ID}(?:\s{{0,4}}+,\s{{0,4}}+{_ID}){{0,40}}+)\s{{0,8}}+</(?P=tag)>"
    ),
    hints=("</citation", "</source", "</ref", "</cite>"),
    read=_read,
    examples=(
        Example(
            "Three days.<citations>S1, L2-L3, S2</citations> Ask.",
            "Three days.\ue200cite\ue202S1\ue202L2-L3\ue202S2\ue201 Ask.",
            ("S1", "S2"),
        ),
        Example("Ask.<source>S1</source>", "Ask.\ue200cite\ue202S1\ue201", ("S1",)),
    ),
    lookalikes=(
        "Three days.<citations>S1</citations>",
        "<cite>Hamlet</cite> and <ref>Smith, 2001</ref>",
        "A `<source>S1</source>` in code.",
    ),
)
