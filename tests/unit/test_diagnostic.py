from __future__ import annotations

from citemark.diagnostic import (
    Applicability,
    Code,
    Finding,
    Fix,
    Severity,
    diagnose,
    escalate,
)
from citemark.spans import Edit, Span

LATE = Code("CM999", "late", Severity.INFO)
EARLY = Code("CM998", "early", Severity.ERROR)


def test_diagnoses_are_sorted_by_place_then_code() -> None:
    findings = [
        Finding(LATE, "c", 4, 5),
        Finding(LATE, "b", 0, 1),
        Finding(EARLY, "a", 0, 2),
    ]
    assert [found.message for found in diagnose(findings, "ab\ncd")] == ["a", "b", "c"]


def test_diagnosis_has_everything_a_report_needs() -> None:
    fix = Fix("Drop it", (Edit(Span(4, 5), ""),))
    finding = Finding(EARLY, "Unexpected d", 4, 5, fix, (Span(0, 1),))
    (found,) = diagnose([finding], "ab\ncd")
    assert (found.code, found.name, found.severity) == ("CM998", "early", "error")
    assert (found.start, found.end) == (4, 5)
    assert (found.line, found.column) == (2, 2)
    assert found.fix is fix
    assert found.related == (Span(0, 1),)
    assert found.url.startswith("https://citemark.readthedocs.io/")
    assert str(found) == "2:2: CM998 Unexpected d"


def test_nothing_found_gives_nothing() -> None:
    assert diagnose([], "text") == ()


def test_applicability_is_ordered() -> None:
    assert Applicability.DISPLAY < Applicability.UNSAFE < Applicability.SAFE
    assert Fix("m", ()).applicability is Applicability.SAFE


def test_escalate_changes_severity_only() -> None:
    assert escalate(LATE, Severity.ERROR) == Code("CM999", "late", Severity.ERROR)
