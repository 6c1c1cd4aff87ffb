from __future__ import annotations

import pytest

from citemark.diagnostic import Severity
from tests.unit.reports.reporting import checked, found, report


@pytest.mark.parametrize(
    ("severity", "command"),
    [
        (
            Severity.ERROR,
            "::error file=a.md,line=2,endLine=2,title=CM201 unknown-source",
        ),
        (
            Severity.WARNING,
            "::warning file=a.md,line=2,endLine=2,title=CM101 marker-in-emphasis",
        ),
        (Severity.INFO, "::notice file=a.md,line=2,endLine=2,title=CM999 not-a-rule"),
    ],
)
def test_each_level_has_its_command(severity: Severity, command: str) -> None:
    text = "one\nxtwo"
    output = report("github", checked(text, found(text, "two", severity=severity)))
    assert output == f"{command},col=2,endColumn=4::Unexpected place\n"


def test_what_would_end_a_property_or_a_command_is_escaped() -> None:
    message = "50% of\r\n::error::x, y: z"
    answer = checked("a", found("a", "a", message=message), name="a,b:c%\n.md")
    assert report("github", answer) == (
        "::warning file=a%2Cb%3Ac%25%0A.md,line=1,endLine=1,"
        "title=CM101 marker-in-emphasis,col=1,endColumn=1::"
        "50%25 of\\r\\n::error::x, y: z\n"
    )


def test_columns_are_left_out_where_a_finding_spans_lines() -> None:
    text = "ab\ncd"
    output = report("github", checked(text, found(text, "b\nc")))
    assert "line=1,endLine=2,title=CM101 marker-in-emphasis::" in output


def test_nothing_found_prints_nothing() -> None:
    assert report("github", checked("a")) == ""
