"""Sources cited as footnotes that nobody wrote: ``[^ng-signals]``.

A footnote counts only where there is a source of its name; those that the author wrote
and defined stay footnotes.
"""

from __future__ import annotations

from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import ID, Form, Patterns


def write(citations: Sequence[Pair]) -> str:
    """Return a footnote for each of *citations*."""
    return "".join(f"[^{name}]" for name, _ in citations)


_MARKER = Form(
    openers=("[^",),
    body=ID,
    closer=r"\]",
    chars="[A-Za-z0-9_-]",
    longest=64,
    before=r"(?<![\\!])",
    after=r"(?![(:])",
)

DIALECT = Patterns(_MARKER, is_tentative=True).dialect(
    "footnote",
    triggers="^",
    write=write,
    examples=(
        Example("High.[^a]", ((("a", None),),)),
        Example("High.[^ng-signals][^2]", ((("ng-signals", None),), (("2", None),))),
        Example("[^a]: is a definition, [^a b] and [^1^] are something else"),
    ),
)
