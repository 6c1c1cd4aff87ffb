"""Answers with findings, made by hand: reports do not care where they come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from citemark.answer import find_markers
from citemark.diagnostic import (
    Applicability,
    Code,
    Diagnostic,
    Finding,
    Fix,
    Severity,
    diagnose,
)
from citemark.options import Options
from citemark.report import Checked, Run, get_report, plain
from citemark.sources import SourceRegistry
from citemark.spans import Edit, Span

CODES: Mapping[Severity, Code] = {
    Severity.ERROR: Code("CM201", "unknown-source", Severity.ERROR),
    Severity.WARNING: Code("CM101", "marker-in-emphasis", Severity.WARNING),
    Severity.INFO: Code("CM999", "not-a-rule", Severity.INFO),
}


def found(
    text: str,
    part: str,
    *,
    message: str = "Unexpected place",
    severity: Severity = Severity.WARNING,
    fix: Applicability | None = None,
    related: tuple[Span, ...] = (),
) -> Finding:
    """Return a finding at *part* of *text*; its fix puts ``!`` before it."""
    start = text.index(part)
    edit = Edit(Span(start, start), "!")
    return Finding(
        code=CODES[severity],
        message=message,
        start=start,
        end=start + len(part),
        fix=None if fix is None else Fix("Shout", (edit,), fix),
        related=related,
    )


def checked(
    text: str, *findings: Finding, name: str = "a.md", fixed: int = 0
) -> Checked:
    """Return *text* with *findings*, as the linter would hand them over."""
    diagnostics: tuple[Diagnostic, ...] = diagnose(findings, text)
    markers = tuple(find_markers(text, Options()))
    return Checked(
        name=name, text=text, diagnostics=diagnostics, markers=markers, fixed=fixed
    )


def report(
    name: str, *answers: Checked, sources: Iterable[object] | None = None
) -> str:
    """Return the report of *answers* without styles."""
    registry = None if sources is None else SourceRegistry(sources)
    return plain(get_report(name).pieces(Run(answers=answers, sources=registry)))
