"""``citemark verify``: what the checks hold against an answer, with its places."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from citemark.cli.failure import FINDINGS
from citemark.cli.files import print_text, read_text, shown_name
from citemark.cli.settings import (
    config_for,
    config_option,
    isolated_option,
    needed_sources_option,
    parse_settings,
    question_option,
    setting_option,
)
from citemark.cli.showing import show
from citemark.diagnostic import Diagnostic, Severity
from citemark.report import Checked, Piece, Run
from citemark.reports.text import REPORT
from citemark.spans import LineIndex
from citemark.stores import open_store
from citemark.verification.report import Outcome, VerificationReport
from citemark.verification.verdicts import RecordedJudge
from citemark.verification.verify import verify

_VERSION = 1


@click.command("verify")
@click.argument("answer", metavar="ANSWER|-")
@needed_sources_option
@question_option
@click.option("--verdicts", metavar="FILE", help="Recorded verdicts: JSON Lines.")
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="How to print what was found.",
)
@setting_option
@config_option
@isolated_option
def verify_command(
    answer: str,
    sources: str,
    question: str | None,
    verdicts: str | None,
    form: str,
    *,
    settings: tuple[str, ...],
    config: str | None,
    isolated: bool,
) -> None:
    """Check the places, quotations, numbers and names ANSWER cites.

    IDs, dates and words are checked as well. Every check can be repeated by hand; none
    understands a sentence. That a number is in the cited passage does not mean that the
    passage supports the sentence.

    Exit status: 0 nothing of level warning or error was found; 1 something was; 2 an
    argument or a file cannot be used.
    """
    options = parse_settings(settings, config_for(answer, config, isolated=isolated))
    report = verify(
        read_text(answer),
        open_store(sources),
        question=question,
        judge=RecordedJudge.load(Path(verdicts)) if verdicts else None,
        options=options,
    )
    name = shown_name(answer)
    if form == "json":
        data = {"version": _VERSION, "file": name, **report.to_dict()}
        print_text(f"{json.dumps(data, indent=2)}\n")
    else:
        show(_pieces(name, report))
    if any(found.severity is not Severity.INFO for found in report.findings):
        raise click.exceptions.Exit(FINDINGS)


def _pieces(name: str, report: VerificationReport) -> Iterator[Piece]:
    """Print the findings as the linter does, and what was checked in all."""
    index = LineIndex(report.answer)
    checked = Checked(
        name=name, text=report.answer, diagnostics=tuple(_diagnostics(report, index))
    )
    yield from REPORT.pieces(Run(answers=(checked,)))
    rows = list(_rows(report))
    width = max((len(label) for label, _ in rows), default=0)
    for label, text in rows:
        yield f"{label:{width}}  {text}\n", ""


def _diagnostics(report: VerificationReport, index: LineIndex) -> Iterator[Diagnostic]:
    for found in report.findings:
        line, column = index.position(found.start)
        yield Diagnostic(
            code=found.name,
            name=found.name,
            message=found.message,
            severity=found.severity or Severity.INFO,
            start=found.start,
            end=found.end,
            line=line,
            column=column,
        )


def _rows(report: VerificationReport) -> Iterator[tuple[str, str]]:
    """Yield each check with how many passed, and how much is cited and supported."""
    outcomes = Counter((each.name, each.outcome) for each in report.checks)
    for name in report.rates:
        counts = {outcome: outcomes[name, outcome] for outcome in Outcome}
        unchecked = counts.pop(Outcome.UNCHECKED)
        total = sum(counts.values())
        if total:
            tail = f", {unchecked} unchecked" if unchecked else ""
            yield name, f"{counts[Outcome.PASSED]} of {total} passed{tail}"
    needs = report.needs
    needing = len(needs.needing)
    if needing:
        noun = "sentence that needs" if needing == 1 else "sentences that need"
        what = f"of {needing} {noun} a citation"
        yield "coverage", f"{len(needs.cited)} {what} have one"
        if needs.supported is not None:
            yield "completeness", f"{len(needs.supported)} {what} judged supported"
