from __future__ import annotations

import base64
import errno
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from citemark.cli import (
    batch_inputs,
    batch_outputs,
    batch_summary,
    batch_tables,
    batching,
)
from citemark.cli.manifest import manifest_at
from tests import needed
from tests.strategies import cite
from tests.unit.cli.calling import (
    BAD,
    BAD_TEXT,
    GOOD,
    GOOD_TEXT,
    SOURCES,
    Desk,
    Done,
    Terminal,
    call,
    start,
)

COUNTS_RE = re.compile(r"(\d+) answers: (\d+) rendered, (\d+) unchanged, (\d+) failed")


def counts(done: Done | str) -> tuple[int, ...]:
    """Return how many were rendered, unchanged, and failed."""
    text = done if isinstance(done, str) else done.err
    found = COUNTS_RE.search(text)
    assert found, text
    total, *rest = map(int, found.groups())
    assert total == sum(rest)
    return tuple(rest)


def render_all(desk: Desk, given: str, *arguments: str, jobs: int = 1) -> Done:
    """Render to text with the registry of this folder."""
    registry = desk.folder / "sources.json"
    if not registry.exists():
        registry.write_text(json.dumps(SOURCES))
    return call(
        "render-all",
        str(desk / given),
        *("--sources", str(registry), "--to", "text", "--jobs", str(jobs)),
        *arguments,
    )


def write_rows(desk: Desk, rows: Iterable[object], name: str = "in.jsonl") -> str:
    return desk.write(name, "".join(f"{json.dumps(row)}\n" for row in rows))


def files_in(folder: Path) -> set[str]:
    """Return the paths of all files below *folder*, but for the manifest."""
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file()
    }
    return found - {".citemark"}


