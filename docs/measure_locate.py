"""Measures how well ``locate="auto"`` finds lines, against pairs made by hand.

``python docs/measure_locate.py`` writes the table of ``docs/configuration.md``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from citemark import Options, render

PAIRS = Path(__file__).parent.parent / "tests/fixtures/locate.toml"
PAGE = Path(__file__).parent / "configuration.md"
_TABLE_RE = re.compile(
    r"(?<=<!-- docs/measure_locate.py -->\n).*?(?=\n(?:\n|\Z))", re.DOTALL
)
_HELD_OUT = "held out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A sentence of an answer, the source it cites, and the lines it is about."""

    language: str
    is_held_out: bool
    answer: str
    text: str
    lines: frozenset[int]

    @property
    def found(self) -> frozenset[int]:
        """Return the lines that are highlighted."""
        rendered = render(
            f"{self.answer}\ue200cite\ue202s\ue201",
            [{"source_id": "s", "title": "Source", "text": self.text}],
            options=Options(locate="auto"),
        )
        return frozenset(
            line.number or 0
            for excerpt in rendered.references[0].excerpts
            if excerpt.is_matched
            for line in excerpt.lines
            if line.located
        )


@dataclass(frozen=True, slots=True)
class Score:
    """Lines that are highlighted, that should be, and that are and should be."""

    pairs: int
    found: int
    wanted: int
    right: int

    @property
    def precision(self) -> float:
        """How many of the highlighted lines should be."""
        return self.right / self.found

    @property
    def recall(self) -> float:
        """How many of the lines that should be highlighted are."""
        return self.right / self.wanted


def pairs() -> Iterator[Pair]:
    """Yield all pairs."""
    for source in tomllib.loads(PAIRS.read_text("utf-8"))["source"]:
        for pair in source["pairs"]:
            first, last = pair["lines"] or (1, 0)
            yield Pair(
                language=source["language"],
                is_held_out=source["set"] == _HELD_OUT,
                answer=pair["answer"],
                text=source["text"],
                lines=frozenset(range(first, last + 1)),
            )


def score(measured: Iterable[Pair]) -> Score:
    """Return how well the lines of these pairs are found."""
    count = found = wanted = right = 0
    for pair in measured:
        shown = pair.found
        count += 1
        found += len(shown)
        wanted += len(pair.lines)
        right += len(shown & pair.lines)
    return Score(count, found, wanted, right)


def table() -> Iterator[str]:
    """Yield the lines of the table."""
    measured = list(pairs())
    yield "| pairs | | lines highlighted | precision | recall |"
    yield "|---|---|---|---|---|"
    for language in dict.fromkeys(pair.language for pair in measured):
        yield _row(language, [pair for pair in measured if pair.language == language])
    for name, is_held_out in ("used for tuning", False), (_HELD_OUT, True):
        chosen = [pair for pair in measured if pair.is_held_out == is_held_out]
        yield _row(name, chosen)


def _row(name: str, measured: Iterable[Pair]) -> str:
    got = score(measured)
    shares = f"{got.precision:.2f} | {got.recall:.2f}"
    return f"| {name} | {got.pairs} | {got.found} | {shares} |"


def fresh_page() -> str:
    """Return the page with the figures of today."""
    rows = "\n".join(table())
    return _TABLE_RE.sub(lambda _: rows, PAGE.read_text("utf-8"))


if __name__ == "__main__":
    PAGE.write_text(fresh_page(), "utf-8")
