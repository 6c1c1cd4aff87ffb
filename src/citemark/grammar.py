"""The marker grammar ``START family (DELIM field)* STOP``, as a linear scanner.

Dialects of this shape differ only in the spelling of their characters, so they share
this scanner (docs/grammar.md states the grammar). It walks the delimiter characters
once; text between them is looked at once more at most, to sort it into fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from citemark import codes
from citemark.diagnostic import Code, Finding
from citemark.dialect import Pair
from citemark.locator import Lines, Locator
from citemark.model import Citation, Marker, MarkerKind
from citemark.syntax import SOURCE_ID, Syntax
from citemark.text import clean_line
from citemark.widgets import words_of

FAMILY_RE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}")
MAX_CHARS = 4_096
# What a widget displays is data: a card, a chart.
MAX_WIDGET_CHARS = 16_384
MAX_STRAYS = 16


@dataclass(frozen=True)
class Characters:
    """The spellings of the three roles, and of characters that only ever stray."""

    start: tuple[str, ...]
    delimiter: tuple[str, ...]
    stop: tuple[str, ...]
    stray: tuple[str, ...] = ()

    def marks(self, text: str, syntax: Syntax) -> list[Mark]:
        """Return the marker characters of *text*, in order, each with its role.

        A marker of the plainest shape is one mark, read at once.
        """
        found: list[Mark] = []
        done = 0
        plain = self._plain(syntax.families).finditer(text) if syntax.is_plain() else ()
        for match in plain:
            marker = _plain_marker(match)
            if marker is not None:
                found += self._between(text, done, marker.start)
                found.append(Mark("S", marker.start, marker.end, marker))
                done = marker.end
        found += self._between(text, done, len(text))
        return found

    def _between(self, text: str, start: int, end: int) -> Iterator[Mark]:
        """Yield the marker characters from *start* to *end*."""
        if not self._in_ascii and text[start:end].isascii():
            return
        for match in self._pattern.finditer(text, start, end):
            yield Mark(self._roles[match[0]], *match.span())

    @cached_property
    def _in_ascii(self) -> bool:
        """Whether a text of ASCII characters only can hold any of them."""
        return any(spelling.isascii() for spelling in self._roles)

    @cached_property
    def _roles(self) -> dict[str, str]:
        """Spelling → role."""
        spellings = (self.start, self.delimiter, self.stop, self.stray)
        return {
            spelling: role
            for role, alike in zip("SDTX", spellings, strict=True)
            for spelling in alike
        }

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return _one_of(self._roles)

    @lru_cache(8)  # noqa: B019 - characters are the constants of a dialect
    def _plain(self, families: tuple[str, ...]) -> re.Pattern[str]:
        """Return what matches one source ID with one locator at most, as most are."""
        start, family, delimiter, stop = (
            _one_of(spellings).pattern
            for spellings in (self.start, families, self.delimiter, self.stop)
        )
        return re.compile(
            # What looks like a locator is no source ID.
            f"{start}({family}){delimiter}((?!L[0-9])[A-Za-z0-9_-]{{1,256}})"
            f"(?:{delimiter}(L([0-9]{{1,9}})(?:-L([0-9]{{1,9}}))?))?{stop}"
        )


def _one_of(spellings: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for any of *spellings*; a class of characters is fastest."""
    known = [re.escape(spelling) for spelling in spellings]
    if known and all(len(spelling) == 1 for spelling in spellings):
        return re.compile(f"[{''.join(known)}]")
    return re.compile(f"(?:{'|'.join(known) or '(?!)'})")


class Mark(NamedTuple):
    """One delimiter character of the text: its role and where it is."""

    role: str
    start: int
    end: int
    marker: Marker | None = None
    """The whole of a plain marker, where the character begins one."""


def _plain_marker(match: re.Match[str]) -> Marker | None:
    """Return the marker that *match* is, or None where it has to be looked into."""
    family, source_id, locator, first, last = match.groups()
    lines = Lines(int(first), int(last or first)) if locator else None
    if lines is not None and lines.first > lines.last:
        return None
    start, end = match.span(2)
    end = match.end(3) if locator else end
    return Marker(
        start=match.start(),
        end=match.end(),
        raw=match[0],
        kind=MarkerKind.CITATION,
        family=family,
        citations=(Citation(source_id, lines, locator, start, end),),
    )


def scan_grammar(text: str, syntax: Syntax, characters: Characters) -> list[Marker]:
    """Return every stretch of marker characters in *text*, in order."""
    marks = characters.marks(text, syntax)
    markers: list[Marker] = []
    at = 0
    while at < len(marks):
        mark = marks[at]
        if mark.marker is not None:
            marker, at = mark.marker, at + 1
        elif mark.role == "S":
            marker, at = _Attempt(text, syntax, marks, at).marker()
        else:
            marker, at = _stray(text, marks, at)
        markers.append(marker)
    return markers


