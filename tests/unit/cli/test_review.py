"""``citemark review``: the sheet, and the file in which verdicts come back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from citemark.cli.failure import Failure
from citemark.cli.reviewing import review_command
from citemark.errors import SourceError
from citemark.verification.verdicts import read_records
from tests.strategies import cite
from tests.unit.cli.calling import SOURCES, Desk

ANSWER = f"High tide is at 9.{cite('turn0file0', 'L1')} Low tide is at 3."
RECORDS = [{**SOURCES[0], "text": "High: 9.\nLow: 4."}]


def run(desk: Desk, *arguments: str, answer: str = ANSWER) -> Result:
    """Review *answer* with the registry of *desk*."""
    given = desk.write("a.md", answer)
    registry = desk.write("s.json", json.dumps(RECORDS))
    call = [given, "--sources", registry, "--isolated", *arguments]
    return CliRunner().invoke(review_command, call, standalone_mode=False)


def fill(path: Path, label: str) -> None:
    """Fill in the first line, as a person would."""
    first, *rest = path.read_text("utf-8").splitlines(keepends=True)
    filled = first.replace('"label": ""', f'"label": "{label}"')
    path.write_text("".join([filled, *rest]), "utf-8")


def test_the_sheet_goes_to_a_file_or_is_printed(desk: Desk) -> None:
    printed = run(desk)
    assert printed.exception is None
    assert "High: 9." in printed.stdout
    assert desk.names() == ["a.md", "s.json"]
    assert run(desk, "-o", "-").stdout == printed.stdout
    done = run(desk, "-o", str(desk / "r.html"))
    assert (done.exception, done.stdout) == (None, "")
    assert (desk / "r.html").read_text("utf-8") == printed.stdout


def test_what_is_filled_in_comes_back(desk: Desk) -> None:
    path = desk / "v.jsonl"
    assert run(desk, "--template", str(path)).exception is None
    assert [(each.claim, each.passage) for each in read_records(path).values()] == [
        ("High tide is at 9.", "High: 9.")
    ]
    fill(path, "contradicted")
    shown = run(desk, "--verdicts", str(path)).stdout
    assert "1 passage to judge, 1 judged" in shown
    assert 'value="contradicted" checked' in shown


def test_a_template_in_use_is_brought_up_to_date(desk: Desk) -> None:
    path = desk / "v.jsonl"
    run(desk, "--template", str(path))
    fill(path, "partial")
    more = f"{ANSWER}{cite('turn0file0', 'L2')}"
    both = ("--template", str(path), "--verdicts", str(path))
    assert run(desk, *both, answer=more).exception is None
    assert [(each.claim, each.label) for each in read_records(path).values()] == [
        ("High tide is at 9.", "partial"),
        ("Low tide is at 3.", ""),
    ]


def test_nothing_that_was_filled_in_is_replaced(desk: Desk) -> None:
    path = desk.write("v.jsonl", '{"key": "k", "label": "partial"}\n')
    other = desk.write("w.jsonl", "")
    for more in ((), ("--verdicts", other)):
        done = run(desk, "--template", path, *more)
        assert isinstance(done.exception, Failure)
        assert "is there already" in str(done.exception)
    assert Path(path).read_text("utf-8") == '{"key": "k", "label": "partial"}\n'


@pytest.mark.parametrize("name", ["a.md", "s.json", "v.jsonl"])
def test_the_page_replaces_no_other_file(desk: Desk, name: str) -> None:
    path = str(desk / "v.jsonl")
    done = run(desk, "--template", path, "-o", str(desk / name))
    assert isinstance(done.exception, Failure)
    assert "would replace another file of this call" in str(done.exception)


def test_a_bad_line_is_named_and_nothing_written(desk: Desk) -> None:
    path = desk.write("v.jsonl", '\n{"key": "k", "label": "yes"}\n')
    done = run(desk, "--verdicts", path, "-o", str(desk / "r.html"))
    assert isinstance(done.exception, SourceError)
    assert str(done.exception).startswith("v.jsonl: line 2: Verdict.label")
    assert desk.names() == ["a.md", "s.json", "v.jsonl"]


@pytest.mark.parametrize("name", ["-", ""])
def test_a_template_is_a_file(
    desk: Desk, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(desk.folder)
    done = run(desk, "--template", name)
    assert isinstance(done.exception, Failure)
    assert str(done.exception) == (
        f"--template: expected the name of a file, got '{name}'"
    )
    assert desk.names() == ["a.md", "s.json"]


def test_verdicts_that_cannot_be_read_are_named(desk: Desk) -> None:
    path = desk.write("v.jsonl", "")
    for name, more in (("", ()), ("gone.jsonl", ("--template", path))):
        done = run(desk, "--verdicts", name, *more)
        assert isinstance(done.exception, SourceError)
        assert "cannot be read" in str(done.exception)


def test_a_question_is_no_claim(desk: Desk) -> None:
    answer = "So when is high tide at 9 harbours."
    assert "No citation" in run(desk, answer=answer).stdout
    question = "When is high tide at 9 harbours?"
    assert "No citation" not in run(desk, "--question", question, answer=answer).stdout
