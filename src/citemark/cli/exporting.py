"""``citemark export``: answers in, their sources out for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from citemark.api import Renderer
from citemark.cli.failure import Refusal
from citemark.cli.files import encode, print_text, read_text, shown_name, staged
from citemark.cli.findings import print_findings, with_progress
from citemark.cli.settings import (
    config_for,
    config_option,
    isolated_option,
    parse_settings,
    setting_option,
    sources_option,
)
from citemark.cli.targets import folder_for, targets_for
from citemark.diagnostic import Diagnostic
from citemark.errors import UnresolvedCitationError
from citemark.export import export, get_export, list_exports
from citemark.options import Options
from citemark.sources import Sources
from citemark.stores import open_store


@dataclass(frozen=True, slots=True)
class _Exported:
    text: str
    diagnostics: tuple[Diagnostic, ...]


@click.command("export")
@click.argument("answers", metavar="ANSWER...", nargs=-1, required=True)
@sources_option
@click.option(
    "--to",
    type=click.Choice(tuple(list_exports())),
    required=True,
    help="Format to write.",
)
@click.option("-o", "--output", metavar="OUT", help="File or directory to write.")
@setting_option
@config_option
@isolated_option
def export_command(
    *,
    answers: tuple[str, ...],
    sources: str | None,
    to: str,
    output: str | None,
    settings: tuple[str, ...],
    config: str | None,
    isolated: bool,
) -> None:
    """Write the sources that answers cite for other programs.

    One answer (a file, or - for standard input) goes to standard output or to OUT.
    Several go into the directory OUT, each under its own name with the suffix of the
    format. Findings go to standard error as file:line:column: CODE message.
    """
    suffix = get_export(to).suffix
    targets = targets_for(answers, output=output, suffix=suffix, inputs=(sources,))
    options = parse_settings(
        settings, config_for(answers[0], config, isolated=isolated)
    )
    store = open_store(sources) if sources else None
    exported = _export_all(tuple(targets), store, to, options)
    _write(exported, targets, folder_for(answers, output))
    for answer, result in exported.items():
        if targets[answer] is None:
            print_text(result.text)
        print_findings(shown_name(answer), result.diagnostics)


def _export_all(
    answers: tuple[str, ...], sources: Sources, to: str, options: Options
) -> dict[str, _Exported]:
    renderer = Renderer(options=options)
    exported: dict[str, _Exported] = {}
    for answer in with_progress(answers):
        try:
            rendered = renderer.render(read_text(answer), sources, to="text")
        except UnresolvedCitationError as error:
            msg = f"{shown_name(answer)}: {error}"
            raise Refusal(msg) from error
        text = export(rendered, sources, to=to, options=options)
        exported[answer] = _Exported(text, rendered.diagnostics)
    return exported


def _write(
    exported: Mapping[str, _Exported],
    targets: Mapping[str, Path | None],
    folder: Path | None,
) -> None:
    """Put every output that has a file in its place, all together."""
    with staged() as files:
        if folder is not None:
            files.add_folder(folder)
        for answer, result in exported.items():
            target = targets[answer]
            if target is not None:
                files.add(target, encode(result.text))
        files.commit()
