"""Findings for programs: one JSON object, whose names and meanings stay as they are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from citemark.diagnostic import Diagnostic, Fix
from citemark.report import Checked, Piece, Report, Run
from citemark.spans import LineIndex

_VERSION = 1


def pieces(run: Run) -> Iterator[Piece]:
    """Print all there is about a run; offsets are code points, half-open."""
    found = list(run.diagnostics)
    data = {
        "version": _VERSION,
        "answers": [_answer(answer) for answer in run.answers],
        "summary": {
            "findings": len(found),
            "fixable": sum(map(run.is_fixable, found)),
            "fixed": sum(answer.fixed for answer in run.answers),
            "codes": dict(sorted(Counter(each.code for each in found).items())),
        },
    }
    # ASCII escapes make the marker characters visible, and safe for a terminal.
    yield f"{json.dumps(data, indent=2)}\n", ""


def _answer(answer: Checked) -> dict[str, object]:
    index = LineIndex(answer.text)
    return {
        "file": answer.name,
        "fixed": answer.fixed,
        "diagnostics": [_diagnostic(each, index) for each in answer.diagnostics],
    }


def _diagnostic(found: Diagnostic, index: LineIndex) -> dict[str, object]:
    end_line, end_column = index.position(found.end)
    return {
        "code": found.code,
        "name": found.name,
        "severity": found.severity.value,
        "message": found.message,
        "start": found.start,
        "end": found.end,
        "line": found.line,
        "column": found.column,
        "end_line": end_line,
        "end_column": end_column,
        "url": found.url,
        "fix": None if found.fix is None else _fix(found.fix),
        "related": [{"start": span.start, "end": span.end} for span in found.related],
    }


def _fix(fix: Fix) -> dict[str, object]:
    return {
        "message": fix.message,
        "applicability": fix.applicability.name.lower(),
        "edits": [
            {"start": edit.span.start, "end": edit.span.end, "text": edit.text}
            for edit in fix.edits
        ],
    }


REPORT = Report(name="json", pieces=pieces)
