"""Numbers between carets: ``[^1^]``; not a Markdown footnote, which has one caret."""

from __future__ import annotations

from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import Form, Patterns


def write(citations: Sequence[Pair]) -> str:
    """Return the numbers in one pair of brackets."""
    return f"[^{', '.join(name for name, _ in citations)}^]"


_MARKER = Form(
    openers=("[^",),
    body="[0-9]{1,4}(?:, ?[0-9]{1,4}){0,15}",
    closer=r"\^\]",
    closing=r"\^",
    chars="[0-9, ]",
    before=r"(?<![\\!])",
    item="(?P<id>[0-9]{1,4})",
)

DIALECT = Patterns(_MARKER, is_tentative=True).dialect(
    "superscript",
    triggers="^",
    write=write,
    examples=(
        Example("Fast[^1^].", ((("1", None),),)),
        Example("Fast[^2^][^1, 3^].", ((("2", None),), (("1", None), ("3", None)))),
        Example("A note[^1], x^2^ and `[^1^]`"),
    ),
)
