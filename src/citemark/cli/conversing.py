"""``citemark conversations``: an export of conversations in, a folder of pages out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from citemark.cli.failure import FINDINGS, piped
from citemark.cli.files import encode, staged, unusable
from citemark.cli.formats import theme_option
from citemark.cli.settings import (
    config_for,
    config_option,
    isolated_option,
    parse_settings,
    setting_option,
)
from citemark.conversations import (
    ConversationPage,
    ConversationRenderer,
    open_export,
    read_conversations,
)
from citemark.errors import SourceError
from citemark.render.conversation import Listed, contents_page
from citemark.render.theme import load_theme
from citemark.visible import visible

_MOST_SHOWN = 20


@click.command("conversations")
@click.argument("export", metavar="EXPORT")
@click.option("-o", "--output", metavar="DIR", required=True, help="Folder to write.")
@theme_option
@setting_option
@config_option
@isolated_option
def conversations_command(
    *,
    export: str,
    output: str,
    theme: str | None,
    settings: tuple[str, ...],
    config: str | None,
    isolated: bool,
) -> None:
    """Render an export of ChatGPT, a page for each conversation.

    EXPORT is conversations.json, or the archive that holds it. DIR gets the pages and
    an index.html that leads to them. However large the export is, one conversation is
    in memory at a time.

    Exit status: 0 done; 1 a conversation could not be rendered; 2 an argument or the
    file cannot be used.
    """
    options = parse_settings(settings, config_for(export, config, isolated=isolated))
    renderer = ConversationRenderer(theme, options)
    folder = _Folder(Path(output))
    failed: list[str] = []
    with _opened(export) as file:
        for number, conversation in enumerate(read(file), start=1):
            try:
                folder.add(renderer.render(conversation))
            except SourceError as error:
                failed.append(f"conversation {number}: {error}")
    title = Path(export).stem
    index = contents_page(title, folder.listed, load_theme(theme or "chat"), options)
    folder.write("index.html", index)
    _summarize(folder, failed)
    if failed:
        raise click.exceptions.Exit(FINDINGS)


class _Folder:
    """The folder of pages."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.listed: list[Listed] = []
        self.citations = 0
        # Name → how many pages have it, less what tells them apart.
        self._taken: dict[str, int] = {}

    def add(self, page: ConversationPage) -> None:
        """Write *page* under a name of its own."""
        name = page.name
        while count := self._taken.get(name, 0):
            self._taken[name] = count + 1
            name = f"{name}-{count + 1}"
        self._taken[name] = 1
        self.write(f"{name}.html", page.html)
        self.listed.append(Listed(f"{name}.html", page.title, page.date))
        self.citations += page.citations

    def write(self, name: str, html: str) -> None:
        """Write the file *name*, all at once."""
        with staged() as files:
            files.add_folder(self.path)
            files.add(self.path / name, encode(html))
            files.commit()


@contextmanager
def _opened(export: str) -> Iterator[BinaryIO]:
    try:
        with open_export(Path(export)) as file:
            yield file
    except OSError as error:
        raise unusable(export, error) from error


def read(file: BinaryIO) -> Iterator[object]:
    """Yield the conversations of *file*, with a bar on a terminal."""
    if not sys.stderr.isatty():
        yield from read_conversations(file)
        return
    size = file.seek(0, 2)
    file.seek(0)
    with click.progressbar(length=size, label="Rendering", file=sys.stderr) as bar:
        done = 0
        for each in read_conversations(file):
            yield each
            at = file.tell()
            bar.update(at - done)
            done = at


def _summarize(folder: _Folder, failed: list[str]) -> None:
    lines = [visible(each) for each in failed[:_MOST_SHOWN]]
    if more := len(failed) - len(lines):
        lines.append(f"... and {more} more that failed")
    count = len(folder.listed)
    pages = f"{count} page" if count == 1 else f"{count} pages"
    lines.append(f"{pages}, {folder.citations} citations: {folder.path / 'index.html'}")
    with piped(sys.stderr):
        click.echo("\n".join(lines), err=True)
