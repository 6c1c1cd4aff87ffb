"""The commands, and what becomes of their exceptions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from citemark.cli.failure import INTERRUPTED, Failure, piped, use_utf8
from citemark.cli.files import print_text
from citemark.cli.lazy import LazyCommands
from citemark.errors import CitemarkError

_HOMES = {
    "conversations": "conversing:conversations_command",
    "clean": "cleaning:clean_command",
    "convert": "converting:convert_command",
    "doctor": "doctoring:doctor_command",
    "export": "exporting:export_command",
    "extract": "extracting:extract_command",
    "lint": "linting:lint_command",
    "prompt": "prompting:prompt_command",
    "render": "rendering:render_command",
    "render-all": "batching:render_all_command",
    "report": "reporting:report_command",
    "restore": "restoring:restore_command",
    "review": "reviewing:review_command",
    "rule": "explaining:rule_command",
    "sources": "importing:sources_command",
    "stream": "streaming:stream_command",
    "strip": "extracting:strip_command",
    "themes": "theming:themes_command",
    "verify": "verifying:verify_command",
}
"""Command → module of this package, and the name in it."""


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's signature
    if not wanted:
        return
    from importlib import metadata

    try:
        version = metadata.version("citemark")
    except metadata.PackageNotFoundError:
        version = "(not installed)"
    print_text(f"citemark {version}\n")
    ctx.exit()


@click.group(
    commands=LazyCommands({name: f"{__package__}.{at}" for name, at in _HOMES.items()}),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def command() -> None:
    """Turn answers with citation markers into HTML, e-mail, PDF, Markdown or text.

    Exit status: 0 done; 1 findings (lint: of level warning or error; render --strict:
    of level error); 2 an argument or a file cannot be used, and nothing was written.
    """


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
