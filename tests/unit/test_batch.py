from __future__ import annotations

import importlib.metadata
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Numbering, Options, SourceRegistry, render
from citemark.batch import (
    Item,
    Outcome,
    Row,
    State,
    StopBatch,
    Task,
    as_row,
    pool,
    process,
    render_all,
    safe_name,
    worker,
)
from citemark.batch.chunks import chunked
from citemark.batch.rows import item_from
from citemark.diagnostic import Severity
from citemark.errors import ConfigError, SourceError, ThemeError
from citemark.sources import Sources
from citemark.stores import JsonlSources
from tests.strategies import cite
from tests.unit.batch_helpers import (
    BROKEN,
    DEADLY,
    body_of,
    die_once,
    image_url,
    leave_name,
    process_of,
    stop,
)

ROOT = Path(__file__).resolve().parents[2]
TIDES = {"source_id": "a", "title": "Tide tables", "text": "Nine.\nThree."}
RIVERS = {"source_id": "b", "title": "Rivers", "text": "Long."}
NO_NAME = "Expecting property name enclosed in double quotes"
GOOD = f"High tide is at nine.{cite('a', 'L1')}\n"
BAD = f"Low tide is at three.{cite('nowhere')}\n"


def states(outcomes: Iterator[Outcome[Row]]) -> dict[str, State]:
    return {each.name: each.state for each in outcomes}


# --- Names ---


@pytest.mark.parametrize("name", ["a", "answer-7", "2026.11.30", "a..b", "q_1", "aux1"])
def test_plain_ids_are_names_of_files(name: str) -> None:
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ("/etc/passwd", "etc-passwd"),
        ("..", "answer"),
        ("", "answer"),
        (".hidden", "hidden"),
        ("C:\\Windows\\x", "C-Windows-x"),
        ("a\0b\nc", "a-b-c"),
        ("con", "con"),
        ("nul.txt", "nul-txt"),
        ("Q7", "Q7"),
        ("ending.", "ending"),
        ("~root", "root"),
        ("潮", "answer"),
        ("\ud800", "answer"),
        ("a" * 101, "a" * 60),
        (f"a-{'0' * 32}", f"a-{'0' * 32}"),
    ],
)
def test_all_other_ids_become_names_with_a_hash(name: str, kept: str) -> None:
    made = safe_name(name)
    assert made[:-33] == kept
    assert made[-33] == "-"
    assert set(made[-32:]) <= set("0123456789abcdef")


@given(st.lists(st.text(max_size=120), unique=True, max_size=8))
def test_names_are_safe_and_never_the_same(ids: list[str]) -> None:
    names = [safe_name(each) for each in ids]
    assert len({name.casefold() for name in names}) == len(ids)
    for name in names:
        assert name.isascii()
        assert not set(name) & set('/\\:*?"<>| \0')
        assert name[0] not in ".-"
        assert name[-1] != "."
        assert len(name) <= 100


def test_names_that_differ_in_case_only_are_kept_apart() -> None:
    assert safe_name("Q1").casefold() != safe_name("q1").casefold()


# --- Rendering ---


@pytest.mark.parametrize("jobs", [1, 2])
def test_outcomes_come_in_order_and_are_what_render_makes(jobs: int) -> None:
    texts = [f"Answer {number}. {GOOD}" for number in range(40)]
    items = (Item(name=str(n), answer=text) for n, text in enumerate(texts))
    task = Task(to="text", sources=SourceRegistry([TIDES]))
    outcomes = list(render_all(items, task, body_of, jobs=jobs))
    assert [each.name for each in outcomes] == [str(n) for n in range(40)]
    assert [each.value for each in outcomes] == [
        str(render(text, [TIDES], to="text")) for text in texts
    ]
    assert {each.state for each in outcomes} == {State.RENDERED}


def test_work_is_done_in_as_many_processes_as_there_are_cores() -> None:
    items = [Item(name=str(n), answer=GOOD) for n in range(200)]
    outcomes = list(render_all(items, Task(), process_of))
    processes = {each.value for each in outcomes}
    assert len(processes) <= pool.cores()
    assert (os.getpid() in processes) is (pool.cores() == 1)
    alone = list(render_all(items[:1], Task(), process_of, jobs=1))
    assert alone[0].value == os.getpid()


def test_every_argument_reaches_the_renderer(tmp_path: Path) -> None:
    store = tmp_path / "sources.json"
    store.write_text(json.dumps([TIDES]))
    options = Options(language="de", grouped=True, numbering=Numbering(start=4))
    task = Task(
        to="html",
        theme="chat",
        page=True,
        id_prefix="x",
        options=options,
        sources=store,
    )
    (outcome,) = render_all([Item(name="a", answer=GOOD)], task, body_of, jobs=1)
    assert outcome.value == str(
        render(GOOD, [TIDES], theme="chat", page=True, id_prefix="x", options=options)
    )


