"""``citemark render``: answers in, outputs and findings out, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

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
from citemark.loaders import parse_json
from citemark.provider import Answer
from citemark.providers import provider_names, read_response
from citemark.rendered import Rendered
from citemark.sources import Sources
from citemark.stores import open_store

_TEXTS = ("markdown", "html")


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

    @property
    def is_response(self) -> bool:
        """Whether the answers are responses of a provider."""
        return self.source_format not in (None, *_TEXTS)

    def format_of(self, answer: str) -> Literal["markdown", "html"]:
        """Return what the text of an answer is: as it is said, or by its name."""
        is_html = self.source_format == "html"
        if self.source_format is None and not self.claims:
            is_html = answer.lower().endswith((".html", ".htm"))
        return "html" if is_html else "markdown"

    def read(self, answer: str) -> tuple[str, str | Answer]:
        """Return the front matter of an answer, and the rest.

        Raises:
            Failure: the file cannot be read.
            SourceError: it should be a response of a provider, and is no JSON.
        """
        text = read_text(answer)
        if self.is_response:
            return "", read_response(self.source_format or "", _decoded(answer, text))
        if self.format_of(answer) == "html":
            return "", text
        return split_front_matter(text)

    def render(
        self,
        renderer: Renderer,
        text: str | Answer,
        sources: Sources,
        source_format: Literal["markdown", "html"],
    ) -> Rendered:
        """Render an answer, whatever it is."""
        if self.claims and isinstance(text, str):
            return render_claims(
                text,
                sources,
                to=self.to,
                theme=self.theme,
                page=self.page,
                id_prefix=self.id_prefix,
                options=renderer.options,
            )
        return renderer.render(
            text,
            sources,
            to=self.to,
            page=self.page,
            id_prefix=self.id_prefix,
            source_format=source_format,
        )

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
        # The text of claims and responses is in no file: there are no places in it.
        is_text = not (job.claims or job.is_response)
        print_findings(shown_name(answer), result.diagnostics, placed=is_text)
    if (
        job.sources is None
        and not job.is_response
        and any(map(_lacks_sources, rendered.values()))
    ):
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
    renderer = Renderer(job.theme, options)
    sources = open_store(job.sources) if job.sources else None
    if job.folder is not None:
        files.add_folder(job.folder)
    rendered: dict[str, tuple[str, Rendered]] = {}
    for answer in with_progress(tuple(targets)):
        front, text = job.read(answer)
        try:
            with page_progress() if len(targets) == 1 else nullcontext():
                result = job.render(renderer, text, sources, job.format_of(answer))
        except UnresolvedCitationError as error:
            msg = f"{shown_name(answer)}: {error}"
            raise Refusal(msg) from error
        rendered[answer] = front, result
        target = targets[answer]
        if target is not None:
            files.add(target, bytes(behind(front, result)))
    return rendered


def _decoded(name: str, text: str) -> object:
    """Return the JSON of *text*, or a list of what each of its lines holds."""
    shown = shown_name(name)
    if not name.lower().endswith((".jsonl", ".ndjson")):
        return parse_json(text, shown)
    lines = enumerate(text.splitlines(), start=1)
    return [parse_json(line, shown, at) for at, line in lines if line.strip()]


def _check_format(
    _ctx: click.Context, _option: click.Parameter, name: str | None
) -> str | None:
    """Refuse what is neither a format nor a provider."""
    known = (*_TEXTS, *provider_names())
    if name is not None and name not in known:
        msg = f"expected one of {', '.join(known)}, got {name!r}"
        raise click.BadParameter(msg)
    return name


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
    metavar="FORMAT",
    callback=_check_format,
    help="What the answers are: markdown, html, or the JSON of a provider's responses"
    " (anthropic, openai_responses, ...).  [default: by their names, else markdown]",
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
