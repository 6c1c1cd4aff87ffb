"""What an app shows by mistake: ``[cite_start]It is fast[cite: 4, 5-7]``.

The supported prose begins at the first and ends at the second. In another spelling of
the same, ``[span_0](start_span)`` and ``[span_0](end_span)``, no source is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import NOTHING, Cited, Form, Patterns

_RANGE = "[0-9]{1,4}(?: ?[-\u2013] ?[0-9]{1,4})?"
_RANGE_RE = re.compile("([0-9]+)(?: ?[-\u2013] ?([0-9]+))?")
_LONGEST_RANGE = 50


def _read(match: re.Match[str]) -> Sequence[Cited]:
    found = _RANGE_RE.finditer(match.string, *match.span("body"))
    return [each for part in found for each in _numbers(part)]


def _numbers(part: re.Match[str]) -> Iterator[Cited]:
    first, last = int(part[1]), int(part[2] or part[1])
    for number in range(first, min(max(last, first), first + _LONGEST_RANGE) + 1):
        yield Cited(str(number), None, *part.span())


def write(citations: Sequence[Pair]) -> str:
    """Return one marker for all of *citations*."""
    return f"[cite: {', '.join(name for name, _ in citations)}]"


_CITE = Form(
    openers=("[cite:",),
    body=f" ?{_RANGE}(?:, ?{_RANGE}){{0,31}}",
    closer=r"\]",
    chars="[0-9, \u2013-]",
    longest=400,
    read=_read,
)
_START = Form(
    openers=("[cite_start]",), body="", closer="", chars=NOTHING, item=NOTHING
)
_SPAN = Form(
    openers=("[span_",),
    body="[0-9]{1,4}",
    closer=r"\]\((?:start|end)_span\)",
    closing=r"\](?:\([a-z_]{0,10})?",
    chars="[0-9]",
    longest=4,
    item=NOTHING,
)

DIALECT = Patterns(_CITE, _START, _SPAN).dialect(
    "gemini-app",
    triggers="[",
    write=write,
    examples=(
        Example(
            "[cite_start]It is fast[cite: 4, 212].", ((), (("4", None), ("212", None)))
        ),
        Example("Fast.[cite:1-2]", ((("1", None), ("2", None)),)),
        Example("[span_0](start_span)Fast[span_0](end_span)", ((), ())),
        Example("[cite] it, `[cite: 1]`"),
    ),
)
