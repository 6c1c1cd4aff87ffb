"""``citemark restore``: a snapshot in, the output that was kept out."""

from __future__ import annotations

import click

from citemark.cli.failure import Failure, Refusal
from citemark.cli.files import read_text, shown_name, staged
from citemark.cli.formats import FORMATS, known_output, suffix_of
from citemark.cli.printing import print_output
from citemark.cli.targets import targets_for
from citemark.errors import SourceError
from citemark.snapshots import kept_etag, restore


@click.command("restore")
@click.argument("snapshot", metavar="SNAPSHOT")
@click.option(
    "--to",
    metavar="FORMAT",
    callback=known_output,
    help=f"Another format than it had: {FORMATS}.",
)
@click.option("--theme", metavar="NAME|DIR", help="Another theme than it had.")
@click.option("-o", "--output", metavar="OUT", help="File to write.")
def restore_command(
    snapshot: str, to: str | None, theme: str | None, output: str | None
) -> None:
    """Render again what `render --snapshot` kept in SNAPSHOT.

    It is a file, or - for standard input. Nothing else is read: answer, options and
    sources are those of then. Where the output differs from that of then, since
    citemark or the theme has changed, it is written all the same and the exit status
    is 1.
    """
    text = read_text(snapshot)
    try:
        rendered = restore(text, to=to, theme=theme)
        etag = kept_etag(text)
    except SourceError as error:
        msg = f"{shown_name(snapshot)}: {error}"
        raise Failure(msg) from error
    targets = targets_for(
        (snapshot,), output=output, suffix=suffix_of(rendered.request.to)
    )
    for target in targets.values():
        if target is None:
            print_output(rendered)
            continue
        with staged() as files:
            files.add(target, bytes(rendered))
            files.commit()
    if to is None and theme is None and rendered.etag != etag:
        msg = f"{shown_name(snapshot)}: the output differs from the one that was kept"
        raise Refusal(msg)
