"""The default characters in other roles: U+E200, refs with U+E201 between, U+E202.

Each ref is a group and an item, ``kb_18f5:0``, and is a source ID as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import Form, Patterns

_REF = "[A-Za-z0-9_-]{1,64}:[0-9]{1,6}"


def write(citations: Sequence[Pair]) -> str:
    """Return one marker for all of *citations*."""
    return "\ue200" + "\ue201".join(name for name, _ in citations) + "\ue202"


_MARKER = Form(
    openers=("\ue200",),
    body=f"{_REF}(?:\ue201{_REF}){{0,31}}",
    closer="\ue202",
    chars="[A-Za-z0-9_:\ue201-]",
    longest=2_400,
    item=f"(?P<id>{_REF})",
)

DIALECT = Patterns(_MARKER).dialect(
    "bisheng",
    triggers="\ue200",
    write=write,
    examples=(
        Example("A.\ue200kb_18f5:0\ue202", ((("kb_18f5:0", None),),)),
        Example(
            "B.\ue200kb_18f5:0\ue201web_3a1c:2\ue202",
            ((("kb_18f5:0", None), ("web_3a1c:2", None)),),
        ),
        Example("C.\ue200cite\ue202turn0file0\ue201"),
    ),
)
