"""What citemark has to say about an answer, and where.

A *code* is a kind of finding (``CM201``), a *finding* is one occurrence with its
span, a *diagnostic* is a finding with everything a report needs: line, column, URL.
Scanner, document and resolver only make findings; :func:`diagnose` finishes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from citemark.spans import Edit, LineIndex, Span

_DOCS_URL = "https://citemark.readthedocs.io/en/stable/rules"


class Severity(StrEnum):
    """How bad a finding is."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Applicability(IntEnum):
    """How far a fix may be trusted; ordered, so that ``>=`` selects."""

    DISPLAY = 0
    UNSAFE = 1
    SAFE = 2


@dataclass(frozen=True, slots=True)
class Fix:
    """An atomic set of edits that mends a finding."""

    message: str
    edits: tuple[Edit, ...]
    applicability: Applicability = Applicability.SAFE


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. Codes are never reused."""

    code: str
    name: str
    severity: Severity


@dataclass(frozen=True, slots=True)
class Finding:
    """One occurrence of a code in an answer; offsets are code points, half-open."""

    code: Code
    message: str
    start: int
    end: int
    fix: Fix | None = None
    related: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """A finding with its place in lines and columns (1-based), ready to be shown."""

    code: str
    name: str
    message: str
    severity: Severity
    start: int
    end: int
    line: int
    column: int
    fix: Fix | None = None
    related: tuple[Span, ...] = ()
    url: str = ""

    def __str__(self) -> str:
        """Return ``line:column: code message``, the form editors can jump to."""
        return f"{self.line}:{self.column}: {self.code} {self.message}"


def docs_url(code: str) -> str:
    """Return where *code* is explained.

    >>> docs_url("CM101")
    'https://citemark.readthedocs.io/en/stable/rules/CM101.html'
    """
    return f"{_DOCS_URL}/{code}.html"


def diagnose(findings: Iterable[Finding], answer: str) -> tuple[Diagnostic, ...]:
    """Locate *findings* in *answer* and return them sorted by place and code."""
    ordered = sorted(findings, key=lambda found: (found.start, found.code.code))
    if not ordered:
        return ()
    index = LineIndex(answer)
    diagnostics = []
    for found in ordered:
        line, column = index.position(found.start)
        diagnostics.append(
            Diagnostic(
                code=found.code.code,
                name=found.code.name,
                message=found.message,
                severity=found.code.severity,
                start=found.start,
                end=found.end,
                line=line,
                column=column,
                fix=found.fix,
                related=found.related,
                url=docs_url(found.code.code),
            )
        )
    return tuple(diagnostics)


def escalate(code: Code, severity: Severity) -> Code:
    """Return *code* at another *severity*."""
    return replace(code, severity=severity)
