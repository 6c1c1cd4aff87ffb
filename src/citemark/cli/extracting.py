"""``citemark extract`` and ``citemark strip``: markers as data, or gone."""

from __future__ import annotations

import json
from pathlib import Path

import click

from citemark.cli.files import STDIN, encode, print_text, read_text, staged
from citemark.helpers import extract_citations, scan, strip_citations
from citemark.model import Marker
from citemark.spans import LineIndex

_FAMILIES = click.option(
    "--family",
    "families",
    multiple=True,
    default=("cite",),
    show_default=True,
    help="Marker family; may be given several times.",
)


@click.command("extract")
@click.argument("file", metavar="FILE|-")
@_FAMILIES
@click.option("--scan", "everything", is_flag=True, help="Broken markers too.")
def extract_command(file: str, families: tuple[str, ...], *, everything: bool) -> None:
    """Print the citation markers of FILE as JSON.

    There is one object for each marker. Offsets are code points, half-open. With --scan
    every stretch of marker characters is listed, well-formed or not, with its line, its
    column and what is wrong with it.
    """
    text = read_text(file)
    found: list[object]
    if everything:
        index = LineIndex(text)
        found = [_described(marker, index) for marker in scan(text)]
    else:
        found = list(extract_citations(text, families=families))
    # ASCII escapes make the marker characters visible, and safe for a terminal.
    print_text(f"{json.dumps(found, indent=2)}\n")


def _described(marker: Marker, index: LineIndex) -> dict[str, object]:
    line, column = index.position(marker.start)
    return {
        "kind": marker.kind,
        "raw": marker.raw,
        "family": marker.family,
        "citations": [
            {"source_id": citation.source_id, "locator": citation.raw_locator}
            for citation in marker.citations
        ],
        "start": marker.start,
        "end": marker.end,
        "line": line,
        "column": column,
        "findings": [f"{found.code.code} {found.message}" for found in marker.findings],
    }


@click.command("strip")
@click.argument("file", metavar="FILE|-")
@_FAMILIES
@click.option("-o", "--output", "target", metavar="OUT", help="File to write.")
def strip_command(file: str, families: tuple[str, ...], target: str | None) -> None:
    """Print FILE without its citation markers.

    All else stays byte for byte.
    """
    text = read_text(file)
    stripped = strip_citations(text, extract_citations(text, families=families))
    if target is None or target == STDIN:
        print_text(stripped)
        return
    with staged() as files:
        files.add(Path(target), encode(stripped))
        files.commit()
