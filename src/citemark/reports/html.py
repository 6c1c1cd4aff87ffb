"""Findings as one offline page: beside the answer's text, with its sources below."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate, count
from typing import TypeAlias

from jinja2 import Environment, StrictUndefined, Template

from citemark.diagnostic import Diagnostic, Severity
from citemark.locator import Lines, Locator
from citemark.model import Citation, Marker
from citemark.places import Places
from citemark.report import Checked, Piece, Report, Run, summary
from citemark.source import Source
from citemark.spans import line_bounds
from citemark.text import clean_block, clean_line
from citemark.urls import check_url
from citemark.visible import draw_line, visible

_WORST = (Severity.ERROR, Severity.WARNING, Severity.INFO)
_TITLE_CHARS = 300
_CONTEXT = 2
# Of one source; the report is about the answer.
_MOST_LINES = 200
_BEYOND = Lines(sys.maxsize, sys.maxsize)


_Cited: TypeAlias = tuple[int, int]
"""Which marker a character is of, and the number of the source it cites."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Some characters of one line, all within the same marker and findings."""

    text: str
    source: int | None
    """The number of the source that the marker around it cites; 0 for none of them."""
    severity: str
    ends: tuple[int, ...]
    """The numbers of the findings that end here."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of an answer, and the findings that begin on it."""

    number: int
    stretches: tuple[_Stretch, ...]
    findings: tuple[tuple[int, Diagnostic], ...]


@dataclass(frozen=True, slots=True)
class _Shown:
    """One source: what it is, how often it is cited, and the lines that are."""

    number: int
    source_id: str
    title: str
    url: str | None
    uses: int
    places: tuple[str, ...]
    lines: tuple[tuple[int, str, bool], ...]
    """Number, text and whether it is cited; number 0 for a gap."""


def pieces(run: Run) -> Iterator[Piece]:
    """Print the page."""
    sources = run.cited_sources
    numbers = {source.source_id: at for at, source in enumerate(sources, 1)}
    serial = count(1)
    page = _template().render(
        summary=summary(run),
        answers=[
            (
                visible(answer.name),
                _counts(answer),
                tuple(_rows(answer, numbers, serial)),
            )
            for answer in run.answers
        ],
        sources=None if run.sources is None else list(_shown(run, sources)),
    )
    yield f"{page}\n", ""


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["visible"] = visible
    text = (files("citemark.reports") / "page.html.j2").read_text("utf-8")
    return environment.from_string(text)


def _counts(answer: Checked) -> list[tuple[str, int]]:
    counts = Counter(found.severity for found in answer.diagnostics)
    return [(level.value, counts[level]) for level in _WORST if counts[level]]


def _rows(
    answer: Checked, numbers: Mapping[str, int], serial: Iterator[int]
) -> Iterator[_Row]:
    by_line: dict[int, list[tuple[int, Diagnostic]]] = {}
    for found in answer.diagnostics:
        by_line.setdefault(found.line, []).append((next(serial), found))
    at = 0
    bounds = zip(*line_bounds(answer.text), strict=True)
    for number, (start, end) in enumerate(bounds, 1):
        cited: list[_Cited | None] = [None] * (end - start)
        while at < len(answer.markers) and answer.markers[at].start < end:
            marker = answer.markers[at]
            first = max(marker.start - start, 0)
            last = max(min(marker.end, end) - start, first)
            cited[first:last] = [(at, _source(marker, numbers))] * (last - first)
            if marker.end > end:  # it goes on in the next line
                break
            at += 1
        findings = tuple(by_line.get(number, ()))
        stretches = tuple(_stretches(answer.text[start:end], cited, findings))
        yield _Row(number, stretches, findings)


def _source(marker: Marker, numbers: Mapping[str, int]) -> int:
    """Return the number of the source that *marker* cites first, 0 for none."""
    known = (numbers.get(source_id, 0) for source_id in marker.source_ids)
    return next(filter(None, known), 0)


def _stretches(
    line: str,
    cited: Sequence[_Cited | None],
    findings: Iterable[tuple[int, Diagnostic]],
) -> Iterator[_Stretch]:
    """Cut *line* wherever a marker or a finding begins or ends."""
    length = len(line)
    changes = {level: [0] * (length + 1) for level in _WORST}
    ends: dict[int, list[int]] = {}
    for number, found in findings:
        start = min(found.column - 1, length)
        end = min(start + max(found.end - found.start, 1), length)
        changes[found.severity][start] += 1
        changes[found.severity][end] -= 1
        ends.setdefault(end, []).append(number)
    depths = [tuple(accumulate(changes[level])) for level in _WORST]
    levels = [
        next((lvl for lvl, deep in zip(_WORST, at, strict=True) if deep), "")
        for at in zip(*depths, strict=True)
    ]
    cells = draw_line(line)
    done = 0
    for at in range(min(1, length), length + 1):
        if (
            at < length
            and at not in ends
            and (cited[at], levels[at]) == (cited[done], levels[done])
        ):
            continue
        marker = cited[done] if length else None
        yield _Stretch(
            text="".join(cells[done:at]),
            source=None if marker is None else marker[1],
            severity=str(levels[done]),
            ends=tuple(ends.get(at, ())),
        )
        done = at


def _shown(run: Run, sources: Sequence[Source]) -> Iterator[_Shown]:
    """Yield the *sources*, with what all answers together cite of them."""
    cited: dict[str, list[Citation]] = {}
    for answer in run.answers:
        for marker in answer.markers:
            for citation in marker.citations:
                cited.setdefault(citation.source_id, []).append(citation)
    places = Places()
    for number, source in enumerate(sources, 1):
        uses = cited.get(source.source_id, [])
        located = {each.locator: each for each in uses if each.locator is not None}
        lines = {
            locator: places.find(source, citation)[0].lines
            for locator, citation in located.items()
        }
        in_order = sorted(located, key=lambda each: _line_number(each, lines[each]))
        yield _Shown(
            number=number,
            source_id=visible(source.source_id),
            title=clean_line(source.title, _TITLE_CHARS),
            url=check_url(source.url).url if source.url else None,
            uses=len(uses),
            places=tuple(map(str, in_order)),
            lines=tuple(_excerpt(source, sorted(filter(None, set(lines.values()))))),
        )


def _line_number(locator: Locator, lines: Lines | None) -> Lines:
    """Return what places are sorted by; those that no line has come last."""
    return locator if isinstance(locator, Lines) else lines or _BEYOND


def _excerpt(
    source: Source, ranges: Iterable[Lines]
) -> Iterator[tuple[int, str, bool]]:
    """Yield the cited lines of *source* and their neighbours; number 0 is a gap."""
    total = len(source.lines)
    cited: set[int] = set()
    near: set[int] = set()
    for lines in ranges:
        last = min(lines.last, total, lines.first + _MOST_LINES)
        cited |= set(range(max(lines.first, 1), last + 1))
        context = range(lines.first - _CONTEXT, last + _CONTEXT + 1)
        near |= {number for number in context if 0 < number <= total}
        if len(near) > _MOST_LINES:
            break
    before = 0
    for number in sorted(near):
        if number > before + 1 and before:
            yield 0, "", False
        before = number
        yield number, clean_block(source.lines[number - 1]), number in cited


REPORT = Report(name="html", pieces=pieces)