def write_grammar(citations: Iterable[Pair], characters: Characters) -> str:
    """Return a marker that cites all of *citations*, in the first spellings."""
    fields = ["cite"]
    named: str | None = None
    for source_id, locator in citations:
        # Two places in one source follow its ID, which is written once.
        fields += [] if locator and source_id == named else [source_id]
        fields += [locator] if locator else []
        named = source_id if locator else None
    written = characters.delimiter[0].join(fields)
    return f"{characters.start[0]}{written}{characters.stop[0]}"


def _stray(text: str, marks: list[Mark], at: int) -> tuple[Marker, int]:
    """Take the adjacent characters from *at* on, up to a limit, as one stray marker."""
    start, end = marks[at].start, marks[at].end
    at += 1
    for mark in marks[at : at + MAX_STRAYS - 1]:
        if mark.start != end or mark.role == "S":
            break
        end = mark.end
        at += 1
    finding = Finding(
        codes.STRAY_MARKER_CHARACTER,
        "Unexpected marker character outside a marker",
        start,
        end,
    )
    return _hidden(text, MarkerKind.STRAY, start, end, (finding,)), at


def _hidden(
    text: str,
    kind: MarkerKind,
    start: int,
    end: int,
    findings: tuple[Finding, ...],
) -> Marker:
    return Marker(
        start=start, end=end, raw=text[start:end], kind=kind, findings=findings
    )


class _Attempt:
    """The reading of one marker, from its START on."""

    def __init__(self, text: str, syntax: Syntax, marks: list[Mark], at: int) -> None:
        self.text = text
        self.syntax = syntax
        self.families = syntax.families
        self.marks = marks
        self.at = at
        self.start = marks[at].start
        self.limit = self.start + MAX_WIDGET_CHARS
        self.family = self._segment(at)
        if self.family in self.families or not self.family.strip():
            self.limit = self.start + MAX_CHARS
        last = at + 1
        while self._is_near(last) and marks[last].role == "D":
            last += 1
        self.last = last
        stopped = self._is_near(last) and marks[last].role == "T"
        self.end = marks[last].end if stopped else len(text)
        self.closed = stopped and self.end <= self.limit

    def marker(self) -> tuple[Marker, int]:
        """Return the marker and the index of the first mark behind it."""
        family = self.family
        if family in self.families or (not family and self._delimited()):
            if self.closed and self._is_compact():
                return self._citing(family)
        elif self.closed and not self._delimited() and not family.strip():
            return self._closed(MarkerKind.BROKEN, self._empty())
        elif self.closed and self._delimited() and FAMILY_RE.fullmatch(family):
            return self._widget(family)
        return self._broken()

    def _is_near(self, mark: int) -> bool:
        """Whether there is a mark number *mark* that may belong to this marker."""
        return mark < len(self.marks) and self.marks[mark].start < self.limit

    def _segment(self, mark: int) -> str:
        """Return the text between mark number *mark* and the next one."""
        near = self._is_near(mark + 1)
        following = self.marks[mark + 1].start if near else self.limit
        return self.text[self.marks[mark].end : following]

    def _delimited(self) -> bool:
        return self.last > self.at + 1

    def _is_compact(self) -> bool:
        """Whether no field holds inner white space: prose is no field."""
        return all(
            len(self._segment(mark).split(None, 1)) <= 1
            for mark in range(self.at + 1, self.last)
        )

    def _closed(
        self,
        kind: MarkerKind,
        *findings: Finding,
        family: str = "",
        citations: Iterable[Citation] = (),
        shown: str = "",
    ) -> tuple[Marker, int]:
        marker = Marker(
            start=self.start,
            end=self.end,
            raw=self.text[self.start : self.end],
            kind=kind,
            family=family,
            citations=tuple(citations),
            findings=findings,
            text=shown,
        )
        return marker, self.last + 1

    def _finding(self, code: Code, message: str) -> Finding:
        return Finding(code, message, self.start, self.end)

    def _empty(self) -> Finding:
        message = "Unexpected empty marker, expected a source ID"
        return self._finding(codes.EMPTY_MARKER, message)

    def _citing(self, family: str) -> tuple[Marker, int]:
        """Read a closed marker of a citing family."""
        reader = _Fields(self.syntax)
        for mark in range(self.at + 1, self.last):
            reader.read(self._segment(mark), self.marks[mark].end)
        findings = tuple(reader.findings)
        if not family:
            missing = "Unexpected marker without a family, expected one after its start"
            found = self._finding(codes.UNKNOWN_FAMILY, missing)
            return self._closed(MarkerKind.BROKEN, found)
        if not reader.citations:
            findings = findings or (self._empty(),)
            return self._closed(MarkerKind.BROKEN, *findings, family=family)
        return self._closed(
            MarkerKind.CITATION, *findings, family=family, citations=reader.citations
        )

    def _widget(self, family: str) -> tuple[Marker, int]:
        """Hide a marker that cites nothing; keep the words it displays, if any."""
        finding = self._finding(
            codes.UNKNOWN_FAMILY,
            f"Unexpected marker family {family!r}, expected one of "
            f"{', '.join(self.families)}",
        )
        first = self._segment(self.at + 1).strip()
        has_more = self.last > self.at + 2
        shown = words_of(family, first, self.syntax.widgets, has_more=has_more)
        return self._closed(
            MarkerKind.WIDGET, finding, family=family, shown=clean_line(shown)
        )

    def _broken(self) -> tuple[Marker, int]:
        """Hide what belongs to a broken marker: its family and the IDs right after.

        The prose behind is the answer's, whatever the model forgot to close.
        """
        mark, end = self.at, self.marks[self.at].end
        family = next(
            (name for name in self.families if self._opens_with(name, end)), ""
        )
        if family:
            end += len(family)
            while mark + 1 < self.last and self.marks[mark + 1].start == end:
                mark += 1
                field = self._segment(mark)
                if mark + 1 < self.last and len(field.split(None, 1)) <= 1:
                    end = self.marks[mark].end + len(field)
                    continue
                end = self.marks[mark].end + self.syntax.run(field, 0)
                break
        code = codes.UNTERMINATED_MARKER
        message = "Unexpected end of marker, expected it to be closed after its fields"
        if family and end >= self.limit < len(self.text):
            code = codes.MARKER_TOO_LONG
            message = f"Unexpected marker of over {MAX_CHARS} characters, expected less"
        finding = Finding(code, message, self.start, end)
        hidden = _hidden(self.text, MarkerKind.BROKEN, self.start, end, (finding,))
        return hidden, mark + 1

    def _opens_with(self, family: str, at: int) -> bool:
        following = self.text[at + len(family) : at + len(family) + 1]
        return self.text.startswith(family, at) and not (
            following.isascii() and (following.isalnum() or following == "_")
        )