def tree(desk: Desk) -> Path:
    """Make a folder with answers at several depths."""
    folder = desk / "in"
    for name, text in {
        "a.md": GOOD,
        "deep/er/b.md": BAD,
        "deep/a.md": "Deep.\n",
        "A b é.md": "Name.\n",
        "deep/notes.txt": "no answer",
        ".git/c.md": "hidden",
        ".d.md": "hidden",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


# --- Folders ---


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_is_rendered_with_its_paths(desk: Desk, jobs: int) -> None:
    tree(desk)
    out = desk / "new" / "out"
    done = render_all(desk, "in", "-o", str(out), jobs=jobs)
    assert (done.status, done.out) == (0, "")
    assert done.err == (
        "4 answers: 4 rendered, 0 unchanged, 0 failed\n"
        "findings: 1 error, 0 warning, 0 info\n"
        "  deep/er/b.md: 1 error\n"
        "`citemark render FILE` says what they are, and where\n"
    )
    assert files_in(out) == {"a.txt", "deep/er/b.txt", "deep/a.txt", "A b é.txt"}
    assert (out / "a.txt").read_text() == GOOD_TEXT
    assert (out / "deep/er/b.txt").read_text() == BAD_TEXT


def test_other_formats_have_their_own_suffix(desk: Desk) -> None:
    tree(desk)
    out = str(desk / "out")
    assert render_all(desk, "in", "-o", out, "--to", "html", "--page").status == 0
    assert (desk / "out/a.html").read_text().startswith("<!DOCTYPE html>")
    assert render_all(desk, "in", "-o", out, "--to", "markdown").status == 0
    assert (desk / "out/a.md").read_text().startswith("High tide is at nine.[^1]")


def test_what_is_in_the_output_is_no_input(desk: Desk) -> None:
    folder = tree(desk)
    arguments = ("in", "-o", str(folder / "out"), "--to", "markdown")
    assert counts(render_all(desk, *arguments)) == (4, 0, 0)
    assert counts(render_all(desk, *arguments)) == (0, 4, 0)


def test_outputs_may_stand_beside_their_answers(desk: Desk) -> None:
    folder = tree(desk)
    assert counts(render_all(desk, "in", "-o", str(folder))) == (4, 0, 0)
    assert (folder / "deep/a.txt").read_text() == "Deep.\n"
    assert counts(render_all(desk, "in", "-o", str(folder))) == (0, 4, 0)


def test_front_matter_stays_in_front_of_markdown(desk: Desk) -> None:
    folder = desk / "in"
    folder.mkdir()
    front = "---\ntitle: Tides\n---\n"
    (folder / "a.md").write_text(f"{front}{GOOD}")
    done = render_all(desk, "in", "-o", str(desk / "out"), "--to", "markdown")
    assert counts(done) == (1, 0, 0)
    alone = call(
        *("render", str(folder / "a.md"), "--to", "markdown"),
        *("--sources", str(desk / "sources.json")),
    )
    assert alone.out.startswith(f"{front}High tide is at nine.[^1]")
    assert (desk / "out/a.md").read_text() == alone.out
    (folder / "a.md").write_text(f"{front.replace('Tides', 'Seas')}{BAD}")
    done = render_all(
        desk, "in", "-o", str(desk / "out"), "--to", "markdown", "--strict"
    )
    assert done.err.startswith("a.md:4:22: CM201 unknown source ID 'nowhere'")
    (folder / "a.md").write_text(f"{front.replace('Tides', 'Seas')}{GOOD}")
    done = render_all(desk, "in", "-o", str(desk / "out"), "--to", "markdown")
    assert counts(done) == (1, 0, 0)
    # In a row it is what a model wrote: a rule, and a heading.
    write_rows(desk, [{"id": "a", "answer": f"{front}{GOOD}"}])
    render_all(desk, "in.jsonl", "-o", str(desk / "rows"), "--to", "markdown")
    assert not (desk / "rows/a.md").read_text().startswith(front)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a pipe needs POSIX")
def test_what_is_no_file_is_not_waited_for(desk: Desk) -> None:
    folder = desk / "in"
    folder.mkdir()
    os.mkfifo(folder / "a.md")
    (folder / "b.md").symlink_to("/dev/zero")
    (folder / "c.md").write_text(GOOD)
    done = render_all(desk, "in", "-o", str(desk / "out"))
    assert counts(done) == (1, 0, 2)
    why = "expected a file, got a pipe or a device\n"
    assert done.err.startswith(f"a.md: {why}b.md: {why}")


def test_the_configuration_in_the_folder_counts(desk: Desk) -> None:
    folder = tree(desk)
    (folder / "citemark.toml").write_text("numbering.start = 7\n")
    render_all(desk, "in", "-o", str(desk / "out"))
    assert (desk / "out/a.txt").read_text().startswith("High tide is at nine.[7]")
    done = render_all(desk, "in", "-o", str(desk / "out"), "--isolated")
    assert counts(done) == (4, 0, 0)


def test_a_name_that_is_no_unicode_is_kept(desk: Desk) -> None:
    folder = desk / "in"
    folder.mkdir()
    name = os.fsdecode(b"caf\xe9.md")
    try:
        (folder / name).write_text(GOOD)
    except OSError:
        needed.lacks("this test needs a file system that takes any bytes for names")
    for expected in ((1, 0, 0), (0, 1, 0)):
        assert counts(render_all(desk, "in", "-o", str(desk / "out"))) == expected
    names = [os.fsencode(path.name) for path in (desk / "out").iterdir()]
    assert b"caf\xe9.txt" in names


# --- Rows ---


def test_rows_are_rendered_each_with_its_sources(desk: Desk) -> None:
    own = [{**SOURCES[0], "title": "My own"}]
    rows = [
        {"id": "mine", "answer": GOOD, "sources": own},
        {"id": "common", "answer": GOOD},
        {"id": 3, "answer": BAD, "sources": None},
    ]
    write_rows(desk, rows)
    done = render_all(desk, "in.jsonl", "-o", str(desk / "out"), jobs=2)
    assert (done.status, counts(done)) == (0, (3, 0, 0))
    assert files_in(desk / "out") == {"mine.txt", "common.txt", "3.txt"}
    assert "My own" in (desk / "out/mine.txt").read_text()
    assert (desk / "out/common.txt").read_text() == GOOD_TEXT


NO_NAME = "Expecting property name enclosed in double quotes"
HOSTILE = [
    *("../escaped", "../../escaped", "/etc/passwd", "..", ".", "a/b", "a\\b", "C:x"),
    *("con", "NUL", "com1.txt", "x" * 5_000, ".citemark", "-o", "~", "a\0b", "a\nb"),
    *("q", "Q", "\ud800", "\u202egnp", "é", "e\u0301", "ﬁ", "fi", " ", "a.", "a"),
    *("%2e%2e%2fescaped", "$(id)", "*", "..\u2215x"),
]


def test_no_id_leads_out_of_the_output(desk: Desk) -> None:
    work = desk / "work"
    work.mkdir()
    rows = [{"id": name, "answer": f"Answer {n}."} for n, name in enumerate(HOSTILE)]
    write_rows(desk, rows)
    before = set(desk.names())
    done = render_all(desk, "in.jsonl", "-o", str(work / "out"))
    assert (done.status, counts(done)) == (0, (len(HOSTILE), 0, 0))
    assert set(desk.names()) == before | {"sources.json"}
    assert [path.name for path in work.iterdir()] == ["out"]
    files = [path for path in (work / "out").iterdir() if path.name != ".citemark"]
    assert len({path.name.casefold() for path in files}) == len(HOSTILE)
    texts = sorted(path.read_text() for path in files)
    assert texts == sorted(f"Answer {n}." for n in range(len(HOSTILE)))
    assert counts(render_all(desk, "in.jsonl", "-o", str(work / "out")))[1] == len(
        HOSTILE
    )


def test_rows_that_fail_are_told_and_the_others_are_rendered(desk: Desk) -> None:
    lines = [
        b"\xef\xbb\xbf" + json.dumps({"id": "a", "answer": GOOD}).encode(),
        b"",
        b"{not JSON",
        b'{"id": "\xff"}',
        b"[1]",
        b'{"answer": "no ID"}',
        b'{"id": "b"}',
        b'{"id": NaN}',
        json.dumps({"id": "c\x1b[2J", "answer": GOOD, "sources": [{}]}).encode(),
        json.dumps({"id": "a", "answer": "Again."}).encode(),
        json.dumps({"id": "z", "answer": "Last."}).encode(),
    ]
    desk.write("in.jsonl", b"\n".join(lines))
    done = render_all(desk, "in.jsonl", "-o", str(desk / "out"))
    assert done.status == 1
    *failures, total, _ = done.err.splitlines()
    assert failures == [
        f"in.jsonl: line 3: column 2: not valid JSON: {NO_NAME}",
        "in.jsonl: line 4: expected UTF-8, got another encoding at byte 8 of it",
        "in.jsonl: line 5: expected a row with id and answer, got list",
        "in.jsonl: line 6: id: expected a string or whole number, got None",
        "in.jsonl: line 7: answer: expected a string, got NoneType",
        "in.jsonl: line 8: not usable JSON: NaN is no JSON value",
        "c\\x1b[2J: [0].source_id: expected a string that is not empty, got nothing",
        "a: the id is taken by an answer before",
    ]
    assert total == "10 answers: 2 rendered, 0 unchanged, 8 failed"
    assert files_in(desk / "out") == {"a.txt", "z.txt"}
    assert (desk / "out/a.txt").read_text() == GOOD_TEXT


def test_many_failures_are_not_all_printed(desk: Desk) -> None:
    desk.write("in.jsonl", "{}\n" * 1_100)
    report = desk / "new" / "report.json"
    done = render_all(
        desk, "in.jsonl", "-o", str(desk / "out"), "--report", str(report)
    )
    assert done.status == 1
    lines = done.err.splitlines()
    assert len(lines) == 23
    assert lines[20] == "... and 1080 more that failed"
    data = json.loads(report.read_text())
    assert (data["failed"], len(data["failures"])) == (1_100, 1_000)


def test_a_report_has_the_counts_and_the_failures(desk: Desk) -> None:
    rows = [{"id": "a", "answer": GOOD}, {"id": "b", "answer": BAD}, {"id": "c"}]
    write_rows(desk, rows)
    report = desk / "report.json"
    done = render_all(
        desk, "in.jsonl", "-o", str(desk / "out"), "--report", str(report)
    )
    assert done.status == 1
    error = "answer: expected a string, got NoneType"
    assert json.loads(report.read_text()) == {
        "version": 1,
        "answers": 3,
        "rendered": 2,
        "unchanged": 0,
        "failed": 1,
        "findings": {"error": 1, "warning": 0, "info": 0},
        "found_in": [{"id": "b", "error": 1, "warning": 0, "info": 0}],
        "failures": [{"id": "in.jsonl: line 3", "error": error}],
    }
    hint = '-o OUT.jsonl has them in full, as "diagnostics"'
    assert done.err.endswith(f"  b: 1 error\n{hint}\n")


def test_the_first_answers_with_findings_are_named(desk: Desk) -> None:
    write_rows(desk, [{"id": f"a{n}", "answer": BAD} for n in range(7)])
    out, report = desk / "out.jsonl", desk / "report.json"
    done = render_all(desk, "in.jsonl", "-o", str(out), "--report", str(report))
    *_, counted, first, _, _, _, fifth, more, hint = done.err.splitlines()
    assert counted == "findings: 7 error, 0 warning, 0 info"
    assert (first, fifth) == ("  a0: 1 error", "  a4: 1 error")
    assert more == "  ... and more: --report FILE names them"
    assert hint == f'{out} has them in full, as "diagnostics"'
    assert len(json.loads(report.read_text())["found_in"]) == 7


def test_without_findings_no_answer_is_named(desk: Desk) -> None:
    write_rows(desk, [{"id": "a", "answer": GOOD}])
    done = render_all(desk, "in.jsonl", "-o", str(desk / "out.jsonl"))
    assert done.err.endswith("findings: 0 error, 0 warning, 0 info\n")


def test_strict_refuses_answers_with_errors_and_renders_the_others(desk: Desk) -> None:
    folder = tree(desk)
    done = render_all(desk, "in", "-o", str(desk / "out"), "--strict")
    assert (done.status, counts(done)) == (1, (3, 0, 1))
    assert done.err.startswith("deep/er/b.md:1:22: CM201 unknown source ID 'nowhere'")
    assert "deep/er/b.txt" not in files_in(desk / "out")
    (folder / "deep/er/b.md").write_text(GOOD)
    done = render_all(desk, "in", "-o", str(desk / "out"), "--strict")
    assert (done.status, counts(done)) == (0, (1, 3, 0))


# --- Tables ---


def test_a_table_has_a_row_for_each_answer_in_order(desk: Desk) -> None:
    rows = [{"id": f"Q/{n}", "answer": f"{n}. {GOOD}"} for n in range(40)]
    write_rows(desk, rows)
    out = desk / "out.jsonl"
    assert counts(render_all(desk, "in.jsonl", "-o", str(out), jobs=2)) == (40, 0, 0)
    table = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["id"] for row in table] == [f"Q/{n}" for n in range(40)]
    assert set(table[0]) == {"id", "body", "citations", "diagnostics"}
    assert table[0]["body"] == GOOD_TEXT.replace("High", "0. High", 1)
    assert table[0]["citations"][0]["title"] == "Tide tables"
    assert table[0]["diagnostics"] == []


