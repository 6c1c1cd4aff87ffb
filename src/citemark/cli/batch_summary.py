"""What becomes of a batch: shown while it goes on, counted, printed, reported."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import click

from citemark.batch import Outcome, State
from citemark.cli.batch_outputs import Kept
from citemark.cli.failure import piped
from citemark.cli.files import encode, staged
from citemark.visible import visible

_LABEL = "Rendering"
_VERSION = 1
_MOST_REPORTED = 1_000
_MOST_SHOWN = 20


@dataclass(slots=True)
class Summary:
    """What became of all answers."""

    states: Counter[State] = field(default_factory=Counter)
    findings: dict[str, int] = field(default_factory=dict)
    """Level → how many, in all that was rendered or is unchanged."""
    failures: list[tuple[str, str]] = field(default_factory=list)
    """Name and reason of the first ones that failed."""

    def add(self, outcome: Outcome[Kept]) -> None:
        """Count one more."""
        self.states[outcome.state] += 1
        is_failed = outcome.state is State.FAILED
        if is_failed and len(self.failures) < _MOST_REPORTED:
            self.failures.append((outcome.name, outcome.error))

    def to_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return {
            "version": _VERSION,
            "answers": self.states.total(),
            **{state.value: self.states[state] for state in State},
            "findings": self.findings,
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


def print_summary(summary: Summary) -> None:
    """Print the failures, as far as they can be read, and the counts."""
    states, failures = summary.states, summary.failures[:_MOST_SHOWN]
    lines = [f"{visible(name)}: {visible(why)}" for name, why in failures]
    if more := states[State.FAILED] - len(failures):
        lines.append(f"... and {more} more that failed")
    counts = ", ".join(f"{states[state]} {state}" for state in State)
    lines.append(f"{states.total()} answers: {counts}")
    levels = ", ".join(f"{count} {level}" for level, count in summary.findings.items())
    lines.append(f"findings: {levels}")
    with piped(sys.stderr):
        click.echo("\n".join(lines), err=True)


def write_report(name: str, summary: Summary) -> None:
    """Write *summary* to the file *name*, in a folder that is made if there is none."""
    path = Path(name)
    text = json.dumps(summary.to_dict(), ensure_ascii=False, indent=2)
    with staged() as files:
        files.add_folder(path.parent)
        files.add(path, encode(f"{text}\n"))
        files.commit()
