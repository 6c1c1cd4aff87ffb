"""Measures the stores with 10,000 sources of 100 KB, 1 GB in all.

Prints how long a store takes to be made, opened and rendered from, what memory it holds
then, and how long sources take to be found among 10 and among 10,000. Run it as
``python -m tests.bench.stores [FOLDER]``: it needs 3 GB in FOLDER, or where temporary
files go, and leaves nothing behind. Opening and rendering happen in a new process.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterable
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from citemark import render
from citemark.stores import JsonlSources, SqliteSources
from citemark.stores.index import index_path
from citemark.stores.records import read_records
from citemark.stores.writing import write_entries
from tests.cases.support import cite

COUNTS = (10, 10_000)
TEXT_BYTES = 100_000
CITED = 8
ROUNDS = 50
_LINE = "Line {0} of {1}: the handbook says — at length — what may be done, and when."


def write_lines(path: Path, count: int) -> None:
    """Write *count* records of 100 KB, each unlike the others."""
    body = "\n".join(_LINE.format(number, "{0}") for number in range(2_000))
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            text = body.replace("{0}", str(number)).encode()[:TEXT_BYTES].decode()
            record = {
                "source_id": f"s{number}",
                "title": f"Handbook {number}",
                "url": f"https://company.example/{number}",
                "text": text,
            }
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def resident() -> float:
    """Return the megabytes of memory that this process holds."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(each for each in status.splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def answer(ids: Iterable[str]) -> str:
    """Return an answer that cites *ids*."""
    return "\n\n".join(f"As it says.{cite(each, 'L8-L13')}" for each in ids)


def timed(path: Path) -> None:
    """Open the store at *path*, render from it, and print what that took."""
    kind = JsonlSources if path.suffix == ".jsonl" else SqliteSources
    render("Warm." + cite("x"), [{"source_id": "x"}])
    before = resident()
    begin = time.perf_counter()
    store = kind(path)
    opened = time.perf_counter()
    count, held = len(store), resident()
    step = max(count // CITED, 1)
    ids = list(islice(cycle(f"s{n}" for n in range(0, count, step)), CITED))
    start = time.perf_counter()
    body = render(answer(ids), store).body
    first = time.perf_counter() - start
    assert "Handbook" in str(body)
    rendered = resident()
    rounds = []
    for turn in range(ROUNDS):
        wanted = [f"s{(n * step + turn * 7) % count}" for n in range(CITED)]
        start = time.perf_counter()
        store.get_many(wanted)
        rounds.append(time.perf_counter() - start)
    print(
        f"  open {1000 * (opened - begin):8.1f} ms"
        f"   memory {before:.0f} → {held:.0f} → {rendered:.0f} MB"
        f"   first render {1000 * first:6.1f} ms"
        f"   {CITED} found in {1000 * median(rounds):.2f} ms"
    )


def open_apart(path: Path) -> None:
    """Open the store at *path* in a process that has nothing in memory yet."""
    sys.stdout.flush()
    command = [sys.executable, "-m", "tests.bench.stores", "--timed", str(path)]
    subprocess.run(command, check=True)


def main(folder: str | None = None) -> None:
    """Make both stores of each size, and print the figures."""
    with TemporaryDirectory(dir=folder) as temporary:
        for count in COUNTS:
            lines, database = (
                Path(temporary, f"{count}.jsonl"),
                Path(temporary, f"{count}.sqlite"),
            )
            write_lines(lines, count)
            size = lines.stat().st_size / 1e6
            print(f"{count} sources, {size:.0f} MB")
            print(" JSON Lines, to be indexed")
            open_apart(lines)
            kept = index_path(lines).stat().st_size / 1024
            print(f" JSON Lines, index kept ({kept:.0f} KB)")
            open_apart(lines)
            begin = time.perf_counter()
            write_entries(database, read_records(lines, int))
            print(f" SQLite, import {time.perf_counter() - begin:.1f} s")
            open_apart(database)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--timed"]:
        timed(Path(sys.argv[2]))
    else:
        main(*sys.argv[1:2])