def test_a_table_is_written_anew_from_what_has_not_changed(desk: Desk) -> None:
    rows = [{"id": n, "answer": f"Answer {n}.\n"} for n in range(5)]
    write_rows(desk, rows)
    out = desk / "out.jsonl"
    render_all(desk, "in.jsonl", "-o", str(out))
    changed = [rows[4], {"id": 1, "answer": "Changed.\n"}, rows[0], {"id": 9}]
    write_rows(desk, changed)
    assert counts(render_all(desk, "in.jsonl", "-o", str(out))) == (1, 2, 1)
    table = [json.loads(line) for line in out.read_text().splitlines()]
    assert [(row["id"], row["body"]) for row in table] == [
        ("4", "Answer 4.\n"),
        ("1", "Changed.\n"),
        ("0", "Answer 0.\n"),
    ]
    # What was gone for one run is not remembered.
    write_rows(desk, rows)
    assert counts(render_all(desk, "in.jsonl", "-o", str(out))) == (3, 2, 0)


def test_a_row_that_is_out_of_date_is_not_in_the_table(desk: Desk) -> None:
    good = [{"id": n, "answer": f"{n}.{cite('nowhere')}\n"} for n in range(3)]
    bad = [*good[:1], {**good[1], "sources": "{"}, *good[2:]]
    out = desk / "out.jsonl"

    def ids(*arguments: str) -> list[str]:
        render_all(desk, "in.jsonl", "-o", str(out), *arguments)
        return [json.loads(line)["id"] for line in out.read_text().splitlines()]

    write_rows(desk, good)
    assert ids() == ["0", "1", "2"]
    write_rows(desk, bad)
    assert ids() == ["0", "2"]
    write_rows(desk, [*good[:1], {**good[1], "sources": 5}, *good[2:]])
    assert ids() == ["0", "2"]
    # Nor is it when all others become something else.
    assert ids("--to", "eml") == ["0", "2"]
    done = render_all(desk, "in.jsonl", "-o", str(out), "--to", "eml")
    assert counts(done) == (0, 2, 1)
    assert "findings: 2 error, 0 warning, 0 info\n" in done.err


