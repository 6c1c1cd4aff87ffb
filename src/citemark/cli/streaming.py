"""``citemark stream``: an answer on standard input, rendered while it comes."""

from __future__ import annotations

import json
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator

import click

from citemark.cli.failure import Failure, Refusal
from citemark.cli.files import STDIN, print_text, shown_name, unusable
from citemark.cli.findings import print_findings
from citemark.cli.formats import id_prefix_option
from citemark.cli.settings import (
    config_for,
    config_option,
    isolated_option,
    needed_sources_option,
    parse_settings,
    setting_option,
)
from citemark.errors import CitemarkError, UnresolvedCitationError
from citemark.stores import open_store
from citemark.stream.encoder import Encoder, get_encoder
from citemark.stream.events import Event
from citemark.stream.fragments import checked_selector
from citemark.stream.renderer import StreamRenderer

_MOST_BYTES = 65_536
_SHOWN = 40


@click.command("stream")
@needed_sources_option
@click.option(
    "--encoder",
    metavar="NAME",
    help="How to write events: sse, jsonl, htmx, turbo, datastar, ai-sdk, ag-ui, html "
    "or text.  [default: text on a terminal, else sse]",
)
@click.option("--theme", metavar="NAME|DIR", default="chat", show_default=True)
@id_prefix_option
@click.option(
    "--message",
    metavar="NAME",
    default="answer",
    show_default=True,
    help="What events call the answer.",
)
@click.option(
    "--target",
    metavar="SELECTOR",
    default="#answer",
    show_default=True,
    help="Where the answer goes, for encoders that say so.",
)
@click.option("--json", "in_json", is_flag=True, help="Read one JSON string a line.")
@click.option("--stable", is_flag=True, help="Show unfinished Markdown as it stands.")
@setting_option
@config_option
@isolated_option
def stream_command(
    *,
    sources: str,
    encoder: str | None,
    theme: str,
    id_prefix: str,
    message: str,
    target: str,
    in_json: bool,
    stable: bool,
    settings: tuple[str, ...],
    config: str | None,
    isolated: bool,
) -> None:
    """Render an answer while it comes on standard input.

    Deltas are read as they come: raw text, or with --json one JSON string a line. The
    events go to standard output, each as soon as it can be told; findings go to
    standard error at the end.
    """
    target = checked_selector(target)
    wanted = get_encoder(encoder or ("text" if sys.stdout.isatty() else "sse"))
    stream = StreamRenderer(
        open_store(sources),
        theme=theme,
        options=parse_settings(settings, config_for(STDIN, config, isolated=isolated)),
        id_prefix=id_prefix,
        message=message,
        stable=stable,
        texts=wanted.texts,
        awaits_sources=False,
    )
    try:
        for delta in _deltas(in_json=in_json):
            _write(stream.feed(delta), wanted, target)
        last = stream.finish()
    except UnresolvedCitationError as error:
        _write(stream.abort("refused"), wanted, target)
        msg = f"{shown_name(STDIN)}: {error}"
        raise Refusal(msg) from error
    except (CitemarkError, Failure):
        # Whoever reads the events has to learn that no more will come.
        _write(stream.abort("error"), wanted, target)
        raise
    _write(last, wanted, target)
    print_findings(shown_name(STDIN), stream.rendered.diagnostics)


def _deltas(*, in_json: bool) -> Iterator[str]:
    try:
        yield from _strings() if in_json else _chunks()
    except OSError as error:
        raise unusable(shown_name(STDIN), error) from error


def _chunks() -> Iterator[str]:
    """Yield what there is on standard input, as soon as there is something.

    A byte order mark is no part of the answer; what is not UTF-8 becomes U+FFFD.
    """
    decoder = getincrementaldecoder("utf-8-sig")("replace")
    read1 = sys.stdin.buffer.read1  # type: ignore[union-attr] # typed too widely
    while chunk := read1(_MOST_BYTES):
        yield decoder.decode(chunk)
    yield decoder.decode(b"", final=True)


def _strings() -> Iterator[str]:
    """Yield the strings on standard input, one JSON value a line."""
    for number, line in enumerate(sys.stdin.buffer, start=1):
        if not line.strip():
            continue
        try:
            delta = json.loads(line)
        except (ValueError, RecursionError):
            delta = None
        if not isinstance(delta, str):
            shown = line.decode("utf-8", "replace").strip()[:_SHOWN]
            msg = f"{shown_name(STDIN)}:{number}: expected a JSON string, got {shown}"
            raise Failure(msg)
        yield delta


def _write(events: Iterable[Event], encoder: Encoder, target: str) -> None:
    text = "".join(encoder.encode(event, target) for event in events)
    if text:
        print_text(text)
