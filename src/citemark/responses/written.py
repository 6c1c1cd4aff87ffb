"""Markers that a model wrote into its text, for adapters that know its sources.

**Why** not a dialect: an adapter has the list that the numbers count. So a number
beyond its end is a finding, and no reason to take ``[9]`` for text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from citemark.codespans import code_of
from citemark.marking import Citing
from citemark.provider import Anchor, AnswerBuilder, Flag, Located

_SPAN = r"[1-9][0-9]{0,2}(?:[ \t]?[-–][ \t]?[1-9][0-9]{0,2})?"
_SPAN_RE = re.compile(r"([0-9]{1,9})(?:[ \t]?[-–][ \t]?([0-9]{1,9}))?")
NUMBERS = rf"({_SPAN}(?:[ \t]?[,;，；、][ \t]?{_SPAN}){{0,30}})"
"""A pattern with one group: numbers and ranges of them."""
# A definition of a link is passed over as a whole; so is what is escaped, or a link.
_BRACKETS_RE = re.compile(
    rf"^ {{0,3}}\[[^\[\]\n]{{1,80}}\]:|(?<![\\!\[])\[{NUMBERS}\](?![(\]])", re.MULTILINE
)
_LENTICULAR_RE = re.compile(r"【([0-9]{1,9}(?::[0-9]{1,9})?†[^】\n]{0,200})】")
# The end of a word, read backwards; one of these has an index, and no reference.
_WORD_RE = re.compile(r"[\w$]+")
_IDENTIFIER_RE = re.compile(r"[a-z]|.*[_$].*", re.DOTALL)
_WORD_REACH = 80
# A longer range is none: nobody means a hundred sources.
_MOST_OF_A_RANGE = 50


class Written(NamedTuple):
    """A marker in a text, and what is inside of it."""

    located: Located
    match: re.Match[str]
    is_certain: bool = True
    """False where authors write the same for other reasons: `[2, 3]`, `a[1]`."""

    @property
    def names(self) -> list[str]:
        """The numbers of ``1, 3-5``, each once; none if a range is impossible."""
        found: dict[str, None] = {}
        for first, last in _SPAN_RE.findall(self.match[1]):
            begin, end = int(first), int(last or first)
            if not begin <= end < begin + _MOST_OF_A_RANGE:
                return []
            found.update((str(number), None) for number in range(begin, end + 1))
        return list(found)


def written(text: str, pattern: re.Pattern[str]) -> Iterator[Written]:
    """Yield what of *text* is like *pattern*, as far as it is not code.

    Where the first group takes no part in a match, it is none.
    """
    code = code_of(text)
    span = next(code, None)
    for match in pattern.finditer(text):
        while span is not None and span.end <= match.start():
            span = next(code, None)
        is_code = span is not None and span.start <= match.start()
        if not is_code and match[1] is not None:
            yield Written(Located(*match.span(), (), Anchor.MARKER), match)


def numbered(text: str) -> Iterator[Written]:
    """Yield the numbers in brackets; those that may be an index are flagged.

    >>> [each.names for each in numbered("So it is.[1][3-5] See `x[1]`.")]
    [['1'], ['3', '4', '5']]
    """
    end, is_index = -1, False
    for each in written(text, _BRACKETS_RE):
        start = each.match.start()
        # Of `a[1][2]`, the second is what the first is.
        is_index = is_index if start == end else _is_index(text, start)
        end = each.match.end()
        yield each._replace(
            located=each.located._replace(flags=(Flag.MAYBE_NOT,) if is_index else ()),
            is_certain=each.match[1].isdigit() and not is_index,
        )


def _is_index(text: str, at: int) -> bool:
    """Say whether brackets at offset *at* follow the name of a variable."""
    before = text[max(at - _WORD_REACH, 0) : at][::-1]
    word = _WORD_RE.match(before)
    return word is not None and _IDENTIFIER_RE.fullmatch(word[0]) is not None


def cite_written(
    builder: AnswerBuilder, found: Iterator[Written], known: Mapping[str, Citing]
) -> None:
    """Cite what the markers *found* name: *known* are the sources, by their numbers.

    Without any there is nothing that a number could count, and all of it is text.
    """
    for each in found if known else ():
        names, located = each.names, each.located
        if not each.is_certain and not any(name in known for name in names):
            continue
        for name in names:
            if name in known:
                source_id, locator, quote = known[name]
                builder.cite(source_id, located, locator=locator, cited_text=quote)
            else:
                builder.cite(None, located, flags=(Flag.UNKNOWN_SOURCE,))


def unexplained(text: str, covered: Collection[tuple[object, object]]) -> list[Located]:
    """Return the markers like ``【4:0†source】`` that are not among those *covered*."""
    return [
        each.located._replace(flags=(Flag.MISSING_ANNOTATION,))
        for each in written(text, _LENTICULAR_RE)
        if each.match.span() not in covered
    ]


def is_marker(text: str) -> bool:
    """Say whether *text* is one marker, of those that assistants write."""
    return _LENTICULAR_RE.fullmatch(text) is not None
