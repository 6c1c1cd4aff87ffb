"""``citemark convert``: an answer written again in another dialect."""

from __future__ import annotations

from pathlib import Path

import click

from citemark.cli.files import STDIN, encode, print_text, read_text, staged
from citemark.cli.settings import sources_option
from citemark.cli.showing import show
from citemark.converting import convert
from citemark.stores import open_store
from citemark.visible import draw


@click.command("convert")
@click.argument("file", metavar="FILE|-")
@click.option(
    "--from",
    "from_",
    metavar="DIALECT",
    multiple=True,
    required=True,
    help="How FILE is written; may be given several times. auto: in any dialect.",
)
@click.option("--to", metavar="DIALECT", required=True, help="How it is to be written.")
@sources_option
@click.option("-o", "--output", "target", metavar="OUT", help="File to write.")
def convert_command(
    file: str, from_: tuple[str, ...], to: str, sources: str | None, target: str | None
) -> None:
    """Print FILE with its markers in another dialect.

    With sources, forms that authors write for other reasons, such as [1], count only
    where there is such a source. What cannot be written stays, and is told.
    """
    text = read_text(file)
    registry = None if sources is None else open_store(sources)
    done = convert(text, from_=from_, to=to, sources=registry)
    for said, markers in (("left", done.left), ("no place", done.placeless)):
        show(((f"{said}: {draw(each.raw)}\n", "") for each in markers), err=True)
    if target is None or target == STDIN:
        print_text(done.text)
        return
    with staged() as files:
        files.add(Path(target), encode(done.text))
        files.commit()
