from __future__ import annotations

import json

from citemark.diagnostic import Applicability, Severity
from citemark.spans import Span
from tests.strategies import cite
from tests.unit.reports.reporting import checked, found, report


def test_the_schema_is_the_documented_one() -> None:
    text = f"é🎈\n**b{cite('a')}**\n"
    marker = cite("a")
    first = found(
        text, marker, fix=Applicability.UNSAFE, related=(Span(0, 1), Span(2, 3))
    )
    second = found(text, "b", severity=Severity.ERROR, message="x")
    output = report(
        "json",
        checked(text, first, second, fixed=2),
        checked("", name="<stdin>"),
    )
    assert output.isascii()
    assert output.endswith("}\n")
    assert json.loads(output) == {
        "version": 1,
        "answers": [
            {
                "file": "a.md",
                "fixed": 2,
                "diagnostics": [
                    {
                        "code": "CM201",
                        "name": "unknown-source",
                        "severity": "error",
                        "message": "x",
                        "start": 5,
                        "end": 6,
                        "line": 2,
                        "column": 3,
                        "end_line": 2,
                        "end_column": 4,
                        "url": "https://citemark.readthedocs.io/en/stable/rules/"
                        "CM201.html",
                        "fix": None,
                        "related": [],
                    },
                    {
                        "code": "CM101",
                        "name": "marker-in-emphasis",
                        "severity": "warning",
                        "message": "Unexpected place",
                        "start": 6,
                        "end": 6 + len(marker),
                        "line": 2,
                        "column": 4,
                        "end_line": 2,
                        "end_column": 4 + len(marker),
                        "url": "https://citemark.readthedocs.io/en/stable/rules/"
                        "CM101.html",
                        "fix": {
                            "message": "Shout",
                            "applicability": "unsafe",
                            "edits": [{"start": 6, "end": 6, "text": "!"}],
                        },
                        "related": [{"start": 0, "end": 1}, {"start": 2, "end": 3}],
                    },
                ],
            },
            {"file": "<stdin>", "fixed": 0, "diagnostics": []},
        ],
        "summary": {
            "findings": 2,
            "fixable": 0,
            "fixed": 2,
            "codes": {"CM101": 1, "CM201": 1},
        },
    }
