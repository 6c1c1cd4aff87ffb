"""Times a long PDF, and measures the memory that making it takes.

Run it with `make bench`. CPU time is what a busy machine measures reliably.
"""

from __future__ import annotations

import resource
import time
from io import BytesIO

from pypdf import PdfReader

from citemark import Options, SourceRegistry, render
from citemark.render.outputs.pdf import OUTPUT
from tests.cases.support import cite

_SECTIONS, _SOURCES = 52, 56
"""They fill about 90 pages."""
_BYTES = 1_024  # of what `ru_maxrss` counts, on Linux
_MEGABYTE = 1_000_000
_WORDS = (
    "Everyone may work remotely on up to three days a week, as long as the team agrees "
    "and the days are entered by Friday. "
)
_MORE = (
    "Further days are an exception that both sides agree on in writing before they "
    "begin; nobody is obliged to give a reason for asking, and the answer comes within "
    "a week. A rule that was changed applies to the stays that begin after the change. "
)


def make_answer(sections: int = _SECTIONS) -> str:
    """Return a report of prose, lists and tables that comes back to its sources."""
    blocks = ["# A long report"]
    for number in range(sections):
        first, second = (number * 7) % _SOURCES, (number * 3 + 1) % _SOURCES
        line = number % 20 + 2
        blocks += [
            f"## Section {number + 1}",
            _WORDS + cite(f"s{first}", f"L{line}") + " " + _MORE * 2,
            _MORE + cite(f"s{second}", f"L{line}-L{line + 2}") + " " + _WORDS * 3,
            "\n".join(
                f"- {_WORDS.strip()}{cite(f's{(first + item) % _SOURCES}', 'L3')}"
                for item in range(3)
            ),
            _MORE * 2 + cite(f"s{first}") + " " + _WORDS,
        ]
        if number % 4 == 0:
            row = f"| Desk | yes{cite(f's{second}', 'L5')} | 25 a day |"
            blocks.append(
                "| Cost | Covered | Limit |\n|---|:-:|--:|\n" + f"{row}\n" * 4
            )
    return "\n\n".join(blocks)


def make_sources() -> SourceRegistry:
    """Return the sources, each of thirty lines."""
    return SourceRegistry(
        {
            "source_id": f"s{number}",
            "title": f"Handbook, part {number + 1}: rules for stays of every length",
            "url": f"https://company.example/handbook/{number + 1}",
            "heading_path": ["Handbook", f"Part {number + 1}"],
            "modified_at": "2026-03-01",
            "text": "\n".join(f"{line}. {_WORDS.strip()}" for line in range(30)),
        }
        for number in range(_SOURCES)
    )


def main() -> None:
    """Print pages, seconds and megabytes."""
    answer, sources = make_answer(), make_sources()
    begin, cpu = time.perf_counter(), time.process_time()
    made = render(answer, sources, to=OUTPUT.name, options=Options(language="en"))
    taken, cpu = time.perf_counter() - begin, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _BYTES / _MEGABYTE
    data = bytes(made)
    pages = len(PdfReader(BytesIO(data)).pages)
    print(f"{pages} pages, {len(data)} bytes")
    print(f"{taken:.1f} s ({cpu:.1f} s of CPU time), {peak:.0f} MB")


if __name__ == "__main__":
    main()
