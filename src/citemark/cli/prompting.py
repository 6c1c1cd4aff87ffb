"""``citemark prompt``: sources in, what a model is to see of them out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

import click

from citemark.cli.failure import Failure, colour, piped
from citemark.cli.files import STDIN, print_text
from citemark.cli.settings import (
    config_for,
    config_option,
    isolated_option,
    needed_sources_option,
    parse_settings,
    setting_option,
)
from citemark.prompt.instructions import citation_instructions
from citemark.sources import Prompt, SourceRegistry, Unit
from citemark.stores import open_store
from citemark.stores.writing import write_store
from citemark.visible import visible


@click.command("prompt")
@needed_sources_option
@click.option("--style", default="blocks", show_default=True, help="How it looks.")
@click.option(
    "--unit",
    type=click.Choice(get_args(Unit)),
    default="block",
    show_default=True,
    help="What gets an ID; line: a document with numbered lines.",
)
@click.option("--ids", metavar="PREFIX", help="New IDs: S for S1, S2 and so on.")
@click.option("--tool-name", metavar="NAME", help="The tool whose results these are.")
@click.option("--max-chars", metavar="N", type=int, help="The longest text.")
@click.option("--instructions", is_flag=True, help="First say how to cite.")
@click.option(
    "--registry", metavar="STORE", help="Write what is shown: .jsonl, .sqlite"
)
@setting_option
@config_option
@isolated_option
def prompt_command(
    *,
    sources: str,
    style: str,
    unit: Unit,
    ids: str | None,
    tool_name: str | None,
    max_chars: int | None,
    instructions: bool,
    registry: str | None,
    settings: tuple[str, ...],
    config: str | None,
    isolated: bool,
) -> None:
    """Print sources as a model is to see them, with IDs to cite.

    Nothing in their texts can pass for another source. With --registry the sources
    that are shown, under these IDs, go into a store, which the answer is rendered with.
    """
    if registry is not None and Path(registry).resolve() == Path(sources).resolve():
        msg = f"{registry}: would replace an input"
        raise Failure(msg)
    options = parse_settings(settings, config_for(STDIN, config, isolated=isolated))
    shown = _read(sources).to_prompt(
        style=style,
        unit=unit,
        ids=ids,
        tool_name=tool_name,
        max_chars=max_chars,
        options=options,
    )
    text = f"{shown.text}\n"
    if instructions:
        # Without numbers a line cannot be cited.
        hidden = () if unit == "line" else ("lines",)
        locators = [name for name in options.locators if name not in hidden]
        how = citation_instructions(style=style, locators=locators, tool_name=tool_name)
        text = f"{how}\n{text}"
    if registry is not None:
        count = write_store(registry, shown.registry)
        _tell(f"Wrote {count} sources into {registry}, {_fingerprint(registry, shown)}")
    print_text(text)


def _read(name: str) -> SourceRegistry:
    store = open_store(name)
    if isinstance(store, SourceRegistry):
        return store
    with store:
        return SourceRegistry(store.get_many(store.ids).values())


def _fingerprint(name: str, shown: Prompt) -> str:
    """Return that of *shown*, and whether an answer is held against it."""
    store = open_store(name)
    if isinstance(store, SourceRegistry):
        return f"fingerprint {shown.fingerprint}"
    store.close()
    return f"fingerprint {shown.fingerprint} (which this kind of store never compares)"


def _tell(message: str) -> None:
    with piped(sys.stderr):
        click.echo(visible(message), err=True, color=colour())
