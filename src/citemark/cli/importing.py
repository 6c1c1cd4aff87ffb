"""``citemark sources``: files of records in, one store out, all or nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from citemark.cli.failure import Failure, colour, piped
from citemark.cli.files import unusable
from citemark.stores.records import read_records
from citemark.stores.writing import write_entries
from citemark.visible import visible


@click.group("sources")
def sources_command() -> None:
    """Keep any number of sources where they are found by ID."""


@sources_command.command("import")
@click.argument("files", metavar="FILES...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    metavar="STORE",
    required=True,
    help="Store to write: .sqlite or .jsonl.",
)
def import_command(files: tuple[str, ...], output: str) -> None:
    """Check the records of FILES (JSON, JSON Lines) and write them to one store.

    STORE is a SQLite file (.sqlite, .sqlite3, .db) or JSON Lines with an index beside
    it (.jsonl, .ndjson). What was there is replaced, once all records are found good;
    an ID that is given twice is refused.
    """
    paths, target = [Path(name) for name in files], Path(output)
    if target.resolve() in {path.resolve() for path in paths}:
        msg = f"{output}: would replace an input"
        raise Failure(msg)
    with _progress(sum(map(_size, paths))) as advance:
        records = (entry for path in paths for entry in read_records(path, advance))
        count = write_entries(target, records)
    with piped(sys.stderr):
        noun = "source" if count == 1 else "sources"
        message = f"Imported {count} {noun} into {visible(output)}"
        click.echo(message, err=True, color=colour())


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise unusable(str(path), error) from error


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], object]]:
    """Yield what to tell of finished bytes: a bar on standard error, on a terminal."""
    if not sys.stderr.isatty():
        yield int
        return
    with click.progressbar(length=total, label="Importing", file=sys.stderr) as bar:
        yield bar.update