def test_answers_of_a_folder_may_become_a_table(desk: Desk) -> None:
    tree(desk)
    out = desk / "out.ndjson"
    assert render_all(desk, "in", "-o", str(out)).status == 0
    names = [json.loads(line)["id"] for line in out.read_text().splitlines()]
    assert names == ["A b é.md", "a.md", "deep/a.md", "deep/er/b.md"]


def test_parquet_is_read_and_written(desk: Desk) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = [
        {"id": n, "answer": "7" if n == 7 else GOOD, "sources": SOURCES}
        for n in range(100)
    ]
    pq.write_table(pa.Table.from_pylist(rows), desk / "in.parquet", row_group_size=30)
    out = desk / "out.parquet"
    assert counts(render_all(desk, "in.parquet", "-o", str(out))) == (100, 0, 0)
    table = pq.read_table(out).to_pylist()
    assert [row["id"] for row in table] == [str(n) for n in range(100)]
    assert {row["body"] for row in table} == {GOOD_TEXT, "7"}
    assert table[0]["citations"][0]["number"] == 1
    assert counts(render_all(desk, "in.parquet", "-o", str(out))) == (0, 100, 0)
    (desk / "bad.parquet").write_bytes(b"PAR1 but no more")
    done = render_all(desk, "bad.parquet", "-o", str(out))
    assert (done.status, "bad.parquet: expected Parquet: " in done.err) == (2, True)