def test_own_sources_stand_in_for_the_common_ones() -> None:
    own = [{**TIDES, "title": "Mine"}]
    items = [Item(name="a", answer=GOOD, sources=own), Item(name="b", answer=GOOD)]
    task = Task(to="text", sources=[TIDES])
    bodies = [each.value or "" for each in render_all(items, task, body_of, jobs=1)]
    assert ["Mine" in body for body in bodies] == [True, False]


def test_files_are_read_where_they_are_rendered(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    item = Item(name="a", answer=tmp_path / "a.md")
    (outcome,) = render_all([item], Task(to="text"), body_of, jobs=1)
    assert outcome.value == "one\r\ntwo\r\n"


def test_findings_are_counted_by_level() -> None:
    items = [Item(name="a", answer=BAD * 2), Item(name="b", answer="Fine.")]
    counts = [each.findings for each in render_all(items, Task(), body_of, jobs=1)]
    assert counts == [{Severity.ERROR: 2}, {}]


def test_only_a_few_chunks_are_read_ahead() -> None:
    read = []

    def items() -> Iterator[Item]:
        for number in range(1_000):
            read.append(number)
            yield Item(name=str(number), answer=GOOD)

    outcomes = render_all(items(), Task(), as_row, jobs=2)
    next(outcomes)
    # Six chunks, three for each process: they begin small.
    assert len(read) == 1 + 1 + 2 + 2 + 3 + 3
    outcomes.close()
    assert len(read) == 12
    assert not multiprocessing.active_children()


def test_large_answers_make_small_chunks() -> None:
    sizes = [100_000, 100_000, 100_000, 1, 300_000]
    items = [Item(name=str(size), answer="x" * size) for size in sizes]
    small = [Item(name="a", answer="") for _ in range(6)]
    chunks = list(chunked([*small, *items], 1))
    assert [len(chunk) for chunk in chunks] == [1, 2, 3, 3, 2]
    own = Item(name="a", answer="", sources=[{"text": "x" * 300_000}])
    assert [len(chunk) for chunk in chunked([own] * 4, 1)] == [1, 1, 1, 1]


def test_a_few_items_are_shared_out_among_all_processes() -> None:
    items = [Item(name="a", answer="A.")] * 60
    assert [len(chunk) for chunk in chunked(items[:20], 8)] == [*[1] * 8, *[2] * 6]
    sizes = [len(chunk) for chunk in chunked(items * 4, 1)]
    assert sizes == [*range(1, 16), *[16] * 7, 8]


# --- What fails ---


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_item_that_fails_does_not_stop_the_others(tmp_path: Path, jobs: int) -> None:
    (tmp_path / "latin.md").write_bytes(b"caf\xe9")
    items = [
        Item(name="good", answer=GOOD),
        Item(name="bytes", answer=tmp_path / "latin.md"),
        Item(name="gone", answer=tmp_path / "gone.md"),
        Item(name="record", answer=GOOD, sources=[{"title": "no ID"}]),
        Item(name="unknown", answer=BAD),
        Item(name="line", answer="", error="line 5: not JSON"),
        Item(name="bug", answer=f"![x]({BROKEN})"),
        Item(name="good too", answer=GOOD),
    ]
    options = Options(
        on_unresolved="raise",
        images="allow",
        image_hosts=("img.example",),
        image_url=image_url,
    )
    task = Task(sources=[TIDES], options=options)
    outcomes = list(render_all(items, task, as_row, jobs=jobs))
    assert {each.name: each.error for each in outcomes} == {
        "good": "",
        "bytes": "byte 3: expected UTF-8, got 0xe9 (unexpected end of data)",
        "gone": "No such file or directory",
        "record": "[0].source_id: expected a string that is not empty, got nothing",
        "unknown": "unknown source ID 'nowhere'",
        "line": "line 5: not JSON",
        "bug": "RuntimeError: no such image",
        "good too": "",
    }
    failed = [each for each in outcomes if each.state is State.FAILED]
    assert len(failed) == 6
    assert all(each.value is None for each in failed)


def test_an_item_that_kills_its_process_fails_alone() -> None:
    deadly = {17, 18, 60}
    items = [
        Item(name=str(n), answer=f"![x]({DEADLY})" if n in deadly else GOOD)
        for n in range(130)
    ]
    options = Options(images="allow", image_hosts=("img.example",), image_url=image_url)
    outcomes = list(render_all(items, Task(options=options), as_row, jobs=2))
    assert [each.name for each in outcomes] == [str(n) for n in range(130)]
    failed = {int(each.name) for each in outcomes if each.state is State.FAILED}
    assert failed == deadly
    assert outcomes[17].error.startswith("the process that rendered it ended")
    assert not multiprocessing.active_children()


def test_a_process_that_is_killed_costs_nothing_but_time(tmp_path: Path) -> None:
    names = [str(n) for n in range(60)]
    names[17] = str(tmp_path / "killed")
    items = [Item(name=name, answer=GOOD) for name in names]
    outcomes = list(render_all(items, Task(), die_once, jobs=2))
    assert (tmp_path / "killed").is_dir()
    assert [each.name for each in outcomes] == names
    assert {each.state for each in outcomes} == {State.RENDERED}


def test_nothing_more_is_rendered_for_a_batch_that_was_left(tmp_path: Path) -> None:
    items = [Item(name=f"{tmp_path}/{n}", answer="A.") for n in range(200)]
    outcomes = render_all(items, Task(), leave_name, jobs=2)
    for _ in range(20):
        next(outcomes)
    outcomes.close()
    # The processes had 29 more to do, and let be what they had not begun.
    assert 20 <= len(list(tmp_path.iterdir())) < 40


@pytest.mark.parametrize("jobs", [1, 2])
def test_where_nothing_can_be_kept_the_batch_ends(jobs: int) -> None:
    names = ["a", "full", "b"]
    items = [Item(name=name, answer=GOOD) for name in names]
    with pytest.raises(StopBatch, match="no space left"):
        list(render_all(items, Task(), stop, jobs=jobs))
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(
    ("task", "error"),
    [
        (Task(to="papyrus"), ConfigError),
        (Task(theme="nowhere"), ThemeError),
        (Task(sources=Path("nowhere.json")), SourceError),
        (Task(sources=[{"title": "no ID"}]), SourceError),
    ],
)
def test_a_task_that_cannot_be_done_is_refused_at_once(
    task: Task, error: type[Exception]
) -> None:
    with pytest.raises(error):
        render_all([], task, as_row)


def test_jobs_are_at_least_one() -> None:
    with pytest.raises(ConfigError, match="jobs: expected 1 or more, got 0"):
        render_all([], Task(), as_row, jobs=0)


def test_what_cannot_be_sent_to_a_process_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "a.jsonl"
    store.write_text(json.dumps(TIDES))
    with JsonlSources(store) as sources:
        outcomes = render_all(
            [Item(name="a", answer=GOOD)], Task(sources=sources), as_row, jobs=2
        )
        with pytest.raises(ConfigError, match="no process can be started"):
            next(outcomes)
    assert not multiprocessing.active_children()


_UNGUARDED = """
from citemark.batch import Item, Task, as_row, render_all
for outcome in render_all([Item(name="a", answer="A.")], Task(), as_row, jobs=2):
    print(outcome)
"""


def run_script(text: str, folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    script = folder / "script.py"
    script.write_text(text)
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return subprocess.Popen(
        [sys.executable, str(script), *arguments],
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )


def test_a_script_that_starts_itself_again_is_told_what_it_lacks(
    tmp_path: Path,
) -> None:
    _, err = run_script(_UNGUARDED, tmp_path).communicate(timeout=60)
    # Python may add what the ended processes left behind.
    raised = [line for line in err.decode().splitlines() if "ConfigError: " in line]
    assert 'scripts need: if __name__ == "__main__"' in raised[-1]


_KILLED = """
import sys
from citemark.batch import Item, Task, render_all
from tests.unit.batch_helpers import leave_pid
if __name__ == "__main__":
    items = (Item(name=sys.argv[1], answer="A.") for _ in range(10_000))
    for outcome in render_all(items, Task(), leave_pid, jobs=2):
        pass
"""


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def wait_until(said: str, condition: object) -> None:
    assert callable(condition)
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    pytest.fail(f"never: {said}")


def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    pids.mkdir()
    process = run_script(_KILLED, tmp_path, str(pids))
    wait_until("both at work", lambda: len(list(pids.iterdir())) == 2)
    process.kill()
    process.communicate()
    workers = [int(each.name) for each in pids.iterdir()]
    wait_until("all ended", lambda: not any(map(is_running, workers)))


def test_a_process_without_a_parent_goes_on() -> None:
    process.follow_parent()


def test_a_process_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []

    class Parent:
        def join(self) -> None:
            pass

    monkeypatch.setattr(process, "parent_process", Parent)
    monkeypatch.setattr(os, "_exit", ended.append)
    process.follow_parent()
    assert ended == [1]


def test_systems_without_masks_and_affinity_are_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    items = [Item(name="a", answer=GOOD)]
    outcomes = list(render_all(items, Task(sources=[TIDES]), as_row))
    assert outcomes[0].state is State.RENDERED
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert pool.cores() == 1


# --- What need not be rendered again ---


def digests(sources: Sources, task: Task | None = None) -> dict[str, str]:
    """Return the digests of answers that cite one source, the other, none, unknown."""
    answers = {
        "tides": GOOD,
        "rivers": f"Long.{cite('b')}",
        "none": "Nothing.",
        "unknown": f"What?{cite('c')}",
    }
    items = [Item(name=name, answer=text) for name, text in answers.items()]
    task = replace(task or Task(), sources=sources)
    outcomes = render_all(items, task, as_row, jobs=1)
    return {each.name: each.digest for each in outcomes}


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    assert before.keys() == after.keys()
    return {name for name in before if before[name] != after[name]}


def test_what_is_known_is_not_rendered_again() -> None:
    task = Task(sources=[TIDES])
    (first,) = render_all([Item(name="a", answer=GOOD)], task, as_row, jobs=1)
    known = Item(name="a", answer=GOOD, known=first.digest)
    (again,) = render_all([known], task, stop, jobs=2)
    assert (again.state, again.digest) == (State.UNCHANGED, first.digest)
    assert again.value is None
    (other,) = render_all([replace(known, answer=BAD)], task, as_row, jobs=1)
    assert other.state is State.RENDERED


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ([TIDES, RIVERS], set()),
        ([RIVERS, TIDES], set()),
        ([{**TIDES, "text": "Ten.\nThree."}, RIVERS], {"tides"}),
        ([{**TIDES, "title": "Tides"}, RIVERS], {"tides"}),
        ([TIDES, {**RIVERS, "url": "https://example.org/"}], {"rivers"}),
        ([TIDES, {**RIVERS, "status": "deleted"}], {"rivers"}),
        ([TIDES, {**RIVERS, "colour": "blue"}], set()),
        ([TIDES], {"rivers"}),
        ([TIDES, RIVERS, {"source_id": "c"}], {"unknown"}),
        ([TIDES, RIVERS, {"source_id": "d"}], set()),
    ],
)
def test_a_source_concerns_only_what_cites_it(
    records: Sequence[dict[str, str]], expected: set[str]
) -> None:
    assert changed(digests([TIDES, RIVERS]), digests(records)) == expected


