"""``citemark clean``: answers in, answers without residue out, and what it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from citemark.cleaning.clean import Cleaned, Residue, clean
from citemark.cli.failure import FINDINGS, Failure
from citemark.cli.files import (
    STDIN,
    add_json,
    encode,
    print_text,
    read_marked_text,
    shown_name,
    staged,
)
from citemark.cli.settings import sources_option
from citemark.cli.showing import show
from citemark.report import Piece
from citemark.spans import LineIndex
from citemark.stores import open_store
from citemark.visible import visible

_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The arguments of one call, as typed."""

    files: tuple[str, ...]
    sources: str | None
    check: bool
    in_place: bool
    output: str | None
    report: str | None

    def refuse(self) -> None:
        """Refuse arguments that cannot go together.

        Raises:
            Failure: the message names them.
        """
        several = len(self.files) > 1
        places = (self.check, self.in_place, self.output is not None)
        for is_wrong, msg in (
            (sum(places) > 1, "expected only one of --check, --in-place and --output"),
            (
                several and not (self.check or self.in_place),
                "several files: expected --check or --in-place",
            ),
            (
                STDIN in self.files and (several or self.in_place),
                "-: expected standard input alone, and not --in-place",
            ),
        ):
            if is_wrong:
                raise Failure(msg)


@dataclass(frozen=True, slots=True)
class _Answer:
    """One file, as it was read and as it is without residue."""

    name: str
    mark: bytes
    text: str
    cleaned: Cleaned

    def placed(self) -> Iterator[tuple[int, int, Residue]]:
        """Yield what was found with its line and column."""
        index = LineIndex(self.text)
        for each in self.cleaned.findings:
            yield *index.position(each.start), each

    def data(self) -> dict[str, object]:
        """Return what a report says of the file."""
        findings = [
            {"line": line, "column": column, **each.to_dict()}
            for line, column, each in self.placed()
        ]
        counts = self.cleaned.counts
        return {"file": shown_name(self.name), "counts": counts, "findings": findings}


def run(job: Job) -> bool:
    """Do *job*; return True where residue was found."""
    job.refuse()
    sources = open_store(job.sources) if job.sources else None
    answers = []
    for name in dict.fromkeys(job.files):
        mark, text = read_marked_text(name)
        answers.append(_Answer(name, mark, text, clean(text, sources)))
    _write(job, answers)
    show(_pieces(answers), err=not job.check)
    return any(answer.cleaned.findings for answer in answers)


def _write(job: Job, answers: Sequence[_Answer]) -> None:
    """Put cleaned answers and the report where they belong, all or nothing."""
    to_stdout = not (job.check or job.in_place) and job.output in {None, STDIN}
    with staged() as files:
        for answer in answers:
            data = answer.mark + encode(answer.cleaned.text)
            if job.in_place and answer.cleaned.findings:
                files.add(Path(answer.name), data)
            elif job.output is not None and not to_stdout:
                files.add(Path(job.output), data)
        if job.report is not None:
            data_of = {"version": _VERSION, "files": [each.data() for each in answers]}
            add_json(files, job.report, data_of)
        files.commit()
    if to_stdout:
        print_text(answers[0].mark.decode() + answers[0].cleaned.text)


def _pieces(answers: Iterable[_Answer]) -> Iterator[Piece]:
    """Yield a line ``file:line:column: kind: what became of it`` for each finding."""
    for answer in answers:
        for line, column, each in answer.placed():
            yield f"{visible(shown_name(answer.name))}:{line}:{column}:", "bold"
            yield f" {each.kind}", "yellow"
            yield f": {each.outcome} {visible(each.raw)}{_told(each)}\n", ""


def _told(found: Residue) -> str:
    """Say which sources residue was recovered as."""
    recovered = found.outcome == "recovered"
    return f" as {', '.join(found.source_ids)}" if recovered else ""


@click.command("clean")
@click.argument("files", metavar="FILE|-...", nargs=-1, required=True)
@sources_option
@click.option("--check", is_flag=True, help="Only tell what there is; write nothing.")
@click.option("-i", "--in-place", is_flag=True, help="Change the files themselves.")
@click.option("-o", "--output", metavar="OUT", help="File to write.")
@click.option("--report", metavar="FILE", help="Findings as JSON.")
def clean_command(**arguments: object) -> None:
    """Recover citations from leaked residue, or remove it.

    Residue is what is left of a citation, such as citeturn0search3. What names one of
    the sources becomes a marker, for `citemark render`; the rest goes. Code, formulas
    and addresses stay as they are. One answer goes to standard output, and what was
    found to standard error, a line each.

    Exit status: 0 done; 1 with --check, there is residue; 2 an argument or a file
    cannot be used, and nothing was written.
    """
    job = Job(**arguments)  # type: ignore[arg-type] # checked by click
    if run(job) and job.check:
        raise click.exceptions.Exit(FINDINGS)
