"""``citemark render``: answers in, outputs and findings out, all or nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from citemark.api import Renderer
from citemark.cli.failure import Failure, Refusal
from citemark.cli.files import (
    STDIN,
    Staged,
    encode,
    print_text,
    read_text,
    shown_name,
    staged,
)
from citemark.cli.findings import has_errors, print_findings, with_progress
from citemark.cli.settings import config_for, parse_settings
from citemark.errors import UnresolvedCitationError
from citemark.rendered import Rendered
from citemark.stores import open_store

SUFFIXES: Mapping[str, str] = {"html": ".html", "markdown": ".md", "text": ".txt"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The arguments of one call, as typed."""

    answers: tuple[str, ...]
    sources: str | None
    to: str
    theme: str | None
    page: bool
    strict: bool
    id_prefix: str
    output: str | None
    report: str | None
    settings: tuple[str, ...]
    config: str | None
    isolated: bool

    @property
    def folder(self) -> Path | None:
        """The directory that outputs go into, None where one output has its own name.

        Raises:
            Failure: there are several answers and no directory for them.
        """
        several = len(self.answers) > 1
        if several and STDIN in self.answers:
            msg = "-: expected standard input alone, not among other answers"
            raise Failure(msg)
        if self.output is None:
            if several:
                msg = "several answers: expected -o and a directory for the outputs"
                raise Failure(msg)
            return None
        path = Path(self.output)
        if several and path.exists() and not path.is_dir():
            msg = f"{self.output}: expected a directory for the outputs, got a file"
            raise Failure(msg)
        return path if several or path.is_dir() or self.output.endswith("/") else None

    def targets(self) -> dict[str, Path | None]:
        """Return answer → file to write, None for standard output."""
        folder = self.folder
        inputs = {name for name in (*self.answers, self.sources) if name}
        reserved = {Path(name).resolve() for name in inputs - {STDIN}}
        taken: dict[Path, str] = {}
        if self.report:
            _claim(Path(self.report), "the report", taken, reserved)
        targets: dict[str, Path | None] = {}
        for answer in self.answers:
            targets[answer] = path = self._target(answer, folder)
            if path is not None:
                _claim(path, answer, taken, reserved)
        return targets

    def _target(self, answer: str, folder: Path | None) -> Path | None:
        if folder is not None:
            stem = "answer" if answer == STDIN else Path(answer).stem
            return folder / f"{stem}{SUFFIXES[self.to]}"
        return Path(self.output) if self.output not in {None, STDIN} else None


def _claim(path: Path, user: str, taken: dict[Path, str], inputs: set[Path]) -> None:
    """Reserve *path* for *user*.

    Raises:
        Failure: someone else writes there, or it is an input.
    """
    real = path.resolve()
    clash = taken.setdefault(real, user)
    if clash != user:
        msg = f"{path}: would be written twice, for {user} and {clash}"
        raise Failure(msg)
    if real in inputs:
        msg = f"{path}: would replace an input"
        raise Failure(msg)


def run(job: Job) -> bool:
    """Do *job*; return True where ``--strict`` refused it."""
    targets = job.targets()
    with staged() as files:
        rendered = _render_all(job, targets, files)
        refused = job.strict and any(
            has_errors(result.diagnostics) for result in rendered.values()
        )
        if refused:
            files.discard()
        if job.report:
            report = Path(job.report)
            # The report may go where the outputs would have gone.
            files.add_folder(report.parent)
            files.add(report, _report(rendered, {} if refused else targets))
        files.commit()
    for answer, result in rendered.items():
        if targets[answer] is None and not refused:
            print_text(str(result))
        print_findings(shown_name(answer), result.diagnostics)
    return refused


def _render_all(
    job: Job, targets: Mapping[str, Path | None], files: Staged
) -> dict[str, Rendered]:
    config = config_for(job.answers[0], job.config, isolated=job.isolated)
    renderer = Renderer(job.theme, parse_settings(job.settings, config))
    sources = open_store(job.sources) if job.sources else None
    if job.folder is not None:
        files.add_folder(job.folder)
    rendered: dict[str, Rendered] = {}
    for answer in with_progress(tuple(targets)):
        try:
            rendered[answer] = result = renderer.render(
                read_text(answer),
                sources,
                to=job.to,
                page=job.page,
                id_prefix=job.id_prefix,
            )
        except UnresolvedCitationError as error:
            msg = f"{shown_name(answer)}: {error}"
            raise Refusal(msg) from error
        target = targets[answer]
        if target is not None:
            files.add(target, encode(str(result)))
    return rendered


def _report(
    rendered: Mapping[str, Rendered], targets: Mapping[str, Path | None]
) -> bytes:
    answers = [
        {
            "answer": shown_name(name),
            "output": str(targets[name]) if targets.get(name) else None,
            **result.to_dict(),
        }
        for name, result in rendered.items()
    ]
    text = json.dumps({"answers": answers}, ensure_ascii=False, indent=2)
    return encode(f"{text}\n")
