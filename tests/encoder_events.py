"""A message as events, and what reads server-sent events, for tests of encoders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypedDict

from citemark.render.ids import safe_prefix
from citemark.stream.events import (
    Abort,
    BlockClose,
    BlockOpen,
    BlockPatch,
    End,
    Event,
    Notice,
    Ref,
    Snapshot,
    SourceAdd,
    SourcePatch,
    Start,
    Text,
)

PREFIX = safe_prefix("1 b")
STATUS = "Answer complete, 2 sources & 3 references"


def _paragraph(text: str) -> str:
    return f"<p>{text}</p>\n"


def _table(*rows: str) -> str:
    body = "\n".join(rows)
    return (
        "<table>\n<thead>\n<tr>\n<th>Port</th>\n</tr>\n</thead>\n"
        f"<tbody>\n{body}\n</tbody>\n</table>\n"
    )


def _row(text: str) -> str:
    return f"<tr>\n<td>{text}</td>\n</tr>"


def _note(number: int, name: str, rest: str = "") -> str:
    note = f"{PREFIX}s{number}"
    return f'<li id="{note}" value="{number}">\n{name}\n{rest}</li>\n'


def _card(number: int, title: str) -> str:
    return f'<div id="{PREFIX}c{number}" popover="hint">\n<b>{title}</b>\n</div>\n'


def _place(name: str) -> str:
    return f'<template id="{PREFIX}{name}"></template>'


def _section(notes: str) -> str:
    return (
        f'<section class="cx-src">\n<h2>Sources</h2>\n<ol>\n{notes}</ol>\n</section>\n'
    )


def _article(inside: str) -> str:
    return f'<article class="cx" dir="auto">\n{inside}</article>\n'


_LINK = '<a href="https://example.org/?a=1&amp;b" rel="nofollow"><cite>{}</cite></a>'
_REF = f'<a id="{PREFIX}r{{0}}" href="#{PREFIX}s{{0}}">[{{0}}]</a>'
_TIDES = _LINK.format("Tides &amp; <bdi>&lt;moons&gt;</bdi>")
_FIRST = _paragraph(f"It rises &lt;/template&gt;{_REF.format(1)} — twice.\u2028Yes.")
_TABLE = _table(_row("Rye"), _row(f"Hull{_REF.format(2)}"))
_CODE = "<pre><code>if a:\n\n    b &lt; c\n</code></pre>\n"
_NOTES = (
    _note(1, _TIDES, "<small>2 places</small>\n"),
    _note(2, "<cite>Untitled</cite>"),
)
_CARDS = (_card(1, "Tides"), _card(2, "Untitled"))
ARTICLE = _article(
    _FIRST + _TABLE + _CODE + _section("".join(_NOTES)) + "".join(_CARDS)
)


class _At(TypedDict):
    seq: int
    message: str
    prefix: str


_AT: _At = {"seq": 0, "message": "m", "prefix": PREFIX}
_PLACES = "".join(map(_place, ("blocks", "section", "cards")))
_STATUS = f'<p id="{PREFIX}status" role="status"></p>\n'


def message() -> list[Event]:
    """Return a finished message, in which every kind of change happens."""
    said = [*_first_block(), *_table_grows(), *_code_grows(), *_finish()]
    return numbered(
        Start(**_AT, html=_article(_PLACES), status=_STATUS, dir="auto"), *said
    )


def _first_block() -> Iterator[Event]:
    yield Text(**_AT, text="It rises ")
    yield BlockOpen(**_AT, block=1, html=_paragraph("It"))
    yield BlockPatch(**_AT, block=1, html=" rises", depth=1, mode="append")
    yield Ref(
        **_AT, ref=1, id=f"{PREFIX}r1", n=1, block=1, locators=("L1-L2",), quote="q"
    )
    yield SourceAdd(
        **_AT,
        n=1,
        id=f"{PREFIX}s1",
        html=_note(1, _TIDES),
        card=_card(1, "Tide"),
        section=_section(_place("notes")),
        source={"title": "Tides & <moons>", "url": "https://example.org/?a=1&b"},
    )
    yield BlockPatch(**_AT, block=1, html=_paragraph("It <em>rises</em> twice"))
    yield BlockClose(**_AT, block=1, html=_FIRST)


def _table_grows() -> Iterator[Event]:
    yield Text(**_AT, text="[1] \u2014 twice.\u2028Yes.\n\n")
    yield BlockOpen(**_AT, block=2, html=_table(_row("R")))
    yield BlockPatch(**_AT, block=2, html=_row("Rye"), depth=3)
    yield BlockPatch(**_AT, block=2, html=_row("H") + "\n", depth=2, mode="append")
    yield SourceAdd(
        **_AT,
        n=2,
        id=f"{PREFIX}s2",
        html=_NOTES[1],
        card=_CARDS[1],
        source=MappingProxyType({"title": "Untitled", "url": None, "path": ["a"]}),
    )
    yield BlockPatch(**_AT, block=2, html=f"<td>Hull{_REF.format(2)}</td>", depth=4)
    yield BlockClose(**_AT, block=2, html=_TABLE)
    # The first one, again: another place of it is cited.
    yield SourcePatch(**_AT, n=1, id=f"{PREFIX}s1", html=_NOTES[0], card=_CARDS[0])


def _code_grows() -> Iterator[Event]:
    yield BlockOpen(**_AT, block=3, html="<pre><code>if a:\n</code></pre>\n")
    yield BlockPatch(**_AT, block=3, html="\n    b &lt; ", depth=2, mode="append")
    yield BlockPatch(**_AT, block=3, html="c\n", depth=2, mode="append")
    yield BlockClose(**_AT, block=3, html=_CODE)


def _finish() -> Iterator[Event]:
    yield Notice(**_AT, code="CM1", name="a-b", level="info", start=1, end=2)
    yield ending()


def ending(*, corrected: bool = False) -> End:
    """Return how the message ends."""
    return End(
        **_AT,
        refs=2,
        sources=2,
        html_sha256="0" * 64,
        status=STATUS,
        corrected=corrected,
        article=ARTICLE,
        listed=(
            (1, "Tides & <moons>", "https://example.org/?a=1&b"),
            (2, "Untitled", None),
        ),
    )


def whole() -> Snapshot:
    """Return what comes before the end where no patch leads there."""
    return Snapshot(**_AT, html=ARTICLE)


def others() -> list[Event]:
    """Return the kinds of events that `message` lacks."""
    return numbered(
        BlockPatch(**_AT, block=1, html=_FIRST, late=True),
        SourcePatch(**_AT, n=2, id=f"{PREFIX}s2", html=""),
        Snapshot(**_AT, html=_article(_FIRST + _PLACES), status=_STATUS),
        Abort(**_AT, reason='the \r\nmodel "stopped"'),
    )


def numbered(*events: Event) -> list[Event]:
    """Return *events* with their numbers."""
    return [replace(event, seq=number) for number, event in enumerate(events, 1)]


@dataclass(frozen=True)
class Received:
    """What a browser dispatches for one server-sent event."""

    name: str
    data: str
    last_id: str


def receive(stream: str) -> list[Received]:
    """Read server-sent events as the HTML standard says."""
    received: list[Received] = []
    last_id = name = ""
    data: list[str] = []
    for line in re.split(r"\r\n|\r|\n", stream)[:-1]:
        key, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                received.append(Received(name or "message", "\n".join(data), last_id))
            name, data = "", []
        elif key == "data":
            data.append(value)
        elif key == "event":
            name = value
        elif key == "id":
            last_id = value
        else:
            raise AssertionError(line)
    assert not data
    return received
