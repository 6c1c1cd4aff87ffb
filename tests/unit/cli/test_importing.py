"""``citemark sources import``, called as a group of its own."""

from __future__ import annotations

import json
import sys

import pytest
from click.testing import CliRunner, Result

from citemark.cli.failure import Failure
from citemark.cli.importing import sources_command
from citemark.errors import SourceError
from citemark.stores import open_store
from tests.unit.cli.calling import Desk, Terminal


def run(*arguments: str) -> Result:
    return CliRunner().invoke(
        sources_command, ["import", *arguments], standalone_mode=False
    )


@pytest.mark.parametrize("name", ["s.sqlite", "s.jsonl"])
def test_files_become_one_store(desk: Desk, name: str) -> None:
    first = desk.write("a.json", json.dumps({"a": {"title": "A"}, "b": {}}))
    second = desk.write("b.jsonl", b'\xef\xbb\xbf{"id": "c"}\r\n\r\n{"id": "d"}')
    target = str(desk / name)
    done = run(first, second, "-o", target)
    assert done.exception is None
    assert (done.stdout, done.stderr) == ("", f"Imported 4 sources into {target}\n")
    store = open_store(target)
    assert store.ids == ("a", "b", "c", "d")
    source = store.get("a")
    assert source is not None
    assert source.title == "A"
    run(desk.write("c.jsonl", '{"id": "e"}'), "-o", target)
    assert open_store(target).ids == ("e",)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            '{"id": "b"}\n{"id": "a"}',
            "line 2: the source ID 'a' is taken by a.json: ",
        ),
        ('{"id": "b"}\n{"id": ', "line 2, column 8: not valid JSON: "),
        ('{"id": "b", "url": 3}', "line 1: url: expected str, got int"),
    ],
)
def test_a_bad_record_is_named_and_nothing_written(
    desk: Desk, content: str, complaint: str
) -> None:
    first = desk.write("a.json", '[{"id": "a"}]')
    second = desk.write("b.jsonl", content)
    done = run(first, second, "-o", str(desk / "s.sqlite"))
    assert isinstance(done.exception, SourceError)
    assert str(done.exception).startswith(f"b.jsonl: {complaint}")
    assert desk.names() == ["a.json", "b.jsonl"]


def test_unusable_arguments_are_refused(desk: Desk) -> None:
    target = str(desk / "s.jsonl")
    done = run(str(desk / "none.jsonl"), "-o", target)
    assert isinstance(done.exception, Failure)
    assert done.exception.message.endswith("none.jsonl: No such file or directory")
    done = run(desk.write("s.jsonl", "{}"), "-o", target)
    assert isinstance(done.exception, Failure)
    assert done.exception.message == f"{target}: would replace an input"
    (desk / "d.jsonl").mkdir()
    done = run(str(desk / "d.jsonl"), "-o", str(desk / "t.jsonl"))
    assert isinstance(done.exception, SourceError)
    assert str(done.exception) == "d.jsonl: cannot be read: Is a directory"


def test_a_terminal_gets_a_bar(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    file = desk.write("a.jsonl", '{"id": "a"}\n' + " \n" * 3 + '{"id": "b"}\n')
    sources_command.main(
        ["import", file, "-o", str(desk / "s.db")], standalone_mode=False
    )
    assert "Importing" in terminal.getvalue()
    assert terminal.getvalue().endswith(f"Imported 2 sources into {desk / 's.db'}\n")
    one = desk.write("a.json", '{"a": {}}')
    sources_command.main(
        ["import", one, "-o", str(desk / "s.db")], standalone_mode=False
    )
    assert "100%" in terminal.getvalue()
    assert "Imported 1 source into" in terminal.getvalue()
