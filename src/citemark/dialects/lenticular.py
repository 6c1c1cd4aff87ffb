"""Legacy file-search annotations such as ``【4:0†source】``: hidden, never cited.

Their numbers address a list of annotations that only the producing service had, so
they resolve to nothing; shown to a reader they are noise.
"""

from __future__ import annotations

import re

from citemark import codes
from citemark.diagnostic import Finding
from citemark.dialect import Dialect, Example
from citemark.model import Marker, MarkerKind
from citemark.syntax import Syntax

MARKER_RE = re.compile(
    r"([【〖])\d{1,6}(?::\d{1,6})?†[^【】〖〗\n]{0,200}[】〗]", re.ASCII
)

_BEGUN_RE = re.compile(
    r"[【〖](?:\d{1,6}(?::(?:\d{1,6})?)?|\d{1,6}(?::\d{1,6})?†[^【】〖〗\n]{0,200})?",
    re.ASCII,
)
_LONGEST = 216


def scan(text: str, syntax: Syntax) -> list[Marker]:
    """Return every dagger form in *text*; the *syntax* does not matter here."""
    del syntax
    return [_hidden(match) for match in MARKER_RE.finditer(text)]


def _hidden(match: re.Match[str]) -> Marker:
    start, end = match.span()
    message = "Unexpected legacy marker, its source cannot be known"
    return Marker(
        start=start,
        end=end,
        raw=match[0],
        kind=MarkerKind.WIDGET,
        findings=(Finding(codes.FOREIGN_MARKER, message, start, end),),
    )


def pending(text: str, syntax: Syntax) -> int:
    """Return where the form begins that the end of *text* is a part of, or its end."""
    del syntax
    tail = max(len(text) - _LONGEST, 0)
    start = max(text.rfind(opener, tail) for opener in "【〖")
    begun = start >= 0 and _BEGUN_RE.fullmatch(text, start)
    return start if begun else len(text)


DIALECT = Dialect(
    name="lenticular",
    triggers=frozenset("†"),
    scan=scan,
    pending=pending,
    examples=(
        Example("25 days【4:2†source】.", ((),)),
        Example("【注意】 ask first."),
    ),
)
