"""Findings as lines on standard error, progress as a bar on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec

import click

from citemark.cli.failure import colour, piped
from citemark.diagnostic import Diagnostic, Severity
from citemark.visible import visible

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_LABEL = "Rendering"


def print_findings(
    name: str, diagnostics: Iterable[Diagnostic], *, placed: bool = True
) -> None:
    """Print one ``file:line:column: CODE message`` line for each diagnostic.

    Unless *placed*, the places are none of the file, and left out.
    """
    with piped(sys.stderr):
        for found in diagnostics:
            at = f":{found.line}:{found.column}" if placed else ""
            place = f"{visible(name)}{at}:"
            code = click.style(found.code, fg=_COLOURS[found.severity])
            line = f"{click.style(place, bold=True)} {code} {visible(found.message)}"
            click.echo(line, err=True, color=colour())


def print_hint(message: str) -> None:
    """Print what may help with the findings above it, as one line."""
    label = click.style("citemark:", fg="cyan", bold=True)
    with piped(sys.stderr):
        click.echo(f"{label} {visible(message)}", err=True, color=colour())


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Tell whether any diagnostic is of level error."""
    return any(found.severity is Severity.ERROR for found in diagnostics)


def with_progress(names: Sequence[str]) -> Iterator[str]:
    """Yield *names*, with a bar on standard error if that is a terminal."""
    if len(names) == 1 or not sys.stderr.isatty():
        yield from names
    elif find_spec("rich"):
        yield from _rich_bar(names)
    else:
        with click.progressbar(names, label=_LABEL, file=sys.stderr) as bar:
            yield from bar


def _rich_bar(names: Sequence[str]) -> Iterator[str]:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(names, description=_LABEL, console=console, transient=True)
