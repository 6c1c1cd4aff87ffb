"""Times a stream against rendering the whole text again on each delta, and weighs it.

All times are CPU time of this process, from one run. ``python -m tests.bench.stream``
prints all figures, with names behind it only those.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import count
from math import log
from multiprocessing import get_context
from pathlib import Path
from resource import getpagesize
from time import process_time_ns

from citemark import Renderer, SourceRegistry, StreamRenderer
from tests.cases.support import cite

KB = 1_000
DELTA = 4
LARGE = 2_000
SAMPLES = 50
STREAMS = 1_000
_MS, _US = 1e6, 1e3
_PER_SOURCE = 1_250
"""Characters of an answer for each source that it cites."""
_CLAIM = (
    "Employees may **work remotely** on up to three days a week with the `approval` "
    "of their manager, as the [handbook](https://company.example/handbook) says, and "
    "further days are an exception that both sides agree on before they begin."
)
_MORE = (
    " Nobody is obliged to give a reason for asking; the answer comes in a week, and "
    "where none comes the request counts as granted until the end of the month."
)
_ITEM = "- The *allowance* of part {} covers a desk, a chair and the data plan"
_ROW = "| Part {} | 25 a day | paid with the next **salary** |\n"
_CODE = "def part_{}(days):\n    return [day for day in days if day < 3]\n\n"


def mixed_blocks() -> Iterator[str]:
    """Yield blocks as models write them, without end; a marker per 250 characters."""
    marks = (cite(f"turn0file{n // 5}", f"L{n % 20 + 1}") for n in count())
    for part in count(1):
        yield f"## Part {part}"
        yield f"{_CLAIM}{next(marks)}{_MORE}{next(marks)}"
        item = _ITEM.format(part)
        yield f"{item}{next(marks)}\n{item}{next(marks)}.\n  - But not a car."
        yield f"| Item | Limit | Paid |\n|---|---|---|\n{_ROW.format(part) * 3}".strip()
        yield f"The table says so.{next(marks)}"
        yield f"```py\n{_CODE.format(part) * 2}```"
        yield f"{_MORE.strip()}{next(marks)}"


def mixed_answer(size: int) -> str:
    """Return about *size* characters: prose, headings, lists, tables, code."""
    text = ""
    for block in mixed_blocks():
        if len(text) >= size:
            break
        text += f"{block}\n\n"
    return text


def sources_for(size: int) -> SourceRegistry:
    """Return the sources that an answer of *size* cites, of thirty lines each."""
    return SourceRegistry(
        {
            "source_id": f"turn0file{number}",
            "title": f"Handbook, part {number}",
            "url": f"https://company.example/handbook/{number}",
            "heading_path": ["Handbook", f"Part {number}"],
            "modified_at": "2026-03-01",
            "text": "\n".join(f"{line}. A line of the source." for line in range(30)),
        }
        for number in range(size // _PER_SOURCE + 2)
    )


@dataclass(frozen=True, slots=True)
class Run:
    """What one stream took: nanoseconds of each delta and of the end, and bytes."""

    deltas: Sequence[int]
    finish: int
    sent: int

    @property
    def total(self) -> int:
        """Nanoseconds of all of it."""
        return sum(self.deltas) + self.finish


def stream(text: str, sources: SourceRegistry | None, *, size: int = DELTA) -> Run:
    """Stream *text* in deltas of *size* characters."""
    renderer = StreamRenderer(sources, theme="chat")
    times, sent = [], 0
    for start in range(0, len(text), size):
        begin = process_time_ns()
        events = renderer.feed(text[start : start + size])
        times.append(process_time_ns() - begin)
        sent += sum(len(json.dumps(event.to_dict())) for event in events)
    begin = process_time_ns()
    events = renderer.finish()
    end = process_time_ns() - begin
    sent += sum(len(json.dumps(event.to_dict())) for event in events)
    return Run(times, end, sent)


def one_shot(text: str, sources: SourceRegistry) -> int:
    """Return the nanoseconds of rendering *text* at once, the median of some."""
    renderer, times = Renderer("chat"), []
    for _ in range(15):
        begin = process_time_ns()
        renderer.render(text, sources)
        times.append(process_time_ns() - begin)
    return int(statistics.median(times))


def percentile(times: Sequence[int], share: float) -> int:
    """Return the time that *share* of *times* do not exceed."""
    return sorted(times)[int(len(times) * share)]


def rerender() -> None:
    """A stream of 50 KB against rendering all text so far on each delta."""
    text, sources = mixed_answer(50 * KB), sources_for(50 * KB)
    renderer, sampled = Renderer("chat"), []
    for number in range(SAMPLES):
        prefix = text[: len(text) * (2 * number + 1) // (2 * SAMPLES)]
        begin = process_time_ns()
        renderer.render(prefix, sources)
        sampled.append(process_time_ns() - begin)
    run = stream(text, sources)
    whole = statistics.mean(sampled) * len(run.deltas)
    print(f"  {len(text)} characters, {len(run.deltas)} deltas of {DELTA}")
    print(f"  stream {run.total / _MS:.0f} ms, of it finish {run.finish / _MS:.0f} ms")
    print(
        f"  rendering again {whole / _MS:.0f} ms, extrapolated from {SAMPLES} evenly "
        f"spaced prefixes: × {whole / run.total:.0f} (wanted: 100)"
    )
    median, late = percentile(run.deltas, 0.5), percentile(run.deltas, 0.99)
    small = one_shot(mixed_answer(10 * KB), sources_for(10 * KB))
    print(
        f"  a delta: median {median / _US:.0f} µs, p99 {late / _US:.0f} µs, most "
        f"{max(run.deltas) / _US:.0f} µs"
    )
    print(
        f"  10 KB at once {small / _MS:.2f} ms: the median delta is "
        f"{median / small:.2%} of it (wanted: 2%)"
    )


def growth() -> None:
    """The cost of a delta in answers of 10 to 200 KB, and the bytes sent."""
    sizes = [10 * KB, 50 * KB, 100 * KB, 200 * KB]
    # Small answers often, so that each size is as many deltas.
    runs: dict[int, list[Run]] = {size: [] for size in sizes}
    for _ in range(2):
        for size in sizes:
            text, sources = mixed_answer(size), sources_for(size)
            runs[size] += [
                stream(text, sources) for _ in range(sizes[-1] // size // 2 or 1)
            ]
    costs = {}
    for size, found in runs.items():
        deltas = sum(len(run.deltas) for run in found)
        costs[size] = sum(sum(run.deltas) for run in found) / deltas
        whole = sum(run.total for run in found) / deltas
        median = statistics.median(time for run in found for time in run.deltas)
        print(
            f"  {size // KB:4} KB: {costs[size] / _US:6.1f} µs a delta, median "
            f"{median / _US:5.1f}, with finish {whole / _US:6.1f}; "
            f"{found[0].sent / size:5.1f} bytes sent a character"
        )
    print(f"  200 KB / 10 KB: × {costs[200 * KB] / costs[10 * KB]:.2f} (wanted: 1.2)")


_ONE_BLOCK: Mapping[str, Callable[[int], str]] = {
    "list": lambda size: "- A short item of the *list*\n" * (size // 29),
    "loose list": lambda size: "- A short item of the *list*\n\n" * (size // 30),
    "table": lambda size: "| a | b |\n|---|---|\n" + _ROW.format(1) * (size // 52),
    "fence": lambda size: "```py\n" + _CODE.format(1) * (size // 68),
    "paragraph": lambda size: f"{_CLAIM}{_MORE}\n" * (size // 380),
    "one line": lambda size: _MORE.strip() * (size // 150),
    "quote": lambda size: f"> {_MORE.strip()}\n" * (size // 153),
    "html": lambda size: "<div>\n" + f"{_MORE.strip()}\n" * (size // 151),
}


def one_block() -> None:
    """Time and bytes of a single block of 50 and of 100 KB."""
    bound = 2 * log(100 * KB) / log(50 * KB)
    for name, make in _ONE_BLOCK.items():
        once, twice = (stream(make(size * KB), None) for size in (50, 100))
        print(
            f"  {name:10} {once.total / _MS:7.0f} ms, {twice.total / _MS:7.0f} ms: "
            f"× {twice.total / once.total:.2f};  {once.sent:9} bytes, "
            f"{twice.sent:9} bytes: × {twice.sent / once.sent:.2f} "
            f"(n log n: {bound:.2f});  p99 "
            f"{percentile(twice.deltas, 0.99) / _US:.0f} µs, most "
            f"{max(twice.deltas) / _MS:.0f} ms"
        )


def resident() -> int:
    """Return the bytes of memory that this process has."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[1]
    return int(pages) * getpagesize()


