"""Numbers in brackets: ``[1]``, ``[1, 2]``, ``[6-10]``, ``［1］``.

The most common form of all, and the one that is written for most other reasons. So a
number counts only where there is a source of that number, and never as the index of
an array, a link's text, an interval, a definition, a formula or in code. A range means
all numbers from its first to its last. ``[[1]](address)`` is a citation, too: what is
linked to is the source's own address. So is ``<ref>[1]</ref>``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from citemark.dialect import Example, Pair, any_known
from citemark.model import Marker
from citemark.patterns import Cited, Form, Patterns

_NUMBER = "(?:0|[1-9][0-9]{0,2})"
_RANGE = f"{_NUMBER}(?:[-\u2013]{_NUMBER})?"
_BODY = rf"{_RANGE}(?: ?[,;，、] ?{_RANGE}){{0,15}}"
_CHARS = r"[0-9,;，、 \u2013-]"
_RANGE_RE = re.compile("([0-9]+)(?:[-\u2013]([0-9]+))?")
_LONGEST_RANGE = 50
_BEFORE = r"(?<![\\!^@$])"
_AFTER = "(?![A-Za-z0-9_(+{])"


def _read(match: re.Match[str]) -> Sequence[Cited]:
    return [
        each
        for part in _RANGE_RE.finditer(match.string, *match.span("body"))
        for each in _numbers(part)
    ]


def _numbers(part: re.Match[str]) -> Iterator[Cited]:
    first, last = int(part[1]), int(part[2] or part[1])
    for number in range(first, min(last, first + _LONGEST_RANGE) + 1):
        yield Cited(str(number), None, *part.span())


def _accepts(marker: Marker, known: Container[str]) -> bool:
    """Take a list that begins with 0 for an interval, unless all of it exists."""
    ids = [each.source_id for each in marker.citations]
    if ids[0] == "0" and len(ids) > 1:
        return all(each in known for each in ids)
    return any_known(marker, known)


def write(citations: Sequence[Pair]) -> str:
    """Return the numbers in one pair of brackets."""
    return f"[{', '.join(name for name, _ in citations)}]"


_LINKED = Form(
    openers=("[[",),
    body=_BODY,
    closer=r"\]\](?:\([^()\s]{0,400}\))?",
    closing=r"\]|\]\]\([^()\s]{0,400}",
    chars=_CHARS,
    before=_BEFORE,
    after=_AFTER,
    read=_read,
)
_PLAIN = Form(
    openers=("[",),
    body=_BODY,
    closer=r"\]",
    chars=_CHARS,
    before=_BEFORE,
    # With a label behind it, it is the text of a link.
    after=rf"{_AFTER}(?!\[[^0-9\[])",
    read=_read,
)
_WIDE = Form(
    openers=("［", "【"), body=_BODY, closer="[］】]", chars=_CHARS, read=_read
)
_TAGGED = Form(
    openers=("<ref>",),
    body=rf"(?:\[{_NUMBER}\]){{1,16}}",
    closer="</ref>",
    closing="</?r?e?f?",
    chars=r"[0-9\[\]]",
    read=_read,
)

DIALECT = Patterns(
    _TAGGED, _LINKED, _PLAIN, _WIDE, is_tentative=True, is_index=True
).dialect(
    "numeric",
    triggers="[［【",
    write=write,
    accepts=_accepts,
    examples=(
        Example("Yes [1].", ((("1", None),),)),
        Example("Yes.[1, 2]", ((("1", None), ("2", None)),)),
        Example("Yes.[1][2]", ((("1", None),), (("2", None),))),
        Example("Yes [6-8].", ((("6", None), ("7", None), ("8", None)),)),
        Example("Yes<ref>[1][2]</ref>.", ((("1", None), ("2", None)),)),
        Example("是的［1］。", ((("1", None),),)),
        Example("是的【1】。", ((("1", None),),)),
        Example("Yes.[[1]](https://example.org)", ((("1", None),),)),
        Example("`x[1]`, x[1], [1](https://example.org), [2024] and [a]."),
    ),
)
