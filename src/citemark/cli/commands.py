"""The commands, and what becomes of their exceptions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from citemark.cli.extracting import extract_command, strip_command
from citemark.cli.failure import FINDINGS, INTERRUPTED, Failure, piped, use_utf8
from citemark.cli.files import print_text
from citemark.cli.rendering import SUFFIXES, Job, run
from citemark.errors import CitemarkError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="citemark", message="%(prog)s %(version)s")
def command() -> None:
    """Turn answers with citation markers into footnoted HTML, Markdown or text.

    Exit status: 0 done; 1 findings of level error, with --strict; 2 an argument or a
    file cannot be used, and nothing was written.
    """


@command.command()
@click.argument("answers", metavar="ANSWER...", nargs=-1, required=True)
@click.option("--sources", metavar="FILE", help="Registry, JSON or JSON Lines.")
@click.option(
    "--to",
    type=click.Choice(tuple(SUFFIXES)),
    default="html",
    show_default=True,
    help="Output format.",
)
@click.option("--theme", metavar="NAME|DIR", help="See `citemark themes`.")
@click.option("--page", is_flag=True, help="A complete document, not a fragment.")
@click.option("--strict", is_flag=True, help="Write nothing if there are errors.")
@click.option("--id-prefix", metavar="TEXT", default="", help="Starts every id.")
@click.option("-o", "--output", metavar="OUT", help="File or directory to write.")
@click.option("--report", metavar="FILE", help="Write results and findings as JSON.")
@click.option(
    "-O",
    "--option",
    "settings",
    metavar="KEY=VALUE",
    multiple=True,
    help="Any field of Options, such as grouped=true.",
)
def render(**arguments: object) -> None:
    """Render answers (files, or - for standard input).

    One answer goes to standard output or to OUT. Several go into the directory OUT,
    each under its own name with the suffix of the format. Findings go to standard
    error as file:line:column: CODE message. With --strict, an error in any of the
    answers means exit status 1, and only the report is written.
    """
    if run(Job(**arguments)):  # type: ignore[arg-type] # checked by click
        raise click.exceptions.Exit(FINDINGS)


@command.command()
def themes() -> None:
    """List the themes that come with citemark."""
    from citemark.render.theme import list_themes

    rows = [(theme.name, theme.description) for theme in list_themes()]
    width = max(len(name) for name, _ in rows)
    print_text("".join(f"{name:{width}}  {text}\n" for name, text in rows))


command.add_command(extract_command)
command.add_command(strip_command)


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
