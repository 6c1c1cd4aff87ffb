"""``citemark report``: answers in, pictures of what they cite out, all or nothing."""

from __future__ import annotations

import click

from citemark.cli.failure import Refusal
from citemark.cli.files import encode, print_text, read_text, shown_name, staged
from citemark.cli.findings import with_progress
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
from citemark.options import Options
from citemark.pictures import report
from citemark.sources import SourceStore
from citemark.stores import open_store


@click.command("report")
@click.argument("answers", metavar="ANSWER...", nargs=-1, required=True)
@sources_option
@click.option("-o", "--output", metavar="OUT", help="File or directory to write.")
@setting_option
@config_option
@isolated_option
def report_command(
    *,
    answers: tuple[str, ...],
    sources: str | None,
    output: str | None,
    settings: tuple[str, ...],
    config: str | None,
    isolated: bool,
) -> None:
    """Draw what answers cite, on one HTML page for each.

    A page works offline and without script. It shows the answer with its notes, how
    much of it has a citation, which source is cited in which sentence, and the sources
    themselves with the cited lines marked.

    One answer goes to standard output or to OUT. Several go into the directory OUT,
    each under its own name.
    """
    folder = folder_for(answers, output)
    targets = targets_for(answers, output=output, suffix=".html", inputs=(sources,))
    options = parse_settings(
        settings, config_for(answers[0], config, isolated=isolated)
    )
    store = open_store(sources) if sources else None
    with staged() as files:
        if folder is not None:
            files.add_folder(folder)
        for answer in with_progress(tuple(targets)):
            page = _page(answer, store, options)
            target = targets[answer]
            if target is None:
                print_text(page)
            else:
                files.add(target, encode(page))
        files.commit()


def _page(answer: str, store: SourceStore | None, options: Options) -> str:
    name = shown_name(answer)
    try:
        return report(read_text(answer), store, options=options, name=name)
    except UnresolvedCitationError as error:
        msg = f"{name}: {error}"
        raise Refusal(msg) from error