def test_bodies_may_be_bytes(desk: Desk) -> None:
    pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    write_rows(desk, [{"id": "a", "answer": GOOD}, {"id": "b", "answer": "# Tides\n"}])
    for name in ("out", "out.jsonl", "out.parquet"):
        done = render_all(desk, "in.jsonl", "-o", str(desk / name), "--to", "eml")
        assert (done.status, counts(done)) == (0, (2, 0, 0))
    files = [(desk / f"out/{name}.eml").read_bytes() for name in "ab"]
    assert files[1].startswith(b"Subject: Tides\r\n")
    lines = (desk / "out.jsonl").read_text().splitlines()
    assert [base64.b64decode(json.loads(line)["body"]) for line in lines] == files
    assert pq.read_table(desk / "out.parquet")["body"].to_pylist() == files


def test_parquet_needs_a_package(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_inputs, "find_spec", lambda _: None)
    desk.write("in.parquet", b"")
    done = render_all(desk, "in.parquet", "-o", str(desk / "out"))
    assert done.status == 2
    assert done.err.endswith("needs pyarrow: pip install 'citemark[parquet]'\n")
    tree(desk)
    done = render_all(desk, "in", "-o", str(desk / "out.parquet"))
    assert (done.status, (desk / "out.parquet").exists()) == (2, False)


# --- Only what has changed ---


def test_only_what_has_changed_is_rendered_again(desk: Desk) -> None:
    folder = tree(desk)
    out = desk / "out"
    render_all(desk, "in", "-o", str(out))
    assert counts(render_all(desk, "in", "-o", str(out))) == (0, 4, 0)
    (folder / "deep/a.md").write_text("Deeper.\n")
    (folder / "new.md").write_text("New.\n")
    stamp = (out / "a.txt").stat().st_mtime_ns
    assert counts(render_all(desk, "in", "-o", str(out))) == (2, 3, 0)
    assert (out / "deep/a.txt").read_text() == "Deeper.\n"
    assert (out / "a.txt").stat().st_mtime_ns == stamp
    assert counts(render_all(desk, "in", "-o", str(out), "-O", "grouped=true"))[0] == 5


def test_a_changed_source_concerns_what_cites_it(desk: Desk) -> None:
    tree(desk)
    out = desk / "out"
    render_all(desk, "in", "-o", str(out))
    desk.write("sources.json", json.dumps([{**SOURCES[0], "title": "New tables"}]))
    done = render_all(desk, "in", "-o", str(out))
    assert counts(done) == (1, 3, 0)
    assert "New tables" in (out / "a.txt").read_text()
    # The findings are those of what is unchanged, too.
    assert "findings: 1 error, 0 warning, 0 info\n" in done.err


