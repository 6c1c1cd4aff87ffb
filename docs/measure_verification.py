"""Measures the checks of `verify` against pairs of claim and passage read by hand.

``python docs/measure_verification.py`` writes the table of ``docs/verification.md``;
with ``--check`` it only says whether the table is stale.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from citemark import Options, verify
from citemark.verification.report import Check, Outcome, VerificationReport

PAIRS = Path(__file__).parent.parent / "tests/fixtures/verification_pairs.toml"
PAGE = Path(__file__).parent / "verification.md"
_BEGIN, _END = "<!-- measured -->\n", "<!-- end -->\n"
_THERE = Outcome.PASSED


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A claim and its passage, and what a careful reader says of the parts."""

    id: str
    language: str
    claim: str
    """Cites the passage at ``{}``."""
    passage: str
    elsewhere: str = ""
    note: str = ""
    set: str = "first"
    unseen: bool = False
    """Not supported, although all of it is there."""
    numbers: Mapping[str, Outcome] = field(default_factory=dict)
    dates: Mapping[str, Outcome] = field(default_factory=dict)
    names: Mapping[str, Outcome] = field(default_factory=dict)
    quotes: Mapping[str, Outcome] = field(default_factory=dict)

    @property
    def answer(self) -> str:
        """The claim with its marker."""
        lines = self.passage.count("\n") + 1
        marker = f"\ue200cite\ue202S1\ue202L1-L{lines}\ue201"
        return self.claim.replace("{}", marker)

    @property
    def report(self) -> VerificationReport:
        """What citemark says of it."""
        text = f"{self.passage}\n{self.elsewhere}"
        records = [{"source_id": "S1", "title": "Source", "text": text}]
        return verify(self.answer, records, options=Options(language=self.language))

    @property
    def said(self) -> Iterator[tuple[str, Outcome, Outcome]]:
        """Check, what the reader says, and what citemark says, of each part."""
        checks = list(self.report.checks)
        for name, parts in (
            ("quote_verbatim", self.quotes),
            ("number_support", self.numbers),
            ("date_support", self.dates),
            ("name_support", self.names),
        ):
            for text, outcome in parts.items():
                yield name, outcome, self._outcome(checks, name, text)

    def _outcome(self, checks: Iterable[Check], name: str, text: str) -> Outcome:
        start = self.answer.index(text)
        end = start + len(text)
        found = (
            check.outcome
            for check in checks
            if check.name == name and check.start < end and start < check.end
        )
        return next(found, Outcome.UNCHECKED)


@dataclass(slots=True)
class Tally:
    """How often reader and check agree on what is not there."""

    parts: int = 0
    absent: int = 0
    reported: int = 0
    right: int = 0

    def add(self, reader: Outcome, check: Outcome) -> None:
        """Count one part."""
        is_absent = reader is not _THERE
        is_reported = check in (Outcome.FAILED, Outcome.ELSEWHERE)
        self.parts += 1
        self.absent += is_absent
        self.reported += is_reported
        self.right += is_absent and is_reported

    @property
    def precision(self) -> float | None:
        """The share of what is reported that really is not there."""
        return self.right / self.reported if self.reported else None

    @property
    def recall(self) -> float | None:
        """The share of what is not there that is reported."""
        return self.right / self.absent if self.absent else None


def read_pairs() -> list[Pair]:
    """Return all pairs, in order."""
    return msgspec.convert(tomllib.loads(PAIRS.read_text("utf-8"))["pair"], list[Pair])


def tallies(pairs: Iterable[Pair]) -> dict[str, Tally]:
    """Return check → tally."""
    found: dict[str, Tally] = {}
    for pair in pairs:
        for name, reader, check in pair.said:
            found.setdefault(name, Tally()).add(reader, check)
    return found


def table() -> str:
    """Return the tables of the page."""
    pairs = read_pairs()
    first = [pair for pair in pairs if pair.set == "first"]
    later = [pair for pair in pairs if pair.set != "first"]
    return "\n".join([*_rows("first", first), "", *_rows("later", later), ""])


def _rows(name: str, pairs: list[Pair]) -> Iterator[str]:
    languages = ", ".join(dict.fromkeys(pair.language for pair in pairs))
    title = f"{name}: {len(pairs)} pairs ({languages})"
    yield f"| {title} | parts | not there | reported | precision | recall |"
    yield "|---|---|---|---|---|---|"
    for check, tally in tallies(pairs).items():
        cells = (
            f"`{check}`",
            *map(str, (tally.parts, tally.absent, tally.reported)),
            _share(tally.precision),
            _share(tally.recall),
        )
        yield f"| {' | '.join(cells)} |"
    unseen = [pair for pair in pairs if pair.unseen]
    if unseen:
        noticed = sum(
            check is not _THERE for pair in unseen for _, _, check in pair.said
        )
        yield ""
        yield (
            f"{len(unseen)} claims of these say something else than their passages, in"
            f" the same words and numbers; {noticed} of them were noticed."
        )


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def main() -> int:
    """Write the page; with ``--check`` return 1 if it is stale."""
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(_BEGIN)
    fresh = f"{head}{_BEGIN}{table()}{_END}{rest.partition(_END)[2]}"
    if fresh == text:
        return 0
    if "--check" in sys.argv:
        print("stale, run docs/measure_verification.py: verification.md")
        return 1
    PAGE.write_text(fresh, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
