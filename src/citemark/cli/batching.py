"""``citemark render-all``: any number of answers, on all cores, once.

What was rendered is noted as it is done. Killed at any moment and started again, the
command goes on where it was; started again later, it renders what has changed.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from citemark.batch import Item, Outcome, State, StopBatch, Task, render_all
from citemark.cli.batch_inputs import Answers, answers_in
from citemark.cli.batch_outputs import Kept, Target
from citemark.cli.batch_summary import (
    MOST_REPORTED,
    Summary,
    print_summary,
    with_bar,
    write_report,
)
from citemark.cli.batch_targets import target_for
from citemark.cli.failure import FINDINGS, Failure
from citemark.cli.files import unusable
from citemark.cli.formats import (
    format_for,
    id_prefix_option,
    suffix_of,
    theme_option,
    to_option,
)
from citemark.cli.manifest import Known, Manifest, TakenError, manifest_at
from citemark.cli.settings import (
    config_for,
    config_option,
    isolated_option,
    parse_settings,
    setting_option,
    sources_option,
)

_TERMINATED = 128 + signal.SIGTERM


@click.command("render-all")
@click.argument("answers", metavar="DIR|JSONL|PARQUET")
@sources_option
@to_option
@theme_option
@click.option("--page", is_flag=True, help="Complete documents, not fragments.")
@click.option("--strict", is_flag=True, help="Answers with errors count as failed.")
@id_prefix_option
@click.option(
    "-o", "--output", metavar="OUT", required=True, help="Folder, .jsonl or .parquet."
)
@click.option("--report", metavar="FILE", help="Write the summary as JSON.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes.  [default: one for each core]",
)
@setting_option
@config_option
@isolated_option
def render_all_command(
    *,
    answers: str,
    sources: str | None,
    to: str | None,
    theme: str | None,
    page: bool,
    strict: bool,
    id_prefix: str,
    output: str,
    report: str | None,
    jobs: int | None,
    settings: tuple[str, ...],
    config: str | None,
    isolated: bool,
) -> None:
    """Render all answers of a folder, of JSON Lines or of Parquet.

    In a folder they are its .md files, at any depth. Rows are {id, answer, sources?}.
    OUT gets a file for each answer, or is a table with id, body, citations and
    diagnostics. What has not changed since OUT was written is not rendered again; an
    answer that fails does not stop the others.

    Exit status: 0 done; 1 an answer failed; 2 an argument or a file cannot be used;
    130 or 143 stopped: the same command goes on.
    """
    # A folder has the configuration that answers in it would have.
    near = str(Path(answers, "answer.md")) if Path(answers).is_dir() else answers
    to = format_for(to, None)
    options = parse_settings(settings, config_for(near, config, isolated=isolated))
    task = Task(
        to=to,
        theme=theme,
        page=page,
        id_prefix=id_prefix,
        options=options,
        sources=Path(sources) if sources else None,
    )
    given = answers_in(answers, Path(output))
    _refuse_replacing(output, report, inputs=(answers, sources), to=to)
    target = target_for(
        output,
        task,
        suffix=suffix_of(to),
        is_tree=given.is_tree,
        is_strict=strict,
    )
    summary = run(given, task, target, jobs)
    if report:
        write_report(report, summary)
    if summary.states[State.FAILED]:
        raise click.exceptions.Exit(FINDINGS)


def run(given: Answers, task: Task, target: Target, jobs: int | None) -> Summary:
    """Render what has changed of *given* into *target*, and say what became of it."""
    summary = Summary()
    with _terminable(), manifest_at(target.manifest, target.path) as manifest:
        items = _known(given.items(), manifest, target)
        outcomes = render_all(items, task, target, jobs=jobs)
        try:
            for outcome in with_bar(outcomes, given.count()):
                summary.add(outcome)
                _note(outcome, manifest)
            target.finish(manifest)
        except StopBatch as error:
            raise Failure(str(error)) from error
        except OSError as error:
            raise unusable(str(error.filename or target.path), error) from error
        finally:
            outcomes.close()
            summary.findings = manifest.findings()
            summary.found_in = manifest.found_in(MOST_REPORTED)
            print_summary(summary, target.hint)
    return summary


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the batch in good order; a second one ends it at once."""
    before = signal.getsignal(signal.SIGTERM)

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, before)
        sys.exit(_TERMINATED)

    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _known(items: Iterator[Item], manifest: Manifest, target: Target) -> Iterator[Item]:
    """Yield *items* with what is known of them, those that come again as failures."""
    for item in items:
        if item.error is not None:
            yield item
            continue
        try:
            known = manifest.admit(item.name)
        except TakenError:
            yield replace(item, error="the id is taken by an answer before")
            continue
        if known is not None and target.has(item.name, known):
            yield replace(item, known=known.digest)
        else:
            yield item


def _note(outcome: Outcome[Kept], manifest: Manifest) -> None:
    kept = outcome.value
    if outcome.state is State.UNCHANGED:
        manifest.confirm(outcome.name)
    elif kept is not None:
        known = Known(outcome.digest, kept.size)
        manifest.record(outcome.name, known, outcome.findings, kept.row)


def _refuse_replacing(
    output: str, report: str | None, *, inputs: tuple[str | None, ...], to: str
) -> None:
    """Refuse outputs that would be written over inputs, or read as such.

    Raises:
        Failure: one would.
    """
    read = {Path(name).resolve() for name in inputs if name}
    answers, out = Path(inputs[0] or "").resolve(), Path(output).resolve()
    is_above = answers.is_dir() and out in (answers, *answers.parents)
    if (out in read and out != answers) or (out == answers and not out.is_dir()):
        msg = f"{output}: would replace an input"
        raise Failure(msg)
    if is_above and suffix_of(to) == suffix_of("markdown"):
        msg = f"{output}: would replace answers: expected a folder apart from theirs"
        raise Failure(msg)
    if report and Path(report).resolve() in (*read, out):
        msg = f"{report}: would replace an input or the output"
        raise Failure(msg)