class _Fields:
    """Sorts the fields of one marker into citations and findings."""

    def __init__(self, syntax: Syntax) -> None:
        self.syntax = syntax
        self.citations: list[Citation] = []
        self.findings: list[Finding] = []
        self._sourceless = True

    def read(self, field: str, start: int) -> None:
        """Read one *field* that begins at offset *start*; white space is trimmed."""
        word = field.strip()
        if not word:
            return
        start += field.index(word)
        end = start + len(word)
        syntax = self.syntax
        if locator := syntax.locator(word):
            self._locate(word, locator, start, end)
        elif syntax.id_pattern().fullmatch(word):
            self._sourceless = False
            self.citations.append(Citation(word, None, None, start, end))
        elif syntax.is_foreign(word):
            message = "Unexpected locator with digits that are not ASCII"
            self._report(codes.NON_ASCII_LOCATOR, message, start, end)
        elif not self._sourceless and (locator := syntax.any_locator(word)):
            self._locate(word, locator, start, end)
        else:
            # What follows a broken ID belongs to it, not to the ID before.
            self._sourceless = True
            expected = "letters, digits, '_' and '-' only"
            if syntax.source_id != SOURCE_ID:
                expected = f"one that matches {syntax.source_id}"
            message = f"Unexpected source ID, expected {expected}{syntax.hint(word)}"
            self._report(codes.MALFORMED_SOURCE_ID, message, start, end)

    def _locate(self, word: str, locator: Locator, start: int, end: int) -> None:
        """Give the *locator* to the source ID before it."""
        if self._sourceless:
            message = f"Unexpected locator {word[:24]} without a source ID before it"
            self._report(codes.LOCATOR_WITHOUT_SOURCE, message, start, end)
            return
        turned = locator.turned()
        if turned is not None:
            locator = turned
            message = f"Unexpected reversed locator {word}, read as {locator}"
            self._report(codes.REVERSED_LOCATOR, message, start, end)
        cited = self.citations[-1]
        located = Citation(cited.source_id, locator, word, cited.start, end)
        if cited.locator is None:
            self.citations[-1] = located
        else:
            self.citations.append(located)

    def _report(self, code: Code, message: str, start: int, end: int) -> None:
        self.findings.append(Finding(code, message, start, end))
