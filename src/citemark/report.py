"""What a report is: one printed form of what the linter found in some answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from citemark.diagnostic import Applicability, Diagnostic
from citemark.discover import discover
from citemark.errors import ConfigError
from citemark.model import Marker
from citemark.source import Source
from citemark.sources import SourceRegistry, SourceStore, fetch

Piece: TypeAlias = tuple[str, str]
"""A stretch of output, and the style that a terminal may give it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One answer and what the linter says about it."""

    name: str
    """Its path, as it was given."""
    text: str
    diagnostics: tuple[Diagnostic, ...]
    markers: Sequence[Marker] = ()
    fixed: int = 0
    """How many more findings were mended in the file before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """All that one report is about."""

    answers: Sequence[Checked]
    sources: SourceStore | None = None
    least: Applicability = Applicability.SAFE
    """The fixes that ``--fix`` would apply, with the arguments given."""
    statistics: bool = False
    """Count the findings of each code, instead of showing them."""

    @property
    def cited_sources(self) -> Sequence[Source]:
        """All sources of a registry; of a larger store, those that are cited."""
        if isinstance(self.sources, SourceRegistry):
            return tuple(self.sources)
        ids = dict.fromkeys(
            citation.source_id
            for answer in self.answers
            for marker in answer.markers
            for citation in marker.citations
        )
        return tuple(fetch(self.sources, list(ids)).values())

    @property
    def diagnostics(self) -> Iterator[Diagnostic]:
        """All findings of all answers."""
        for answer in self.answers:
            yield from answer.diagnostics

    def is_fixable(self, found: Diagnostic) -> bool:
        """Tell whether ``--fix`` would mend *found*."""
        return found.fix is not None and found.fix.applicability >= self.least


@dataclass(frozen=True, slots=True)
class Report:
    """One format. ``pieces`` prints a run; unstyled, its pieces are simply joined."""

    name: str
    pieces: Callable[[Run], Iterator[Piece]]


def get_report(name: str) -> Report:
    """Return the format called *name*.

    Raises:
        ConfigError: there is none; the message lists those there are.
    """
    reports = discover("citemark.reports", "REPORT", Report)
    found = reports.get(name)
    if not isinstance(found, Report):
        msg = f"format: expected one of {', '.join(reports)}, got {name!r}"
        raise ConfigError(msg)
    return found


def plain(pieces: Iterator[Piece]) -> str:
    """Return *pieces* without their styles."""
    return "".join(text for text, _ in pieces)


def summary(run: Run) -> str:
    """Say in one line what was found, and what ``--fix`` did or would do."""
    found = list(run.diagnostics)
    fixed = sum(answer.fixed for answer in run.answers)
    if not found and not fixed:
        return "No findings."
    fixable = sum(map(run.is_fixable, found))
    # Fixes that are only shown are never applied.
    more = sum(
        each.fix is not None and each.fix.applicability is Applicability.UNSAFE
        for each in found
        if not run.is_fixable(each)
    )
    parts = []
    if fixed:
        parts.append(f"{fixed} fixed, {len(found)} left")
    if fixable:
        parts.append(f"{fixable} fixable with --fix")
    if more:
        parts.append(f"{more} with --unsafe-fixes")
    total = len(found) + fixed
    detail = f" ({', '.join(parts)})" if parts else ""
    return f"Found {total} {'finding' if total == 1 else 'findings'}{detail}."