def test_other_lines_are_another_source() -> None:
    plain = SourceRegistry([TIDES, RIVERS])
    split = SourceRegistry([TIDES, RIVERS], split_lines=str.split)
    assert changed(digests(plain), digests(split)) == {"tides", "rivers"}


@pytest.mark.parametrize(
    "task",
    [
        Task(to="text"),
        Task(theme="chat"),
        Task(page=True),
        Task(id_prefix="x"),
        Task(options=Options(grouped=True)),
        Task(options=Options(fingerprint="0")),
        Task(options=Options(labels={"sources": "Quellen"})),
    ],
)
def test_whatever_all_share_concerns_all(task: Task) -> None:
    sources = [TIDES, RIVERS]
    assert len(changed(digests(sources), digests(sources, task))) == 4


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("style.css", "p { color: red }"),
        ("note.html.j2", "<li>{{ title }}</li>"),
        ("note.html.j2", "<li>{{ url }}</li>"),
    ],
)
def test_a_theme_that_is_edited_concerns_all(
    tmp_path: Path, name: str, text: str
) -> None:
    made = []
    for number, content in enumerate(("", text)):
        folder = tmp_path / str(number) / "mine"
        folder.mkdir(parents=True)
        (folder / "style.css").write_text("")
        (folder / name).write_text(content)
        made.append(digests([TIDES, RIVERS], Task(theme=folder)))
    assert len(changed(*made)) == 4


