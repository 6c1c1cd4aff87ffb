"""Runs the injectors, and counts which faults the linter finds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from citemark import lint
from citemark.diagnostic import Code
from citemark.options import Options
from citemark.sources import SourceRegistry
from tests.clean_answers import CLEAN, CleanAnswer
from tests.injections import grounds, places, style, syntax
from tests.injections.page import CLOSE, OPEN, Fault, Injector, Page, Record

EXAMPLES = int(os.environ.get("CITEMARK_EXAMPLES", "1000"))
MOST = max(EXAMPLES // 100, 1)
"""Faults of one rule in one answer; from more, as many are chosen, evenly spread."""

INJECTORS: Mapping[Code, Injector] = {
    **syntax.INJECTORS,
    **places.INJECTORS,
    **style.INJECTORS,
    **grounds.INJECTORS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """A fault in an answer: *code* has to be reported from ``start`` to ``end``."""

    code: Code
    answer: str
    text: str
    start: int
    end: int
    records: Sequence[Record]
    rules: Mapping[str, Mapping[str, object]]
    options: Options

    def is_found(self) -> bool:
        """Say whether the rule reports exactly what it has to."""
        options = replace(self.options, select=(self.code.name,), rules=self.rules)
        found = lint(self.text, SourceRegistry(self.records), options=options)
        wanted = (self.code.code, self.start, self.end)
        return wanted in [(each.code, each.start, each.end) for each in found]

    def __str__(self) -> str:
        """Return the answer's name and the lines with the fault, in brackets."""
        first = self.text.rfind("\n", 0, self.start) + 1
        last = self.text.find("\n", self.end)
        last = len(self.text) if last < 0 else last
        shown = (
            self.text[max(first, self.start - 60) : self.start]
            + f"⟪{self.text[self.start : self.end]}⟫"
            + self.text[self.end : min(last, self.end + 60)]
        )
        return f"{self.answer}: {_visible(shown)}"


@dataclass(slots=True)
class Tally:
    """How many injections of one rule there are, and which were missed."""

    injections: int = 0
    missed: list[Injection] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """The share that was found."""
        found = self.injections - len(self.missed)
        return found / self.injections if self.injections else 0.0


def inject(code: Code, answer: CleanAnswer) -> Iterator[Injection]:
    """Yield faults of *code* in *answer*: all of them, or an even choice."""
    page = _page(answer.name)
    faults = list(INJECTORS[code](page))
    step = -(-len(faults) // MOST) or 1
    # Answers begin at different faults, so that none is left out in all of them.
    offset = list(_ANSWERS).index(answer.name) % step
    for fault in faults[offset::step]:
        yield _injection(code, page, fault)


def measure(code: Code) -> Tally:
    """Return what the rule of *code* finds in all clean answers."""
    tally = Tally()
    for answer in CLEAN:
        for injection in inject(code, answer):
            tally.injections += 1
            if not injection.is_found():
                tally.missed.append(injection)
    return tally


def _injection(code: Code, page: Page, fault: Fault) -> Injection:
    head, _, rest = fault.text.partition(OPEN)
    flagged, _, tail = rest.partition(CLOSE)
    return Injection(
        code=code,
        answer=page.name,
        text=head + flagged + tail,
        start=len(head),
        end=len(head) + len(flagged),
        records=page.records if fault.records is None else fault.records,
        rules=fault.rules,
        options=fault.options,
    )


_ANSWERS = {answer.name: answer for answer in CLEAN}


@cache
def _page(name: str) -> Page:
    return Page(_ANSWERS[name])


def _visible(text: str) -> str:
    return text.translate({0xE200: "⟦", 0xE201: "⟧", 0xE202: " ", 0x0A: "⏎", 0xA0: "⍽"})
