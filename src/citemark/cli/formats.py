"""The options that say what an output is like, for all commands that make one."""

from __future__ import annotations

import click

from citemark.errors import ConfigError
from citemark.pipeline import get_output, output_names

FORMATS = "html, markdown, text, email, eml or pdf"
"""The outputs that help texts name; other packages may add some."""


def known_output(
    _ctx: click.Context, _option: click.Parameter, value: str | None
) -> str | None:
    """Return *value*, the name of an output, if there is such a one."""
    try:
        return value and get_output(value).name
    except ConfigError as error:
        raise click.BadParameter(str(error).removeprefix("to: ")) from error


def format_for(to: str | None, output: str | None) -> str:
    """Return *to*, or else what the name of the file *output* says, or HTML."""
    if to is not None:
        return to
    known = {suffix_of(name): name for name in output_names()}
    found = (suffix for suffix in known if (output or "").lower().endswith(suffix))
    return known.get(max(found, key=len, default=""), "html")


def suffix_of(to: str) -> str:
    """Return the suffix of files with the output *to*, dot included."""
    return get_output(to).suffix


to_option = click.option(
    "--to",
    metavar="FORMAT",
    callback=known_output,
    help=f"{FORMATS}.  [default: html]",
)
theme_option = click.option(
    "--theme", metavar="NAME|DIR", help="See `citemark themes`."
)
id_prefix_option = click.option(
    "--id-prefix", metavar="TEXT", default="", help="Starts every id."
)
