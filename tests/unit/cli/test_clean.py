"""``citemark clean``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.cli.calling import Desk, call

LEAKED = "Tide.citeturn0file0L2 Wind【4:0†source】.\r\n"
CLEAN = "Tide. Wind.\r\n"
MARKED = "Tide.\ue200cite\ue202turn0file0\ue202L2\ue201 Wind.\r\n"
FOUND = (
    "1:6: undelimited: removed citeturn0file0L2\n",
    "1:27: dagger: removed 【4:0†source】\n",
)


def test_prints_the_answer_and_tells_what_was_found(desk: Desk) -> None:
    name = desk.write("a.md", LEAKED)
    done = call("clean", name)
    assert (done.status, done.out) == (0, CLEAN)
    assert done.err == "".join(f"{name}:{line}" for line in FOUND)


def test_recovers_what_names_a_source(desk: Desk) -> None:
    sources = desk.write("s.json", json.dumps([{"source_id": "turn0file0"}]))
    done = call("clean", "-", "--sources", sources, stdin=LEAKED.encode())
    assert (done.status, done.out) == (0, MARKED)
    assert done.err.startswith(
        "<stdin>:1:6: undelimited: recovered citeturn0file0L2 as turn0file0\n"
    )


def test_check_writes_nothing_and_fails(desk: Desk) -> None:
    names = [desk.write("a.md", LEAKED), desk.write("b.md", CLEAN)]
    done = call("clean", *names, "--check")
    assert (done.status, done.err) == (1, "")
    assert done.out == "".join(f"{names[0]}:{line}" for line in FOUND)
    assert (desk / "a.md").read_bytes() == LEAKED.encode()
    assert call("clean", names[1], "--check") == call("clean", names[1], "--check")
    assert call("clean", names[1], "--check").status == 0


def test_changes_files_in_place_and_keeps_byte_order_marks(desk: Desk) -> None:
    marked = b"\xef\xbb\xbf" + LEAKED.encode()
    names = [desk.write("a.md", marked), desk.write("b.md", CLEAN)]
    before = (desk / "b.md").stat()
    done = call("clean", *names, *names, "-i")
    assert (done.status, done.out) == (0, "")
    assert (desk / "a.md").read_bytes() == b"\xef\xbb\xbf" + CLEAN.encode()
    assert (desk / "b.md").stat().st_ino == before.st_ino
    assert desk.names() == ["a.md", "b.md"]
    assert call("clean", names[0], "-i").err == ""


@pytest.mark.parametrize("output", ["out.md", "a.md"])
def test_writes_a_file(desk: Desk, output: str) -> None:
    name = desk.write("a.md", LEAKED)
    done = call("clean", name, "-o", str(desk / output))
    assert (done.status, done.out) == (0, "")
    assert (desk / output).read_bytes() == CLEAN.encode()


def test_dash_is_standard_output(desk: Desk) -> None:
    assert call("clean", desk.write("a.md", LEAKED), "-o", "-").out == CLEAN


def test_reports_as_json(desk: Desk) -> None:
    name = desk.write("a.md", f"Word.\n{LEAKED}")
    report = desk / "out" / "report.json"
    done = call("clean", name, "--check", "--report", str(report))
    assert done.status == 1
    data = json.loads(report.read_text("utf-8"))
    (file,) = data["files"]
    assert data["version"] == 1
    assert (file["file"], file["counts"]) == (name, {"undelimited": 1, "dagger": 1})
    assert file["findings"][0] == {
        "line": 2,
        "column": 6,
        "kind": "undelimited",
        "start": 11,
        "end": 27,
        "raw": "citeturn0file0L2",
        "source_ids": ["turn0file0"],
        "outcome": "removed",
        "text": "",
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.md", "b.md"), "several files: expected --check or --in-place"),
        (("a.md", "b.md", "-o", "c.md"), "several files"),
        (("-", "a.md", "--check"), "-: expected standard input alone"),
        (("-", "-i"), "-: expected standard input alone, and not --in-place"),
        (("a.md", "-i", "--check"), "only one of --check, --in-place and --output"),
        (("a.md", "-i", "-o", "b.md"), "expected only one of"),
        (("nowhere.md",), "nowhere.md: No such file"),
    ],
)
def test_refuses_what_cannot_be(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(desk.folder)
    desk.write("a.md", LEAKED)
    desk.write("b.md", LEAKED)
    done = call("clean", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert (desk / "a.md").read_bytes() == LEAKED.encode()


def test_writes_nothing_if_a_file_cannot_be_written(desk: Desk, tmp_path: Path) -> None:
    name = desk.write("a.md", LEAKED)
    folder = tmp_path / "folder"
    folder.mkdir()
    done = call("clean", name, "-i", "--report", str(folder))
    assert done.status == 2
    assert (desk / "a.md").read_bytes() == LEAKED.encode()


def test_findings_do_not_steer_a_terminal(desk: Desk) -> None:
    name = desk.write("a.md", "A【1†\x1b[2Jx】 \ue202b")
    done = call("clean", name)
    assert "\x1b" not in done.err
    assert "removed \\ue202" in done.err
