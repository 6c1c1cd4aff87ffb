"""``citemark doctor``: which question each citation fails at, and what to do."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from textwrap import indent, wrap

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
from citemark.doctor import (
    COMPLETE,
    QUESTIONS,
    WRITTEN,
    CitationDiagnosis,
    Diagnosis,
    Reply,
    Step,
    diagnose_answer,
)
from citemark.report import Piece
from citemark.stores import open_store
from citemark.verification.verdicts import RecordedJudge
from citemark.visible import visible

_WIDTH = 76
_SIGNS = {
    Reply.YES: ("+", "green"),
    Reply.NO: ("x", "red"),
    Reply.UNKNOWN: ("?", "yellow"),
}


@click.command("doctor")
@click.argument("answer", metavar="ANSWER|-")
@needed_sources_option
@question_option
@click.option("--verdicts", metavar="FILE", help="Recorded verdicts: JSON Lines.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@setting_option
@config_option
@isolated_option
def doctor_command(
    answer: str,
    sources: str,
    question: str | None,
    verdicts: str | None,
    *,
    settings: tuple[str, ...],
    config: str | None,
    as_json: bool,
    isolated: bool,
) -> None:
    """Say which of five questions each citation of ANSWER fails at.

    Is its ID known? Do URL and title come from the registry? Does the passage support
    the claim? Has every claim that needs a citation one? Is the source current and
    public? Without --verdicts, nobody has judged whether a passage supports a claim;
    then the reply is at best "?". What to do is said beside each "no".

    Exit status: 0 no reply is no; 1 some are; 2 an argument or a file cannot be used.
    """
    options = parse_settings(settings, config_for(answer, config, isolated=isolated))
    diagnosis = diagnose_answer(
        read_text(answer),
        open_store(sources),
        question=question,
        judge=None if verdicts is None else RecordedJudge.load(verdicts),
        options=options,
    )
    if as_json:
        print_text(f"{json.dumps(diagnosis.to_dict(), indent=2)}\n")
    else:
        show(_pieces(shown_name(answer), diagnosis))
    if not diagnosis.is_healthy:
        raise click.exceptions.Exit(FINDINGS)


def _pieces(name: str, diagnosis: Diagnosis) -> Iterator[Piece]:
    yield from _step(diagnosis.written, "")
    yield "\n", ""
    for citation in diagnosis.citations:
        yield from _citation(name, citation)
    if diagnosis.citations:
        yield "\n", ""
    yield from _step(diagnosis.complete, "")
    yield from _advice(diagnosis)
    yield from _summary(diagnosis)


def _citation(name: str, citation: CitationDiagnosis) -> Iterator[Piece]:
    """Print one line for a citation that does not fail, and all steps of one that does.

    In a long answer nobody would find the few that fail otherwise.
    """
    open_steps = [step for step in citation.steps if step.reply is Reply.UNKNOWN]
    reply = Reply.UNKNOWN if open_steps else Reply.YES
    sign, style = _SIGNS[Reply.NO if citation.failed else reply]
    locator = f" {citation.locator}" if citation.locator else ""
    yield f"{sign} ", style
    yield f"{visible(name)}:{citation.line}:{citation.column}:", "bold"
    yield f" {visible(citation.source_id)}{visible(locator)}", ""
    if citation.failed is None:
        reasons = [reason for step in open_steps for reason in step.reasons]
        yield f": {visible('; '.join(reasons))}\n" if reasons else "\n", ""
        return
    yield "\n", ""
    for step in citation.steps:
        yield from _step(step, "    ")


def _step(step: Step, margin: str) -> Iterator[Piece]:
    sign, style = _SIGNS[step.reply]
    yield f"{margin}{sign} ", style
    yield f"{step.question.text}\n", ""
    for reason in step.reasons:
        yield f"{margin}    {visible(reason)}\n", style


def _advice(diagnosis: Diagnosis) -> Iterator[Piece]:
    """Print what to do, once for each question that failed."""
    failed = [each.failed for each in diagnosis.citations]
    steps = [diagnosis.written, *filter(None, failed), diagnosis.complete]
    names = {step.name for step in steps if step.reply is Reply.NO}
    if names:
        yield "\nWhat to do\n", "bold"
    for question in (WRITTEN, *QUESTIONS, COMPLETE):
        if question.name in names:
            yield f"  {question.text}\n", ""
            advice = "\n".join(wrap(question.advice, _WIDTH))
            yield f"{indent(advice, '    ')}\n", "cyan"


def _summary(diagnosis: Diagnosis) -> Iterator[Piece]:
    count = len(diagnosis.citations)
    failed = Counter(each.failed.name for each in diagnosis.citations if each.failed)
    lost = sum(failed.values())
    listed = ", ".join(f"{name}: {number}" for name, number in failed.most_common())
    noun = "citation" if count == 1 else "citations"
    verb = "fails" if lost == 1 else "fail"
    names = f" (not {listed})" if listed else ""
    yield f"\n{count} {noun}, {lost} {verb}{names}.\n", "bold"
