"""A word and an ID in brackets: ``[doc1]``, ``[S1]``, ``[source: a]``, ``[ref_1]``.

A word that a number follows is the source ID as it stands (``doc1``); before a colon or
an underscore, the word only says that it is a source (``[citation:3]`` names ``3``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import ID, Cited, Form, Patterns

_NUMBERED = "[A-Za-z]{1,12}[0-9]{1,4}(?:-[0-9]{1,4})?"
_NUMBERED_RE = re.compile(_NUMBERED)
_LABEL = "(?:[Ss]ources?|[Rr]ef|[Cc]itation|[Cc]ite|c|doc|Document)(?:: ?|_)"
_LABEL_RE = re.compile(_LABEL)
_ID_RE = re.compile(ID)


def _labelled(match: re.Match[str]) -> Sequence[Cited]:
    start, end = match.span("body")
    label = _LABEL_RE.match(match.string, start)
    found = _ID_RE.finditer(match.string, label.end() if label else start, end)
    return [Cited(each[0], None, *each.span()) for each in found]


def write(citations: Sequence[Pair]) -> str:
    """Return all of *citations* in one pair of brackets."""
    names = [name for name, _ in citations]
    plain = all(map(_NUMBERED_RE.fullmatch, names))
    return f"[{'' if plain else 'source: '}{', '.join(names)}]"


_WORDS = Form(
    openers=("[",),
    body=f"{_NUMBERED}(?:, ?{_NUMBERED}){{0,15}}",
    closer=r"\]",
    chars="[A-Za-z0-9, -]",
    longest=300,
    before=r"(?<![\\!@^])",
    after=r"(?![A-Za-z0-9_(:])",
    item=f"(?P<id>{_NUMBERED})",
)
_LABELLED = Form(
    openers=("[",),
    body=f"{_LABEL}{ID}(?:, ?{ID}){{0,15}}",
    closer=r"\]",
    chars="[A-Za-z0-9_:, -]",
    longest=1_200,
    before=r"(?<![\\!@^])",
    after=r"(?![A-Za-z0-9_(:])",
    read=_labelled,
)

DIALECT = Patterns(_WORDS, _LABELLED, is_tentative=True, is_index=True).dialect(
    "doc-words",
    triggers="[",
    write=write,
    examples=(
        Example("Yes [doc1][doc2].", ((("doc1", None),), (("doc2", None),))),
        Example("Yes [S1, S3].", ((("S1", None), ("S3", None)),)),
        Example("Yes [R1-1].", ((("R1-1", None),),)),
        Example("Yes [source: staff-handbook].", ((("staff-handbook", None),),)),
        Example("Yes[citation:3][ref_1].", ((("3", None),), (("1", None),))),
        Example("`[doc1]`, [doc1](https://example.org), [1], [see doc1] and [S1]: no"),
    ),
)
