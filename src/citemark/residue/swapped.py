"""A marker of a service that uses the delimiters the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.residue_kind import Example, Named, ResidueKind

_ONE = "[A-Za-z0-9_-]{1,128}+:[0-9]{1,9}+"
_ONE_RE = re.compile(_ONE)


def _read(match: re.Match[str]) -> Iterator[Named]:
    for found in _ONE_RE.finditer(match[0]):
        yield Named((found[0],))


RESIDUE = ResidueKind(
    name="swapped",
    family="swapped",
    summary="a marker that uses the delimiters the other way round",
    pattern=re.compile(f"\ue200{_ONE}(?:\ue201{_ONE}){{0,64}}+\ue202"),
    hints=("\ue200",),
    read=_read,
    examples=(
        Example("It rose.\ue200kb_18f5:0\ue201web_3a1c:0\ue202 Then", "It rose. Then"),
    ),
    lookalikes=(
        "\ue200cite\ue202turn0file0\ue201 is none.",
        "`\ue200a:0\ue202` is code.",
    ),
)
