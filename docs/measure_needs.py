"""Measures which sentences are found to need a citation, against labels by hand.

``python docs/measure_needs.py`` prints the table of ``docs/judging.md``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from citemark.verification.needs import why_needed

FILE = Path(__file__).parent.parent / "tests/fixtures/needs.jsonl"
HELD_OUT = "held-out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A sentence, and whether a person said that it needs a citation."""

    language: str
    set: str
    """``tuning``, or ``held-out``: not looked at while patterns were changed."""
    needs: bool
    kind: str
    text: str
    question: str | None = None

    @property
    def is_found(self) -> bool:
        """Whether citemark says so, too."""
        return why_needed(self.text, self.language, self.question) is not None


@dataclass(frozen=True, slots=True)
class Measured:
    """How often the two agree."""

    right: int
    wrong: int
    """Found, though nothing is needed."""
    missed: int
    silent: int
    """Not found, and nothing needed."""

    @property
    def precision(self) -> float:
        """The share of those found that do need a citation."""
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        """The share of those that need a citation that are found."""
        return self.right / (self.right + self.missed)

    @property
    def sentences(self) -> int:
        """How many there are."""
        return self.right + self.wrong + self.missed + self.silent


def labelled() -> list[Labelled]:
    """Return all labelled sentences."""
    lines = FILE.read_text("utf-8").splitlines()
    return [msgspec.convert(json.loads(line), Labelled) for line in lines]


def measure(
    rows: list[Labelled], wanted: Callable[[Labelled], bool] = bool
) -> Measured:
    """Hold the guesses about the *wanted* ones of *rows* against their labels."""
    pairs = [(row.needs, row.is_found) for row in rows if wanted(row)]
    return Measured(
        right=pairs.count((True, True)),
        wrong=pairs.count((False, True)),
        missed=pairs.count((True, False)),
        silent=pairs.count((False, False)),
    )


def table() -> Iterator[str]:
    """Yield the lines of the table."""
    rows = labelled()
    yield "| language | sentences | needing | precision | recall |"
    yield "|---|---|---|---|---|"
    for language in dict.fromkeys(row.language for row in rows):
        yield _line(
            f"`{language}`",
            measure(rows, lambda row: row.language == language),  # noqa: B023 - called at once
        )
    yield _line("all", measure(rows))
    yield _line("all, held out", measure(rows, lambda row: row.set == HELD_OUT))


def _line(name: str, found: Measured) -> str:
    counts = f"{found.sentences} | {found.right + found.missed}"
    return f"| {name} | {counts} | {found.precision:.2f} | {found.recall:.2f} |"


if __name__ == "__main__":
    print("\n".join(table()))
