"""Where a browsing model read it: ``【6†L9-L11】``, ``【4:0†source】``.

The number is that of a page the model opened, or of a result (``4:0``), and is the
source ID. What follows the dagger is lines, or a label, which is not shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import Form, Patterns

_NUMBER = "[0-9]{1,6}(?::[0-9]{1,6})?"
_LABEL = "[^【】〖〗\n\r]"


def write(citations: Sequence[Pair]) -> str:
    """Return a marker for each of *citations*."""
    return "".join(f"【{name}†{place or 'source'}】" for name, place in citations)


_MARKER = Form(
    openers=("【", "〖"),
    body=f"{_NUMBER}†{_LABEL}{{0,200}}",
    closer="[】〗]",
    chars=_LABEL,
    longest=216,
    item=rf"(?P<id>{_NUMBER})†(?:L(?P<first>[0-9]{{1,9}})(?:-L?(?P<last>[0-9]{{1,9}}))?\b)?",
)

DIALECT = Patterns(_MARKER).dialect(
    "gpt-oss",
    triggers="†",
    write=write,
    examples=(
        Example("In May 【6†L9-L11】.", ((("6", "L9-L11"),),)),
        Example("In May【8†L3】【4:0†source】.", ((("8", "L3"),), (("4:0", None),))),
        Example("【注意】 ask first, 【turn2file1】"),
    ),
)
