"""The commands, and what becomes of their exceptions."""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from citemark.cli.batching import render_all_command
from citemark.cli.doctoring import doctor_command
from citemark.cli.explaining import rule_command
from citemark.cli.exporting import export_command
from citemark.cli.extracting import extract_command, strip_command
from citemark.cli.failure import FINDINGS, INTERRUPTED, Failure, piped, use_utf8
from citemark.cli.files import print_text
from citemark.cli.formats import format_for, id_prefix_option, theme_option, to_option
from citemark.cli.importing import sources_command
from citemark.cli.linting import lint_command
from citemark.cli.prompting import prompt_command
from citemark.cli.rendering import Job, run
from citemark.cli.reporting import report_command
from citemark.cli.restoring import restore_command
from citemark.cli.reviewing import review_command
from citemark.cli.settings import (
    config_option,
    isolated_option,
    setting_option,
    sources_option,
)
from citemark.cli.streaming import stream_command
from citemark.cli.verifying import verify_command
from citemark.errors import CitemarkError


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's signature
    if not wanted:
        return
    try:
        version = importlib.metadata.version("citemark")
    except importlib.metadata.PackageNotFoundError:
        version = "(not installed)"
    print_text(f"citemark {version}\n")
    ctx.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def command() -> None:
    """Turn answers with citation markers into footnoted HTML, Markdown or text.

    Exit status: 0 done; 1 findings (lint: of level warning or error; render --strict:
    of level error); 2 an argument or a file cannot be used, and nothing was written.
    """


@command.command()
@click.argument("answers", metavar="ANSWER...", nargs=-1, required=True)
@sources_option
@to_option
@click.option(
    "--profile",
    type=click.Choice(("gfm", "pandoc", "myst", "plain")),
    help="Who reads Markdown output (front matter stays as it is).",
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
def render(to: str | None, output: str | None, **arguments: object) -> None:
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


@command.command()
@click.option("--css", metavar="NAME|DIR", help="Print the style sheet of this theme.")
def themes(css: str | None) -> None:
    """List the themes that come with citemark."""
    from citemark.render.theme import list_themes, theme_css

    if css is not None:
        print_text(theme_css(css))
        return
    rows = [(theme.name, theme.description) for theme in list_themes()]
    width = max(len(name) for name, _ in rows)
    print_text("".join(f"{name:{width}}  {text}\n" for name, text in rows))


command.add_command(doctor_command)
command.add_command(export_command)
command.add_command(extract_command)
command.add_command(lint_command)
command.add_command(prompt_command)
command.add_command(render_all_command)
command.add_command(report_command)
command.add_command(restore_command)
command.add_command(review_command)
command.add_command(rule_command)
command.add_command(stream_command)
command.add_command(strip_command)
command.add_command(sources_command)
command.add_command(verify_command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status."""
    use_utf8()
    try:
        status = command.main(arguments, prog_name="citemark", standalone_mode=False)
    except click.Abort:
        status = INTERRUPTED
    except click.ClickException as error:
        status = _tell(error)
    except CitemarkError as error:
        status = _tell(Failure(str(error)))
    sys.exit(status)


def _tell(error: click.ClickException) -> int:
    """Show *error* and return its exit status."""
    with piped(sys.stderr):
        error.show()
    return error.exit_code
