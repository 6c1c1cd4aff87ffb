"""Measures ``citemark render-all`` with 10,000 answers of 2 KB, each with its sources.

Prints the rate of one process and of one for each core, the peak memory of all
processes together at 1,000 and at 10,000 answers, and what is left to do after a kill.
``python -m tests.bench.batch`` prints all figures, with names behind it only those. On
a machine with other work, trust CPU seconds before seconds.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from citemark.batch.pool import cores
from citemark.stores.records import as_record
from tests.bench.stream import mixed_answer, sources_for

KB = 1_000
SIZE = 2 * KB
FEW, MANY = 1_000, 10_000
ROUNDS = 3
_COUNTS_RE = re.compile(r"\d+ answers: (\d+) rendered, (\d+) unchanged, 0 failed")


def write_answers(path: Path, count: int) -> None:
    """Write *count* answers, each unlike the others."""
    text = mixed_answer(SIZE)
    records = [as_record(each) for each in sources_for(SIZE)]
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            answer = f"Number {number}.\n\n{text}"
            row = {"id": number, "answer": answer, "sources": records}
            file.write(f"{json.dumps(row)}\n")


def started(given: Path, out: Path, jobs: int) -> subprocess.Popen[str]:
    """Start the command line."""
    command = [sys.executable, "-m", "citemark", "render-all", str(given)]
    return subprocess.Popen(
        [*command, "-o", str(out), "--jobs", str(jobs), "--isolated"],
        stderr=subprocess.PIPE,
        text=True,
    )


def counts(process: subprocess.Popen[str]) -> tuple[int, int]:
    """Return how many were rendered, and how many were unchanged."""
    _, told = process.communicate()
    found = _COUNTS_RE.search(told)
    if found is None:
        raise SystemExit(told)
    return int(found[1]), int(found[2])


def timed(given: Path, out: Path, jobs: int) -> tuple[float, float]:
    """Return the seconds of one run, and the CPU seconds of all its processes."""
    shutil.rmtree(out, ignore_errors=True)
    before, begin = os.times(), time.perf_counter()
    counts(started(given, out, jobs))
    seconds, after = time.perf_counter() - begin, os.times()
    user = after.children_user - before.children_user
    return seconds, user + after.children_system - before.children_system


def rate(folder: Path) -> None:
    """The rate of all cores against that of one process."""
    given, out = folder / "in.jsonl", folder / "out"
    write_answers(given, MANY)
    runs: dict[int, list[tuple[float, float]]] = {1: [], cores(): []}
    for _ in range(ROUNDS):
        for jobs, found in runs.items():
            found.append(timed(given, out, jobs))
            seconds, cpu = found[-1]
            print(f"  {jobs} process(es): {seconds:6.1f} s, {cpu:6.1f} s of CPU")
    ratios = [
        (one / all_ / cores(), cpu_one / cpu_all)
        for (one, cpu_one), (all_, cpu_all) in zip(*runs.values(), strict=True)
    ]
    walls, cpus = zip(*ratios, strict=True)
    print(f"  {MANY / median(each for each, _ in runs[1]):.0f} answers a second in one")
    print(
        f"  rate of {cores()} / (cores × rate of one), wanted 0.9: median "
        f"{median(walls):.2f}, best {max(walls):.2f}; by CPU seconds, which is what "
        f"idle cores would give: median {median(cpus):.2f}, best {max(cpus):.2f}"
    )


def family(pid: int) -> list[int]:
    """Return *pid* and the processes that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return [pid, *(each for child in children for each in family(int(child)))]


def peak(process: subprocess.Popen[str]) -> dict[int, int]:
    """Return the peak of the memory of each process, in kilobytes."""
    peaks: dict[int, int] = {}
    while process.poll() is None:
        try:
            for pid in family(process.pid):
                status = Path(f"/proc/{pid}/status").read_text("ascii")
                if found := re.search(r"VmHWM:\s+(\d+)", status):
                    peaks[pid] = int(found[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        time.sleep(0.05)
    return peaks


def memory(folder: Path) -> None:
    """The peak memory of all processes, at 1,000 and at 10,000 answers."""
    for name in ("out", "out.jsonl"):
        totals = {}
        for count in (FEW, MANY):
            given, out = folder / f"{count}.jsonl", folder / f"{count}-{name}"
            write_answers(given, count)
            peaks = peak(started(given, out, cores()))
            totals[count] = sum(peaks.values())
            each = ", ".join(f"{size / KB:.0f}" for size in peaks.values())
            print(
                f"  {name}: {count} answers: {totals[count] / KB:.0f} MB (by process: "
                f"{each})"
            )
        print(f"  {name}: × {totals[MANY] / totals[FEW]:.3f} (wanted: 1.1)")


def kill(folder: Path) -> None:
    """What is left to do after a kill, about halfway."""
    given, out = folder / "in.jsonl", folder / "kept"
    write_answers(given, MANY)
    process = started(given, out, cores())
    while not out.exists() or sum(1 for _ in os.scandir(out)) < MANY // 2:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    time.sleep(1)
    there = sum(1 for each in os.scandir(out) if each.name.endswith(".html"))
    rendered, unchanged = counts(started(given, out, cores()))
    print(
        f"  killed with {there} files there: {unchanged} kept, {rendered} rendered "
        f"({rendered - (MANY - there)} of them again); "
        f"{sum(1 for each in os.scandir(out) if each.name.endswith('.html'))} files"
    )
    begin = time.perf_counter()
    rendered, unchanged = counts(started(given, out, cores()))
    seconds = time.perf_counter() - begin
    print(f"  once more: {rendered} rendered, {unchanged} unchanged, {seconds:.1f} s")


FIGURES: Mapping[str, Callable[[Path], None]] = {
    "rate": rate,
    "memory": memory,
    "kill": kill,
}


def main(names: Sequence[str]) -> None:
    """Print the figures with *names*, or all of them."""
    for name, figure in FIGURES.items():
        if not names or name in names:
            print(figure.__doc__)
            with TemporaryDirectory() as folder:
                figure(Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
