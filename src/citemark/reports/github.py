"""Findings as workflow commands, which GitHub shows beside the changed lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from citemark.diagnostic import Diagnostic, Severity
from citemark.report import Checked, Piece, Report, Run
from citemark.spans import LineIndex
from citemark.visible import visible

_COMMANDS: Mapping[Severity, str] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "notice",
}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = {**_DATA, **str.maketrans({":": "%3A", ",": "%2C"})}


def pieces(run: Run) -> Iterator[Piece]:
    """Print one command for each finding."""
    for answer in run.answers:
        index = LineIndex(answer.text)
        for found in answer.diagnostics:
            yield _command(answer, found, index), ""


def _command(answer: Checked, found: Diagnostic, index: LineIndex) -> str:
    end_line, end_column = index.position(found.end)
    properties: dict[str, object] = {
        "file": visible(answer.name.translate(_PROPERTY)),
        "line": found.line,
        "endLine": end_line,
        "title": f"{found.code} {found.name}",
    }
    # Columns are refused where a finding spans lines. The last one is inclusive.
    if end_line == found.line:
        properties["col"] = found.column
        properties["endColumn"] = max(found.column, end_column - 1)
    listed = ",".join(f"{name}={value}" for name, value in properties.items())
    message = visible(found.message).translate(_DATA)
    return f"::{_COMMANDS[found.severity]} {listed}::{message}\n"


REPORT = Report(name="github", pieces=pieces)
