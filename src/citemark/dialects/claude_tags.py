"""Tags around what is cited: ``<cite index="6-1,5-1">It is fast.</cite>``.

Each index, of a document and of what is cited in it, is a source ID as it stands. The
prose stays, and the reference follows it. A ``cite`` without an index is the author's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from citemark.dialect import Dialect, Example, Pair
from citemark.model import Citation, Marker, MarkerKind
from citemark.patterns import FAMILY, NOTHING, Form, Patterns
from citemark.syntax import Syntax

_INDEX = "[0-9]{1,4}-[0-9]{1,4}(?::[0-9]{1,4})?"
_INDEX_RE = re.compile(_INDEX)
_CLOSING = "</cite>"

_TAGS = Patterns(
    Form(
        openers=('<cite index="',),
        body=f"{_INDEX}(?:, ?{_INDEX}){{0,31}}",
        closer='">',
        closing='"',
        chars="[0-9:, -]",
        longest=600,
        item=NOTHING,
    ),
    Form(openers=(_CLOSING,), body="", closer="", chars=NOTHING, item=NOTHING),
)


def scan(text: str, syntax: Syntax) -> list[Marker]:
    """Return the tags of *text*: the closing one cites what the opening one names."""
    markers: list[Marker] = []
    names: list[str] = []
    for tag in _TAGS.scan(text, syntax):
        if tag.raw != _CLOSING:
            names = _INDEX_RE.findall(tag.raw)
            markers.append(tag)
        elif names:
            markers.append(_citing(tag, names))
            names = []
    return markers


def _citing(tag: Marker, names: Sequence[str]) -> Marker:
    return replace(
        tag,
        kind=MarkerKind.CITATION,
        family=FAMILY,
        citations=tuple(
            Citation(name, None, None, tag.start, tag.end) for name in names
        ),
        findings=(),
    )


def context(text: str) -> str:
    """Return a short text behind which the same is read: with a tag that is open."""
    markers = scan(text, Syntax())
    is_open = markers and markers[-1].kind is not MarkerKind.CITATION
    behind = _TAGS.context(text)
    return f"{markers[-1].raw}\n{behind}" if is_open else behind


def write(citations: Sequence[Pair]) -> str:
    """Return the tags, with nothing between them."""
    names = ",".join(name for name, _ in citations)
    return f'<cite index="{names}">{_CLOSING}'


DIALECT = Dialect(
    name="claude-tags",
    triggers=frozenset("<"),
    scan=scan,
    pending=_TAGS.pending,
    context=context,
    write=write,
    examples=(
        Example(
            '<cite index="6-1,5-1">It is fast.</cite>',
            ((), (("6-1", None), ("5-1", None))),
        ),
        Example('It is in <cite>The Times</cite>, `<cite index="1-1">`'),
    ),
)
