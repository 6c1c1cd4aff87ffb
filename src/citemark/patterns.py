"""Dialects whose markers are described by what they open with, hold and close with.

A `Form` is one way to write a marker; it is pure data. From its forms `Patterns`
derives how to find markers, in linear time, and from where on a text that goes on is
undecided.

**Why** forms and not just expressions: a stream has to know what may still *become* a
marker. That is what begins as a form does and has not been closed, for as many
characters as a form may have; an expression alone would not tell.

Code is never read. Where authors write the same for other reasons, a dialect leaves out
what `citemark.lookalikes` describes, too: links, tags, addresses, formulas, subscripts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from citemark import codes
from citemark.codespans import code_context, code_of, open_code
from citemark.diagnostic import Finding
from citemark.dialect import Dialect, Example, Pair, any_known
from citemark.locator import Locator, get_kinds
from citemark.lookalikes import BEGUN, DEFINITION, INDEXED, LOOKALIKES, REACH
from citemark.model import Citation, Marker, MarkerKind
from citemark.syntax import Syntax

ID = "[A-Za-z0-9_-]{1,64}"
_KINDS = ("lines", "pages", "blocks")
NOTHING = "(?!)"
"""The items of a form that cites nothing."""
FAMILY = "cite"
_LONGEST_CODE = 1_024
_LINE_END_RE = re.compile(r"[\r\n]")
_MASK = "\ufffc"
_NAME_RE = re.compile(r"\(\?P<\w+>")


class Cited(NamedTuple):
    """What a marker cites, and where in the text that is written."""

    source_id: str
    locator: str | None
    start: int
    end: int


@dataclass(frozen=True)
class Form:
    """One way to write a marker.

    ``openers`` are spelled out, all else is a regular expression. ``body`` takes only
    characters of the class ``chars``, up to ``longest`` of them. The lookarounds
    ``before`` and ``after`` see a character. ``closing`` is what may have come of a
    ``closer`` of several characters. Each ``item`` in the body is a citation: its group
    ``id`` names the source, ``first`` and ``last``, if any, are lines. ``read`` is for
    forms that say it otherwise. What has no items, but for those forms that never have
    any, is no marker.
    """

    openers: tuple[str, ...]
    body: str
    closer: str
    chars: str
    longest: int = 120
    before: str = ""
    after: str = ""
    closing: str = ""
    item: str = f"(?P<id>{ID})"
    read: Callable[[re.Match[str]], Sequence[Cited]] | None = None

    @cached_property
    def whole(self) -> re.Pattern[str]:
        """Matches a marker; its group ``body`` is what is between its ends."""
        return re.compile(self._spelled(f"(?P<body>{self.body})") + self.after)

    @property
    def begun(self) -> str:
        """What, at the end of a text, may become a marker or another one."""
        parts = {each[:size] for each in self.openers for size in range(1, len(each))}
        open_ = self._spelled(f"(?:{self.chars}){{0,{self.longest}}}", closer="")
        cut = f"(?:{self.closer}|{self.closing})?"
        return "|".join([open_ + cut, *map(re.escape, sorted(parts))])

    def _spelled(self, body: str, closer: str | None = None) -> str:
        openers = "|".join(map(re.escape, self.openers))
        closer = f"(?:{self.closer})" if closer is None else closer
        return f"{self.before}(?:{openers}){body}{closer}"

    @cached_property
    def items(self) -> re.Pattern[str]:
        """Matches one citation in the body."""
        return re.compile(self.item)

    def cited(self, match: re.Match[str]) -> Sequence[Cited]:
        """Return what a marker cites."""
        if self.read is not None:
            return self.read(match)
        start, end = match.span("body")
        return [_cited(each) for each in self.items.finditer(match.string, start, end)]


def _cited(item: re.Match[str]) -> Cited:
    groups = item.groupdict()
    return Cited(
        item["id"], lines(groups.get("first"), groups.get("last")), *item.span()
    )


def lines(first: str | None, last: str | None) -> str | None:
    """Return the locator of some lines, if there are any.

    >>> lines("3", "9"), lines("3", None), lines(None, None)
    ('L3-L9', 'L3', None)
    """
    if first is None:
        return None
    return f"L{first}" if last is None else f"L{first}-L{last}"


class Patterns:
    """Reads the markers of some forms; the first that fits at a place is taken."""

    def __init__(
        self, *forms: Form, is_tentative: bool = False, is_index: bool = False
    ) -> None:
        """Keep the forms.

        *is_tentative* where authors write the same for other reasons, *is_index* where
        programs do, behind what they index.
        """
        self.forms = forms
        self.others = (*LOOKALIKES, *INDEXED) if is_index else LOOKALIKES
        self.is_tentative = is_tentative
        self.reach = max(REACH, *(each.longest + 64 for each in forms))

    def dialect(
        self,
        name: str,
        *,
        triggers: str,
        write: Callable[[Sequence[Pair]], str],
        examples: tuple[Example, ...],
        accepts: Callable[[Marker, Container[str]], bool] = any_known,
    ) -> Dialect:
        """Return the dialect of this *name*."""
        return Dialect(
            name=name,
            triggers=frozenset(triggers),
            scan=self.scan,
            pending=self.pending,
            context=self.context,
            write=write,
            accepts=accepts if self.is_tentative else None,
            examples=examples,
        )

    def scan(self, text: str, syntax: Syntax) -> list[Marker]:
        """Return the markers of *text* outside code."""
        del syntax
        matches = list(self._matches(text))
        code = list(code_of(text, _LONGEST_CODE)) if matches else []
        markers: list[Marker] = []
        at = 0
        for match in matches:
            while at < len(code) and code[at].end <= match.start():
                at += 1
            if at == len(code) or code[at].start >= match.end():
                markers += self._marker(match)
        return markers

    def pending(self, text: str, syntax: Syntax) -> int:
        """Return from where on *text* may read otherwise once more of it is known."""
        del syntax
        begun = self._begun_in(text)
        found = self._open.search(text, begun), self._form.search(text, begun)
        end = min([len(text), *(each.start() for each in found if each)])
        while (last := self._touching(text, end)) is not None:
            end = last
        code = open_code(text[:end], _LONGEST_CODE)
        inside = (each for each in self._forms(text, code, end) if each.end() > code)
        return next((each.start() for each in inside), end) if code < end else end

    def _forms(self, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
        """Yield what has the form of a marker, from somewhat before *start* on."""
        return self._form.finditer(text, max(start - self.reach, 0), end)

    def _touching(self, text: str, end: int) -> int | None:
        """Return where a form begins that only the cut at *end* makes one."""
        for each in self._forms(text, end, end):
            if each.end() == end and not self._form.match(text, each.start()):
                return each.start()
        return None

    def context(self, text: str) -> str:
        """Return a short text behind which the same is read as behind *text*."""
        pieces: list[str] = []
        done = 0
        for match in self._matches(text):
            pieces += text[done : match.start()], _MASK * len(match[0])
            done = match.end()
        text = "".join([*pieces, text[done:]])
        short = code_context(text, _LONGEST_CODE)
        line = len(text) - _line_start(text, len(text))
        if line <= 2 * _LONGEST_CODE or not short.startswith("x"):
            return short
        # What comes before open code, which alone was kept of this long line.
        code = len(text) - len(short) + 1
        before = text[max(len(text) - self.reach, 0) : code]
        return f"x{before.replace('`', _MASK)}{short[1:]}"

    def _matches(self, text: str) -> Iterator[re.Match[str]]:
        """Yield what looks like a marker."""
        if not self.is_tentative:
            yield from self._token.finditer(text)
            return
        stop = 0
        # Only lines with something in them have to be read from their beginning.
        while found := self._form.search(text, stop):
            end = _LINE_END_RE.search(text, found.end())
            begin = max(_line_start(text, found.start()), stop)
            stop = end.start() if end else len(text)
            for token in self._token.finditer(text, begin, stop):
                if token.lastgroup:
                    yield token

    def _begun_in(self, text: str) -> int:
        """Return where the first token begins that the end of *text* leaves open."""
        start = _line_start(text, len(text)) if self.is_tentative else 0
        at = max(len(text) - self.reach, start)
        found = self._begun.search(text, at)
        for token in self._token.finditer(text, start):
            if found is None or found.start() <= token.start():
                break
            # What is complete is no beginning of another, but where it may go on.
            if found.start() < token.end() < len(text):
                found = self._begun.search(text, token.end())
        return found.start() if found else len(text)

    def _marker(self, match: re.Match[str]) -> Iterator[Marker]:
        """Yield the marker that *match* found, if it is one."""
        form = self.forms[int((match.lastgroup or "")[1:])]
        whole = form.whole.match(match.string, match.start())
        cited = form.cited(whole) if whole else ()
        citations = tuple(map(_citation, cited))
        if not citations and form.item != NOTHING:
            return
        start, end = match.span()
        yield Marker(
            start=start,
            end=end,
            raw=match[0],
            kind=MarkerKind.CITATION if citations else MarkerKind.WIDGET,
            family=FAMILY if citations else "",
            citations=citations,
            findings=tuple(_findings(cited)) if cited else (_uncited(start, end),),
        )

    @cached_property
    def _form(self) -> re.Pattern[str]:
        return re.compile("|".join(self._named_forms()))

    @cached_property
    def _token(self) -> re.Pattern[str]:
        forms = self._named_forms()
        if self.is_tentative:
            forms = [DEFINITION, *forms, *self.others]
        return re.compile("|".join(forms))

    @cached_property
    def _open(self) -> re.Pattern[str]:
        return _at_the_end(each.begun for each in self.forms)

    @cached_property
    def _begun(self) -> re.Pattern[str]:
        others = BEGUN if self.is_tentative else ()
        return _at_the_end([*(each.begun for each in self.forms), *others])

    def _named_forms(self) -> list[str]:
        return [
            f"(?P<f{at}>{_NAME_RE.sub('(?:', form.whole.pattern)})"
            for at, form in enumerate(self.forms)
        ]


def _at_the_end(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(patterns)})\\Z")


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _citation(cited: Cited) -> Citation:
    locator = _locator(cited.locator)
    place = locator and (locator.turned() or locator)
    return Citation(cited.source_id, place, *cited[1:])


def _locator(written: str | None) -> Locator | None:
    parsed = (kind.parse(written) for kind in get_kinds(_KINDS)) if written else ()
    return next(filter(None, parsed), None)


def _findings(cited: Iterable[Cited]) -> Iterator[Finding]:
    """Yield a finding for each place that is written backwards."""
    for each in cited:
        locator = _locator(each.locator)
        turned = locator and locator.turned()
        if turned:
            message = f"Unexpected reversed locator {each.locator}, read as {turned}"
            yield Finding(codes.REVERSED_LOCATOR, message, each.start, each.end)


def _uncited(start: int, end: int) -> Finding:
    message = "Unexpected marker that cites nothing"
    return Finding(codes.FOREIGN_MARKER, message, start, end)
