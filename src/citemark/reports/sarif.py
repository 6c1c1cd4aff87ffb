"""Findings as SARIF 2.1.0, which code hosts and editors read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import quote

from citemark.diagnostic import Applicability, Diagnostic, Fix, Severity, docs_url
from citemark.lint.rule import Rule
from citemark.lint.selection import all_rules
from citemark.report import Piece, Report, Run
from citemark.spans import LineIndex, Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Mapping[Severity, str] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "note",
}


def pieces(run: Run) -> Iterator[Piece]:
    """Print one log with one run."""
    rules = all_rules()
    places = {rule.code.code: place for place, rule in enumerate(rules.values())}
    log = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "citemark",
                        **_version(),
                        "informationUri": docs_url("index"),
                        "rules": [_rule(rule) for rule in rules.values()],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "newlineSequences": ["\r\n", "\n", "\r"],
                "results": list(_results(run, places)),
            }
        ],
    }
    yield f"{json.dumps(log, indent=2)}\n", ""


def _version() -> dict[str, str]:
    try:
        return {"version": version("citemark")}
    except PackageNotFoundError:  # vendored, or run from its source
        return {}


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.code.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "helpUri": docs_url(rule.code.code),
        "defaultConfiguration": {
            "level": _LEVELS[rule.code.severity],
            "enabled": rule.default,
        },
    }


def _results(run: Run, places: Mapping[str, int]) -> Iterator[dict[str, object]]:
    for answer in run.answers:
        artifact = {"uri": _uri(answer.name)}
        index = LineIndex(answer.text)
        for found in answer.diagnostics:
            yield {
                "ruleId": found.code,
                **({"ruleIndex": places[found.code]} if found.code in places else {}),
                "level": _LEVELS[found.severity],
                "message": {"text": found.message},
                "locations": [_location(artifact, Span(found.start, found.end), index)],
                "relatedLocations": [
                    _location(artifact, span, index) for span in found.related
                ],
                "fixes": _fixes(found, artifact, index),
            }


def _uri(name: str) -> str:
    """Return *name* as a reference, relative where it is."""
    path = Path(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _region(span: Span, index: LineIndex) -> dict[str, int]:
    line, column = index.position(span.start)
    end_line, end_column = index.position(span.end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _location(
    artifact: Mapping[str, str], span: Span, index: LineIndex
) -> dict[str, object]:
    return {
        "physicalLocation": {
            "artifactLocation": artifact,
            "region": _region(span, index),
        }
    }


def _fixes(
    found: Diagnostic, artifact: Mapping[str, str], index: LineIndex
) -> list[dict[str, object]]:
    if found.fix is None or found.fix.applicability is Applicability.DISPLAY:
        return []
    return [
        {
            "description": {"text": found.fix.message},
            "artifactChanges": [
                {
                    "artifactLocation": artifact,
                    "replacements": _replacements(found.fix, index),
                }
            ],
            "properties": {"applicability": found.fix.applicability.name.lower()},
        }
    ]


def _replacements(fix: Fix, index: LineIndex) -> list[dict[str, object]]:
    return [
        {
            "deletedRegion": _region(edit.span, index),
            "insertedContent": {"text": edit.text},
        }
        for edit in fix.edits
    ]


REPORT = Report(name="sarif", pieces=pieces)
