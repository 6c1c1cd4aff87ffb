"""Statements and their sentences: ``<statement>It is.<cite>[7-8]</cite></statement>``.

There is one document, ``document:0``, whose sentences are counted from 0; citemark
counts blocks from 1. An empty ``cite`` says that nothing has to be cited.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import NOTHING, Cited, Form, Patterns

_DOCUMENT = "document:0"
_RANGE = r"\[[0-9]{1,5}-[0-9]{1,5}\]"
_RANGE_RE = re.compile(r"\[([0-9]+)-([0-9]+)\]")
_BLOCKS_RE = re.compile("Block([0-9]+)(?:-Block([0-9]+))?")


def _read(match: re.Match[str]) -> Sequence[Cited]:
    found = _RANGE_RE.finditer(match.string, *match.span("body"))
    return [
        Cited(_DOCUMENT, _blocks(int(each[1]) + 1, int(each[2]) + 1), *each.span())
        for each in found
    ]


def _blocks(first: int, last: int) -> str:
    return f"Block{first}" if first == last else f"Block{first}-Block{last}"


def write(citations: Sequence[Pair]) -> str:
    """Return the sentences that *citations* name."""
    found = [_BLOCKS_RE.fullmatch(place or "") for _, place in citations]
    ranges = [(int(each[1]), int(each[2] or each[1])) for each in found if each]
    return f"<cite>{''.join(f'[{a - 1}-{b - 1}]' for a, b in ranges)}</cite>"


_CITE = Form(
    openers=("<cite>",),
    body=f"(?:{_RANGE}){{1,32}}",
    closer="</cite>",
    closing="</?c?i?t?e?",
    chars=r"[0-9\[\]-]",
    longest=480,
    read=_read,
)
_EMPTY = Form(
    openers=("<cite></cite>",), body="", closer="", chars=NOTHING, item=NOTHING
)
_STATEMENT = Form(
    openers=("<statement>", "</statement>"),
    body="",
    closer="",
    chars=NOTHING,
    item=NOTHING,
)

DIALECT = Patterns(_CITE, _EMPTY, _STATEMENT).dialect(
    "longcite",
    triggers="<",
    write=write,
    examples=(
        Example(
            "<statement>It is.<cite>[7-8][10-10]</cite></statement>",
            ((), ((_DOCUMENT, "Block8-Block9"), (_DOCUMENT, "Block11")), ()),
        ),
        Example("<statement>So.<cite></cite></statement>", ((), (), ())),
        Example("<cite>The Times</cite>"),
    ),
)
