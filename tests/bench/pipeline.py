"""Times the whole job against plain Markdown rendering of the same answer.

Prints medians over interleaved repetitions, and the ratio of the two pair by pair,
which holds while the machine's speed drifts. Run it with `make bench`.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from markdown_it import MarkdownIt

from citemark import Renderer, SourceRegistry
from citemark.answer import find_markers
from citemark.document.document import parse
from citemark.document.policy import apply_policy
from citemark.document.prune import prune
from citemark.resolve import resolve
from tests.cases.support import cite

ROUNDS = 60
SIZE = 10_000
MARKERS = 40
SOURCES = 8
_WORDS = (
    "Employees may **work remotely** on up to three days a week with the `approval` "
    "of their manager, as the [handbook](https://company.example/handbook) says."
)
_MORE = (
    " Further days are an exception that both sides agree on in writing before they "
    "begin, and nobody is obliged to give a reason for asking; the answer comes in a "
    "week."
)


def make_answer() -> str:
    """Return an answer of 10 KB with 40 markers: prose, headings, lists, a table."""
    blocks: list[str] = []
    for number in range(MARKERS // 2):
        source = f"turn0file{number % SOURCES}"
        if number % 5 == 0:
            blocks.append(f"## Part {number}")
        first = number % 4 + 1
        prose = _WORDS + cite(source, f"L{first}-L{first + 2}") + _MORE
        blocks.append(prose)
        blocks.append(f"- A short item{cite(source)}\n- and *another* one")
    blocks.append("| Cost | Limit |\n|---|---|\n| Desk | 25 a day |\n| Data | 30 |")
    answer = "\n\n".join(blocks)
    while len(answer) < SIZE:
        answer += "\n\n" + _MORE.strip()
    return answer


def make_sources() -> SourceRegistry:
    """Return eight sources of thirty lines."""
    return SourceRegistry(
        {
            "source_id": f"turn0file{number}",
            "title": f"Handbook, part {number}",
            "url": f"https://company.example/handbook/{number}",
            "heading_path": ["Handbook", f"Part {number}"],
            "modified_at": "2026-03-01",
            "text": "\n".join(f"{line}. A line of the source." for line in range(30)),
        }
        for number in range(SOURCES)
    )


def seconds(job: Callable[[], object]) -> float:
    """Return how long one call of *job* takes."""
    begin = time.perf_counter()
    job()
    return time.perf_counter() - begin


def main() -> None:
    """Print the comparison, and where the time goes."""
    answer, sources = make_answer(), make_sources()
    plain = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    renderer = Renderer()
    options, md = renderer.options, renderer.parser
    markers = find_markers(answer, options)
    document = parse(md, answer, markers)
    resolution = resolve(document.markers, document.order, sources, options)

    def settle() -> object:
        kept = prune(document.tokens, lambda _: True, document.layout)
        return apply_policy(kept.tokens, options)

    jobs: dict[str, Callable[[], object]] = {
        "plain markdown-it": lambda: plain.render(answer),
        "citemark": lambda: renderer.render(answer, sources),
        "  scan": lambda: find_markers(answer, options),
        "  parse and place": lambda: parse(md, answer, markers),
        "  resolve": lambda: resolve(markers, document.order, sources, options),
        "  prune and policy": settle,
    }
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            times[name].append(seconds(job))
    base = times["plain markdown-it"]
    print(f"{len(answer)} characters, {len(markers)} markers, {ROUNDS} rounds")
    for name, values in times.items():
        ratio = statistics.median(
            value / plain_value for value, plain_value in zip(values, base, strict=True)
        )
        print(f"{name:20} {statistics.median(values) * 1e3:7.2f} ms  × {ratio:.2f}")
    print(f"{len(resolution.references)} references")


if __name__ == "__main__":
    main()