@pytest.mark.parametrize(
    "spoil", [Path.unlink, lambda path: path.write_text("cut")], ids=["gone", "cut"]
)
def test_an_output_that_is_not_as_it_was_is_made_again(
    desk: Desk, spoil: Callable[[Path], object]
) -> None:
    tree(desk)
    out = desk / "out"
    render_all(desk, "in", "-o", str(out))
    spoil(out / "a.txt")
    assert counts(render_all(desk, "in", "-o", str(out))) == (1, 3, 0)
    assert (out / "a.txt").read_text() == GOOD_TEXT


def test_an_answer_that_fails_keeps_what_it_was(desk: Desk) -> None:
    folder = tree(desk)
    out = desk / "out"
    render_all(desk, "in", "-o", str(out))
    (folder / "a.md").write_bytes(b"\xff")
    assert counts(render_all(desk, "in", "-o", str(out))) == (0, 3, 1)
    assert (out / "a.txt").read_text() == GOOD_TEXT
    (folder / "a.md").write_text(GOOD)
    assert counts(render_all(desk, "in", "-o", str(out))) == (0, 4, 0)


# --- Stopped ---


def many(desk: Desk, count: int) -> str:
    """Write answers that take a while."""
    text = f"{'It says so. ' * 12}{cite('turn0file0')}\n\n" * 12
    rows = [{"id": n, "answer": f"# {n}\n\n{text}"} for n in range(count)]
    desk.write("sources.json", json.dumps(SOURCES))
    return write_rows(desk, rows)


def started(
    desk: Desk, given: str, out: Path, **streams: int
) -> subprocess.Popen[bytes]:
    return start(
        [
            *("render-all", given, "-o", str(out), "--jobs", "2", "--to", "html"),
            *("--sources", str(desk / "sources.json"), "--isolated"),
        ],
        own_group=True,
        **streams,
    )


def wait_for_files(out: Path, least: int) -> None:
    for _ in range(3_000):
        if out.exists() and sum(1 for _ in out.glob("*.html")) >= least:
            return
        time.sleep(0.02)
    pytest.fail(f"never {least} files in {out}")


def end_of_workers(out: Path) -> int:
    """Return how many files there are once none is added any more."""
    before = -1
    while (now := len(files_in(out))) != before:
        before = now
        time.sleep(0.5)
    return now


@pytest.mark.parametrize(
    ("sign", "send", "status"),
    [
        (signal.SIGKILL, os.kill, -9),
        (signal.SIGINT, os.kill, 130),
        # A terminal, and whoever stops a service, tell all processes.
        (signal.SIGINT, os.killpg, 130),
        (signal.SIGTERM, os.kill, 143),
        (signal.SIGTERM, os.killpg, 143),
    ],
)
def test_stopped_and_started_again_it_does_the_rest_only(
    desk: Desk,
    sign: signal.Signals,
    send: Callable[[int, int], None],
    status: int,
) -> None:
    total = 600
    given, out = many(desk, total), desk / "out"
    process = started(desk, given, out, stderr=subprocess.PIPE)
    wait_for_files(out, 120)
    send(process.pid, sign)
    _, err = process.communicate(timeout=30)
    written = end_of_workers(out)
    assert 120 <= written < total
    assert b"Traceback" not in err
    assert process.returncode == status
    assert bool(COUNTS_RE.search(err.decode())) is (sign is not signal.SIGKILL)
    process = started(desk, given, out, stderr=subprocess.PIPE)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0
    rendered, unchanged, failed = counts(err.decode())
    assert (rendered + unchanged, failed) == (total, 0)
    # At most what was in flight or not yet noted is rendered a second time.
    unsaved = 32 if sign is signal.SIGKILL else 0
    assert rendered <= total - written + 6 * 16 + unsaved
    whole = desk / "whole"
    fresh = started(desk, given, whole, stderr=subprocess.DEVNULL)
    assert fresh.wait(timeout=120) == 0
    assert files_in(out) == files_in(whole)
    assert len(files_in(whole)) == total
    for name in files_in(whole):
        assert (out / name).read_bytes() == (whole / name).read_bytes()


