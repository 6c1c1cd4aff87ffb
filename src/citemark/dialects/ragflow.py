"""Numbers of chunks: ``[ID:0]``, ``##0$$``, and what becomes of them: ``(ID: 0)``."""

from __future__ import annotations

from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import Form, Patterns

_NUMBER = "[0-9]{1,4}"


def write(citations: Sequence[Pair]) -> str:
    """Return a marker for each of *citations*."""
    return "".join(f"[ID:{name}]" for name, _ in citations)


_BRACKETS = Form(
    openers=("[ID", "(ID", "【ID"),
    body=f" ?[:：] ?{_NUMBER}(?:[,;，、 ] ?(?:ID ?[:：] ?)?{_NUMBER}){{0,15}}",
    closer=r"[\])】]",
    chars="[0-9ID:：,;，、 ]",
    longest=200,
    before=r"(?<![\\!])",
    after=r"(?!\()",
    item=f"(?P<id>{_NUMBER})",
)
_HASHES = Form(
    openers=("##",),
    body=_NUMBER,
    closer=r"\$\$",
    closing=r"\$",
    chars="[0-9]",
    longest=4,
    before=r"(?<!#)",
)

DIALECT = Patterns(_BRACKETS, _HASHES, is_tentative=True).dialect(
    "ragflow",
    triggers="[(【#",
    write=write,
    examples=(
        Example("Yes [ID:0][ID: 12].", ((("0", None),), (("12", None),))),
        Example("Yes ##3$$.", ((("3", None),),)),
        Example("是的（见【ID：1】）(ID: 2)", ((("1", None),), (("2", None),))),
        Example("## 3 ways, an [ID] and `[ID:0]`"),
    ),
)
