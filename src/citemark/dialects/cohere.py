"""Tags around what is cited: ``<co: 0,1>blue</co: 0,1>``, ``<co>blue</co: 0:[1,2]>``.

The prose between the tags stays, and the reference follows it. With a tool's number
before the brackets, source IDs are those of its results: ``0:1`` and ``0:2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import NOTHING, Cited, Form, Patterns

_NUMBER = "[0-9]{1,4}"
_ITEM_RE = re.compile(
    rf"(?<![\w:\[])(?P<first>{_NUMBER})(?P<inner>:(?:\[[0-9, ]*\]|{_NUMBER}))?(?!\w)"
)
_INSIDE = r"[^<>\r\n]"
_NUMBER_RE = re.compile(_NUMBER)


def _read(match: re.Match[str]) -> Sequence[Cited]:
    found = _ITEM_RE.finditer(match.string, *match.span("body"))
    return [each for item in found for each in _ids(item)]


def _ids(item: re.Match[str]) -> Iterator[Cited]:
    if item["inner"] is None:
        yield Cited(item[0], None, *item.span())
        return
    for each in _NUMBER_RE.finditer(item.string, *item.span("inner")):
        yield Cited(f"{item['first']}:{each[0]}", None, *each.span())


def write(citations: Sequence[Pair]) -> str:
    """Return the closing tag of what *citations* are for; the other says no more."""
    return f"</co: {','.join(name for name, _ in citations)}>"


_OPENING = Form(
    openers=("<co",),
    body=f"(?::{_INSIDE}{{0,400}})?",
    closer=">",
    chars=_INSIDE,
    longest=400,
    item=NOTHING,
)
_CLOSING = Form(
    openers=("</co:",),
    body=rf"(?={_INSIDE}{{0,64}}\b{_NUMBER}\b){_INSIDE}{{1,400}}",
    closer=">",
    chars=_INSIDE,
    longest=400,
    read=_read,
)
_EMPTY = Form(
    openers=("</co",),
    body=f"(?::{_INSIDE}{{0,400}})?",
    closer=">",
    chars=_INSIDE,
    longest=400,
    item=NOTHING,
)

DIALECT = Patterns(_OPENING, _CLOSING, _EMPTY).dialect(
    "cohere",
    triggers="<",
    write=write,
    examples=(
        Example("<co: 0,1>Blue</co: 0,1>.", ((), (("0", None), ("1", None)))),
        Example(
            "<co>Blue</co: 0:[1,2],3>",
            ((), (("0:1", None), ("0:2", None), ("3", None))),
        ),
        Example("<code>co</code>, `<co: 0>`"),
    ),
)