def test_a_table_that_was_interrupted_is_the_old_one_until_all_is_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_rows(desk, [{"id": n, "answer": f"{n}.\n"} for n in range(50)])
    out = desk / "out.jsonl"
    render_all(desk, "in.jsonl", "-o", str(out))
    before = out.read_bytes()
    write_rows(desk, [{"id": n, "answer": f"New {n}.\n"} for n in range(50)])
    note = batching._note  # noqa: SLF001 - to stop after some
    seen: list[object] = []

    def interrupted(*arguments: object) -> None:
        seen.append(arguments)
        if len(seen) == 40:
            raise KeyboardInterrupt
        note(*arguments)  # type: ignore[arg-type] # as they came

    with monkeypatch.context() as patch:
        patch.setattr(batching, "_note", interrupted)
        done = render_all(desk, "in.jsonl", "-o", str(out))
    assert (done.status, counts(done)) == (130, (40, 0, 0))
    assert out.read_bytes() == before
    assert counts(render_all(desk, "in.jsonl", "-o", str(out))) == (11, 39, 0)
    assert out.read_text().count("New ") == 50


def test_two_processes_do_not_write_to_one_output(desk: Desk) -> None:
    given, out = many(desk, 400), desk / "out"
    first = started(desk, given, out, stderr=subprocess.DEVNULL)
    wait_for_files(out, 20)
    # Halted, it has not ended: the lock is held.
    first.send_signal(signal.SIGSTOP)
    second = started(desk, given, out, stderr=subprocess.PIPE)
    _, err = second.communicate(timeout=60)
    expected = f"citemark: {out}: another `citemark render-all` is writing to it\n"
    assert (second.returncode, err.decode()) == (2, expected)
    first.kill()
    first.wait()
    # The lock goes with who had it.
    with manifest_at(out / ".citemark", out):
        pass


def test_a_reader_that_went_away_costs_only_the_summary(desk: Desk) -> None:
    given, out = many(desk, 20), desk / "out"
    reading, writing = os.pipe()
    os.close(reading)
    process = started(desk, given, out, stderr=writing)
    os.close(writing)
    assert process.wait(timeout=60) == 141
    again = started(desk, given, out, stderr=subprocess.PIPE)
    _, err = again.communicate(timeout=60)
    assert counts(err.decode()) == (0, 20, 0)


# --- Refused ---


