"""``citemark render``: answers in, outputs and findings out, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from citemark import codes
from citemark.api import Renderer
from citemark.batch.fronting import behind
from citemark.claims import render_claims
from citemark.cli.failure import FINDINGS, Failure, Refusal
from citemark.cli.files import Staged, add_json, read_text, shown_name, staged
from citemark.cli.findings import has_errors, print_findings, print_hint, with_progress
from citemark.cli.formats import (
    format_for,
    id_prefix_option,
    suffix_of,
    theme_option,
    to_option,
)
from citemark.cli.pages import page_progress
from citemark.cli.printing import print_output
from citemark.cli.settings import (
    config_for,
    config_option,
    isolated_option,
    parse_settings,
    setting_option,
    sources_option,
)
from citemark.cli.targets import folder_for, targets_for
from citemark.errors import UnresolvedCitationError
from citemark.front_matter import split_front_matter
from citemark.rendered import Rendered
from citemark.stores import open_store


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The arguments of one call, as typed."""

    answers: tuple[str, ...]
    sources: str | None
    to: str
    profile: str | None
    theme: str | None
    page: bool
    strict: bool
    id_prefix: str
    output: str | None
    report: str | None
    snapshot: str | None
    claims: bool
    source_format: str | None
    settings: tuple[str, ...]
    config: str | None
    isolated: bool

    @property
    def folder(self) -> Path | None:
        """The directory that outputs go into, None where one output has its own name.

        Raises:
            Failure: there are several answers and no directory for them.
        """
        return folder_for(self.answers, self.output)

    def is_html(self, answer: str) -> bool:
        """Say whether an answer is HTML: as it is said, or by its name."""
        if self.source_format is None:
            return not self.claims and answer.lower().endswith((".html", ".htm"))
        return self.source_format == "html"

    def targets(self) -> dict[str, Path | None]:
        """Return answer → file to write, None for standard output.

        Raises:
            Failure: a file would be written twice, there are several to keep in one, or
                claims are said to be something else.
        """
        if self.claims and self.source_format is not None:
            msg = "--from: expected nothing beside --claims, which are JSON"
            raise Failure(msg)
        if self.snapshot and len(self.answers) > 1:
            msg = "--snapshot: expected one answer, got several"
            raise Failure(msg)
        return targets_for(
            self.answers,
            output=self.output,
            suffix=suffix_of(self.to),
            inputs=(self.sources,),
            report=self.report,
            snapshot=self.snapshot,
        )


def run(job: Job) -> bool:
    """Do *job*; return True where ``--strict`` refused it."""
    targets = job.targets()
    with staged() as files:
        answers = _render_all(job, targets, files)
        rendered = {name: behind(*answer) for name, answer in answers.items()}
        refused = job.strict and any(
            has_errors(result.diagnostics) for result in rendered.values()
        )
        if refused:
            files.discard()
        if job.report:
            # The report may go where the outputs would have gone.
            report = _report(rendered, {} if refused else targets)
            add_json(files, job.report, report)
        if job.snapshot and not refused:
            ((_, result),) = answers.values()
            add_json(files, job.snapshot, result.snapshot())
        files.commit()
    for answer, result in rendered.items():
        if targets[answer] is None and not refused:
            print_output(result)
        # The text of claims is in no file: the messages say which of them it is.
        print_findings(shown_name(answer), result.diagnostics, placed=not job.claims)
    if job.sources is None and any(map(_lacks_sources, rendered.values())):
        print_hint("no registry was given: --sources FILE says which sources there are")
    return refused


def _lacks_sources(result: Rendered) -> bool:
    unknown = codes.UNKNOWN_SOURCE.code
    return any(found.code == unknown for found in result.diagnostics)


def _render_all(
    job: Job, targets: Mapping[str, Path | None], files: Staged
) -> dict[str, tuple[str, Rendered]]:
    """Return each answer's front matter, and what became of the rest."""
    config = config_for(job.answers[0], job.config, isolated=job.isolated)
    options = parse_settings(job.settings, config)
    if job.profile is not None:
        options = replace(options, markdown_profile=job.profile)  # type: ignore[arg-type] # checked by click
    render = (
        partial(render_claims, theme=job.theme, options=options)
        if job.claims
        else Renderer(job.theme, options).render
    )
    sources = open_store(job.sources) if job.sources else None
    if job.folder is not None:
        files.add_folder(job.folder)
    rendered: dict[str, tuple[str, Rendered]] = {}
    for answer in with_progress(tuple(targets)):
        is_html = job.is_html(answer)
        text = read_text(answer)
        front, text = ("", text) if is_html else split_front_matter(text)
        render_one = partial(render, source_format="html") if is_html else render
        try:
            with page_progress() if len(targets) == 1 else nullcontext():
                result = render_one(
                    text,
                    sources,
                    to=job.to,
                    page=job.page,
                    id_prefix=job.id_prefix,
                )
        except UnresolvedCitationError as error:
            msg = f"{shown_name(answer)}: {error}"
            raise Refusal(msg) from error
        rendered[answer] = front, result
        target = targets[answer]
        if target is not None:
            files.add(target, bytes(behind(front, result)))
    return rendered


def _report(
    rendered: Mapping[str, Rendered], targets: Mapping[str, Path | None]
) -> dict[str, object]:
    answers = [
        {
            "answer": shown_name(name),
            "output": str(targets[name]) if targets.get(name) else None,
            **result.to_dict(),
        }
        for name, result in rendered.items()
    ]
    return {"answers": answers}


@click.command("render")
@click.argument("answers", metavar="ANSWER...", nargs=-1, required=True)
@sources_option
@to_option
@click.option(
    "--profile",
    type=click.Choice(("gfm", "pandoc", "myst", "plain")),
    help="Who reads Markdown output (front matter stays as it is).",
)
@click.option(
    "--from",
    "source_format",
    type=click.Choice(("markdown", "html")),
    help="What the answers are.  [default: by their names, else markdown]",
)
@theme_option
@click.option("--page", is_flag=True, help="A complete document, not a fragment.")
@click.option("--strict", is_flag=True, help="Write nothing if there are errors.")
@id_prefix_option
@click.option("-o", "--output", metavar="OUT", help="File or directory to write.")
@click.option("--report", metavar="FILE", help="Write results and findings as JSON.")
@click.option("--claims", is_flag=True, help="The answers are claims in JSON.")
@click.option("--snapshot", metavar="FILE", help="Keep the answer for `restore`.")
@setting_option
@config_option
@isolated_option
def render_command(to: str | None, output: str | None, **arguments: object) -> None:
    """Render answers (files, or - for standard input).

    One answer goes to standard output or to OUT, whose suffix says the format if --to
    does not. Several go into the directory OUT, each under its own name with the suffix
    of the format. Findings go to standard
    error as file:line:column: CODE message. With --strict, an error in any of the
    answers means exit status 1, and only the report is written.
    """
    to = format_for(to, output)
    if run(Job(to=to, output=output, **arguments)):  # type: ignore[arg-type] # checked by click
        raise click.exceptions.Exit(FINDINGS)
