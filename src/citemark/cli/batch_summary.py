"""What becomes of a batch: shown while it goes on, counted, printed, reported."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

import click

from citemark.batch import Outcome, State
from citemark.cli.batch_outputs import Kept
from citemark.cli.failure import piped
from citemark.cli.files import add_json, staged
from citemark.visible import visible

_LABEL = "Rendering"
_VERSION = 1
MOST_REPORTED = 1_000
_MOST_SHOWN = 20
_MOST_FOUND = 5
_PLACE_RE = re.compile(r"[0-9]+:[0-9]+: ")


@dataclass(slots=True)
class Summary:
    """What became of all answers."""

    states: Counter[State] = field(default_factory=Counter)
    findings: dict[str, int] = field(default_factory=dict)
    """Level → how many, in all that was rendered or is unchanged."""
    found_in: list[tuple[str, dict[str, int]]] = field(default_factory=list)
    """Name and level → how many, of the first answers that have some."""
    failures: list[tuple[str, str]] = field(default_factory=list)
    """Name and reason of the first ones that failed."""

    def add(self, outcome: Outcome[Kept]) -> None:
        """Count one more."""
        self.states[outcome.state] += 1
        is_failed = outcome.state is State.FAILED
        if is_failed and len(self.failures) < MOST_REPORTED:
            self.failures.append((outcome.name, outcome.error))

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {
            "version": _VERSION,
            "answers": self.states.total(),
            **{state.value: self.states[state] for state in State},
            "findings": self.findings,
            "found_in": [{"id": name, **counts} for name, counts in self.found_in],
            "failures": [{"id": name, "error": why} for name, why in self.failures],
        }


def with_bar(outcomes: Iterator[Outcome[Kept]], total: int) -> Iterator[Outcome[Kept]]:
    """Yield *outcomes*, with a bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from outcomes
    elif find_spec("rich"):
        from rich.console import Console
        from rich.progress import track

        console = Console(stderr=True)
        yield from track(outcomes, _LABEL, total=total, console=console, transient=True)
    else:
        with click.progressbar(
            outcomes, length=total, label=_LABEL, file=sys.stderr
        ) as bar:
            yield from bar


def print_summary(summary: Summary, hint: str) -> None:
    """Print the failures, as far as they can be read, and the counts.

    *hint* says where the findings themselves are.
    """
    states, failures = summary.states, summary.failures[:_MOST_SHOWN]
    lines = [f"{visible(name)}:{_after(why)}" for name, why in failures]
    if more := states[State.FAILED] - len(failures):
        lines.append(f"... and {more} more that failed")
    counts = ", ".join(f"{states[state]} {state}" for state in State)
    lines.append(f"{states.total()} answers: {counts}")
    lines.append(f"findings: {_counted(summary.findings)}")
    for name, found in summary.found_in[:_MOST_FOUND]:
        some = {level: count for level, count in found.items() if count}
        lines.append(f"  {visible(name)}: {_counted(some)}")
    if len(summary.found_in) > _MOST_FOUND:
        lines.append("  ... and more: --report FILE names them")
    if summary.found_in:
        lines.append(hint)
    with piped(sys.stderr):
        click.echo("\n".join(lines), err=True)


def _after(why: str) -> str:
    """Return a reason as it follows the name of an answer: a place without a blank."""
    return visible(why) if _PLACE_RE.match(why) else f" {visible(why)}"


def _counted(findings: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {level}" for level, count in findings.items())


def write_report(name: str, summary: Summary) -> None:
    """Write *summary* to the file *name*, in a folder that is made if there is none."""
    with staged() as files:
        add_json(files, name, summary.to_dict())
        files.commit()