def test_a_full_disk_ends_the_batch(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree(desk)
    replace = Path.replace

    def full(path: Path, target: Path) -> Path:
        if target.name == "a.txt":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        done = render_all(desk, "in", "-o", str(desk / "out"))
    assert done.status == 2
    assert done.err.endswith(f"{desk / 'out/a.txt'}: No space left on device\n")
    assert files_in(desk / "out") == {"A b é.txt"}
    assert counts(render_all(desk, "in", "-o", str(desk / "out"))) == (3, 1, 0)


def test_a_file_that_cannot_be_written_fails_alone(desk: Desk) -> None:
    tree(desk)
    (desk / "out/a.txt").mkdir(parents=True)
    done = render_all(desk, "in", "-o", str(desk / "out"))
    assert (done.status, counts(done)) == (1, (3, 0, 1))
    assert f"a.md: {desk / 'out/a.txt'}: Is a directory\n" in done.err
    assert files_in(desk / "out") == {"deep/er/b.txt", "deep/a.txt", "A b é.txt"}


def test_no_link_leads_out_of_the_output(desk: Desk) -> None:
    tree(desk)
    out = desk / "out"
    render_all(desk, "in", "-o", str(out))
    seen: list[Path] = []
    mine = desk / "mine"
    mine.write_text("mine")
    for path in (out / "a.txt", batch_outputs.part_of(out / "a.txt")):
        path.unlink(missing_ok=True)
        path.symlink_to(mine)
        seen.append(path)
    assert counts(render_all(desk, "in", "-o", str(out))) == (1, 3, 0)
    assert mine.read_text() == "mine"
    assert (out / "a.txt").read_text() == GOOD_TEXT
    assert [path.is_symlink() for path in seen] == [False, False]


def test_a_folder_where_a_file_is_fails_alone(desk: Desk) -> None:
    tree(desk)
    desk.write("out", "")
    (desk / "out").unlink()
    (desk / "out").mkdir()
    desk.write("out/deep", "a file")
    done = render_all(desk, "in", "-o", str(desk / "out"))
    assert (done.status, counts(done)) == (1, (2, 0, 2))
    assert files_in(desk / "out") == {"a.txt", "A b é.txt", "deep"}


def test_a_table_that_cannot_be_written_is_refused(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree(desk)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(batch_tables, "_write_lines", full)
        done = render_all(desk, "in", "-o", str(desk / "out.jsonl"))
    assert done.status == 2
    assert done.err.endswith("out.jsonl: No space left on device\n")
    assert not (desk / "out.jsonl").exists()
    # Nothing of the work is lost.
    assert counts(render_all(desk, "in", "-o", str(desk / "out.jsonl"))) == (0, 4, 0)


def test_a_report_that_cannot_be_written_is_refused(desk: Desk) -> None:
    needed.device("/dev/full")
    tree(desk)
    done = render_all(desk, "in", "-o", str(desk / "out"), "--report", "/dev/full")
    assert done.status == 2
    assert done.err.endswith("citemark: /dev/full: No space left on device\n")
    assert counts(render_all(desk, "in", "-o", str(desk / "out"))) == (0, 4, 0)


@pytest.mark.parametrize(
    ("given", "arguments", "message"),
    [
        ("nowhere", ("-o", "{}/out"), "nowhere: no such input"),
        ("nowhere.jsonl", ("-o", "{}/out"), "nowhere.jsonl: No such file or directory"),
        ("a.txt", ("-o", "{}/out"), "expected a folder, a .jsonl or a .parquet file"),
        ("in.jsonl", ("-o", "{}/in.jsonl"), "in.jsonl: would replace an input"),
        ("in.jsonl", ("-o", "{}/sources.json"), "would replace an input"),
        ("in", ("-o", "{}/in", "--to", "markdown"), "would replace answers"),
        ("in", ("-o", "{}", "--to", "markdown"), "would replace answers"),
        ("in", ("-o", "{}/o", "--report", "{}/o"), "would replace an input or the out"),
        ("in", ("-o", "{}/a.txt"), "a.txt: File exists"),
        ("in", ("-o", "{}/a.txt/b/c.jsonl"), "c.jsonl: Not a directory"),
        ("in", ("-o", "{}/o", "--theme", "nowhere"), "expected a theme"),
        ("in", ("-o", "{}/o", "-O", "nothing=1"), "nothing: no such option"),
        ("in", ("-o", "{}/o", "--jobs", "0"), "0 is not in the range"),
        ("in", (), "Missing option '-o'"),
    ],
)
def test_arguments_that_cannot_be_used_are_refused(
    desk: Desk, given: str, arguments: tuple[str, ...], message: str
) -> None:
    tree(desk)
    desk.write("a.txt", "text")
    desk.write("in.jsonl", "")
    typed = [each.replace("{}", str(desk.folder)) for each in arguments]
    done = render_all(desk, given, *typed)
    assert done.status == 2
    assert message in done.err
    assert not COUNTS_RE.search(done.err)


def test_input_that_goes_away_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_rows(desk, [{"id": 1, "answer": GOOD}])
    monkeypatch.setattr(
        batch_inputs, "_look_into", lambda _: (desk / "in.jsonl").unlink()
    )
    done = render_all(desk, "in.jsonl", "-o", str(desk / "out"))
    assert done.status == 2
    assert done.err.endswith("in.jsonl: No such file or directory\n")


@pytest.mark.parametrize("content", [b"no database", b"SQLite"])
def test_a_manifest_that_is_none_is_left_alone(desk: Desk, content: bytes) -> None:
    tree(desk)
    (desk / "out").mkdir()
    manifest = desk / "out/.citemark"
    if content == b"SQLite":
        with sqlite3.connect(manifest) as connection:
            connection.execute("CREATE TABLE mine (x)")
        connection.close()
    else:
        manifest.write_bytes(content * 100)
    done = render_all(desk, "in", "-o", str(desk / "out"))
    assert done.status == 2
    assert ".citemark: " in done.err
    assert files_in(desk / "out") == set()


@pytest.mark.parametrize("has_rich", [True, False])
def test_a_terminal_shows_a_bar(
    monkeypatch: pytest.MonkeyPatch, *, has_rich: bool
) -> None:
    if not has_rich:
        monkeypatch.setattr(batch_summary, "find_spec", lambda _: None)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert list(batch_summary.with_bar(iter(()), 0)) == []
    assert "Rendering" in terminal.getvalue()