def test_a_theme_elsewhere_is_the_same_theme(tmp_path: Path) -> None:
    made = []
    for name in "ab":
        folder = tmp_path / name / "mine"
        folder.mkdir(parents=True)
        (folder / "style.css").write_text("p { color: red }")
        made.append(digests([TIDES, RIVERS], Task(theme=folder)))
    assert not changed(*made)


def test_another_version_concerns_all(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digests([TIDES, RIVERS])
    monkeypatch.setattr(worker, "citemark_version", lambda: "99")
    assert len(changed(before, digests([TIDES, RIVERS]))) == 4


def test_a_checkout_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    assert worker.citemark_version() == ""
    monkeypatch.setattr(importlib.metadata, "version", lambda _: "7.8")
    assert worker.citemark_version() == "7.8"


def test_a_task_can_be_sent_with_all_its_options() -> None:
    options = Options(
        labels=MappingProxyType({"sources": "Quellen"}),
        rules=MappingProxyType({"few-hosts": MappingProxyType({"least": 3})}),
        numbering=Numbering(3, MappingProxyType({"a": 2})),
        image_url=image_url,
    )
    task = Task(to="text", options=options, sources=[TIDES])
    assert pickle.loads(pickle.dumps(task)) == task  # noqa: S301 - from right here


# --- Rows ---


def test_a_row_holds_the_text_and_what_there_is_to_know_of_it() -> None:
    answer = f"{GOOD}{BAD}"
    (outcome,) = render_all(
        [Item(name="q", answer=answer)],
        Task(to="text", sources=[TIDES]),
        as_row,
        jobs=1,
    )
    row = outcome.value
    assert row is not None
    assert json.loads(json.dumps(row)) == row
    assert (row["id"], row["body"][:24]) == ("q", "High tide is at nine.[1]")
    (citation,) = row["citations"]
    assert (citation["source_id"], citation["locator"]) == ("a", "L1")
    (found,) = [each for each in row["diagnostics"] if each["code"] == "CM201"]
    assert found["severity"] == "error"
    assert (found["line"], found["column"]) == (2, 22)
    assert "fix" not in found


def test_rows_become_items() -> None:
    records = [TIDES]
    row = {"id": 7, "answer": GOOD, "sources": records, "more": None}
    assert item_from(row, "x") == Item(name="7", answer=GOOD, sources=records)
    as_text = {**row, "id": "q\ud800", "sources": json.dumps(records)}
    assert item_from(as_text, "x") == replace(
        item_from(row, "x"), name="q\N{REPLACEMENT CHARACTER}"
    )
    assert item_from({"id": "q", "answer": ""}, "x") == Item(name="q", answer="")


@pytest.mark.parametrize(
    ("row", "name", "error"),
    [
        ([], "x", "expected a row with id and answer, got list"),
        ({}, "x", "id: expected a string or whole number, got None"),
        ({"id": ""}, "x", "id: expected a string or whole number, got ''"),
        ({"id": True}, "x", "id: expected a string or whole number, got True"),
        ({"id": 1.5}, "x", "id: expected a string or whole number, got 1.5"),
        ({"id": "q"}, "x", "answer: expected a string, got NoneType"),
        (
            {"id": "q", "answer": "", "sources": "{"},
            "q",
            f"x: sources: line 1, column 2: not valid JSON: {NO_NAME}",
        ),
    ],
)
def test_rows_that_are_none_become_items_that_fail(
    row: object, name: str, error: str
) -> None:
    assert item_from(row, "x") == Item(name=name, answer="", error=error)


def test_sources_that_are_no_records_fail_where_they_are_used() -> None:
    item = item_from({"id": "q", "answer": GOOD, "sources": 5}, "x")
    (outcome,) = render_all([item], Task(), as_row, jobs=1)
    assert outcome.error == "expected a list or mapping of records, got int"


def test_tables_are_read_and_written_as_parquet(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    pa = pytest.importorskip("pyarrow")
    from citemark.batch import arrow

    given = [
        {"id": 1, "answer": GOOD, "sources": [TIDES]},
        {"id": 2, "answer": BAD, "sources": None},
        {"id": 3, "answer": None, "sources": []},
    ]
    path = tmp_path / "in.parquet"
    pq.write_table(pa.Table.from_pylist(given), path, row_group_size=2)
    assert arrow.count_rows(path) == 3
    items = list(arrow.read_items(path))
    assert [each.name for each in items] == ["1", "2", "in.parquet: row 3"]
    outcomes = list(render_all(items, Task(to="text"), as_row, jobs=1))
    rows = [each.value for each in outcomes if each.value is not None]
    target = tmp_path / "out.parquet"
    arrow.write_rows(target, iter(rows))
    assert pq.read_table(target).to_pylist() == rows
    assert pq.read_schema(target) == arrow.schema()
    arrow.write_rows(target, rows * 600)
    groups = pq.ParquetFile(target)
    assert [groups.metadata.row_group(n).num_rows for n in range(2)] == [1_000, 200]
    arrow.write_rows(target, [])
    assert pq.read_table(target).num_rows == 0