def hold(*, shared: bool, traced: bool) -> tuple[float, float]:
    """Return the bytes of a stream, and of its text, right before it finishes.

    A registry keeps the excerpts that were cut from it: *shared*, all streams use one.
    """
    texts = [
        f"Answer {number}.\n\n{mixed_answer(10 * KB)}" for number in range(STREAMS)
    ]
    common = sources_for(10 * KB)
    registries = [common if shared else sources_for(10 * KB) for _ in texts]
    stream(texts[0], common, size=LARGE)
    gc.collect()
    if traced:
        tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0] if traced else resident()
    streams = [StreamRenderer(each, theme="chat") for each in registries]
    for start in range(0, len(texts[-1]), LARGE):
        for text, each in zip(texts, streams, strict=True):
            each.feed(text[start : start + LARGE])
    gc.collect()
    after = tracemalloc.get_traced_memory()[0] if traced else resident()
    own = sum(map(sys.getsizeof, texts))
    return (after - before) / STREAMS, own / STREAMS


def memory() -> None:
    """What 1,000 streams of 10 KB hold in one process, before they finish."""
    for shared in (True, False):
        for traced in (True, False):
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
                job = pool.submit(hold, shared=shared, traced=traced)
                held, text = job.result()
            print(
                f"  {'one registry' if shared else 'each its own':13} "
                f"{'traced' if traced else 'resident':9} {held / KB:4.0f} KB a stream, "
                f"{(held - text) / KB:4.0f} KB beyond its text (wanted: 200 KB)"
            )


FIGURES: Mapping[str, Callable[[], None]] = {
    "rerender": rerender,
    "growth": growth,
    "one-block": one_block,
    "memory": memory,
}


def main(names: Sequence[str]) -> None:
    """Print the figures with *names*, or all of them."""
    for name, figure in FIGURES.items():
        if not names or name in names:
            print(figure.__doc__)
            figure()


if __name__ == "__main__":
    main(sys.argv[1:])
