"""Answers through Ray Data, with a real Ray on this machine; only where it is there."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cases.support import cite

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="needs ray[data]")

ROOT = Path(__file__).resolve().parents[1]
SOURCES = [{"source_id": "a", "title": "Tide tables", "text": "Nine.\nThree."}]
GOOD = f"High tide is at nine.{cite('a', 'L1')}\n"
# In a process of its own: Ray starts others, and changes what it is imported into.
_SCRIPT = """
import sys
import ray
from citemark import Numbering, Options
from citemark.batch import Task
from citemark.integrations.ray import render_parquet

source, target, jobs = sys.argv[1:]
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
task = Task(to="text", options=Options(numbering=Numbering(5)))
render_parquet(source, target, task, jobs=int(jobs) or None)
"""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("jobs", [0, 1])
def test_parquet_is_rendered_by_actors(tmp_path: Path, jobs: int) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = [
        {"id": n, "answer": None if n == 7 else GOOD, "sources": SOURCES, "more": n}
        for n in range(600)
    ]
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for part in range(2):
        table = pa.Table.from_pylist(rows[part * 300 : part * 300 + 300])
        pq.write_table(table, source / f"{part}.parquet")
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(source), str(target), str(jobs)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
            "RAY_USAGE_STATS_ENABLED": "0",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = {row["id"]: row for row in pq.read_table(target).to_pylist()}
    assert made.keys() == {str(n) for n in range(600)}
    failed = made.pop("7")
    assert failed["error"] == "answer: expected a string, got NoneType"
    assert failed["body"] is None
    assert {row["error"] for row in made.values()} == {None}
    expected = "High tide is at nine.[5]\n\nSources\n[5] Tide tables, line 1\n"
    assert all(row["body"].startswith(expected) for row in made.values())
    assert made["0"]["citations"][0]["locator"] == "L1"
    codes = [found["code"] for found in made["0"]["diagnostics"]]
    assert codes
    assert all(code.startswith("CM") for code in codes)


def test_the_actor_renders_a_batch() -> None:
    pa = pytest.importorskip("pyarrow")
    from citemark.batch import Task
    from citemark.batch.arrow import schema
    from citemark.integrations.ray import AnswerRenderer

    batch = pa.Table.from_pylist([{"id": "q", "answer": GOOD}, {"id": None}])
    made = AnswerRenderer(Task(to="text", sources=SOURCES))(batch)
    assert made.schema == schema("error")
    good, bad = made.to_pylist()
    assert (good["id"], good["error"]) == ("q", None)
    assert good["body"].startswith("High tide is at nine.[1]")
    assert (bad["id"], bad["body"]) == (None, None)
    assert bad["error"] == "id: expected a string or whole number, got None"


def test_the_actor_keeps_bodies_of_bytes() -> None:
    pa = pytest.importorskip("pyarrow")
    from citemark.batch import Task
    from citemark.integrations.ray import AnswerRenderer

    batch = pa.Table.from_pylist([{"id": "q", "answer": "# Tides\n"}])
    (made,) = AnswerRenderer(Task(to="eml"))(batch).to_pylist()
    assert made["error"] is None
    assert made["body"].startswith(b"Subject: Tides\r\n")
