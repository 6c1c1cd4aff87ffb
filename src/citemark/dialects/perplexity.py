"""A kind of source and its number: ``[web:1]``, ``[attached_file:2]``, ``[search:3]``.

Both together are the source ID, since each kind is counted from 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import Form, Patterns

_REF = "[a-z]{2,16}(?:_[a-z]{2,16})?:[0-9]{1,4}"


def write(citations: Sequence[Pair]) -> str:
    """Return a marker for each of *citations*."""
    return "".join(f"[{name}]" for name, _ in citations)


_MARKER = Form(
    openers=("[",),
    body=f"{_REF}(?:, ?{_REF}){{0,15}}",
    closer=r"\]",
    chars="[a-z_0-9:, ]",
    longest=640,
    before=r"(?<![\\!])",
    after=r"(?![(:])",
    item=f"(?P<id>{_REF})",
)

DIALECT = Patterns(_MARKER, is_tentative=True).dialect(
    "perplexity",
    triggers="[",
    write=write,
    examples=(
        Example("Yes.[web:1][web:17]", ((("web:1", None),), (("web:17", None),))),
        Example("Yes.[attached_file:1]", ((("attached_file:1", None),),)),
        Example("[web:1](https://example.org), `[web:1]` and [web: 1]"),
    ),
)
