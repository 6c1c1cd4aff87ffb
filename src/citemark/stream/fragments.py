"""What encoders share: frames, one-line JSON, and changes of a page by selector.

Readers that swap HTML by selector (htmx, Turbo, Datastar) keep nothing between two
events, so the same few changes do for all of them. They cannot reach a block that was
closed before; if one was corrected, the finished article takes the place of what they
show.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from citemark.errors import ConfigError
from citemark.render.escape import escape_text
from citemark.stream.events import (
    Abort,
    BlockClose,
    BlockOpen,
    BlockPatch,
    End,
    Event,
    Slots,
    Snapshot,
    SourceAdd,
    SourcePatch,
    Start,
)

VOID = frozenset({"br", "col", "hr", "img", "input", "wbr"})
"""What we print without an end tag."""
_TAG_RE = re.compile(r"<(/?)([a-z][a-z0-9]*)((?:\"[^\"]*+\"|[^\"<>]++)*+)>")
_LINE_END_RE = re.compile(r"\r\n|\r|\n")

Action = Literal["fill", "before", "append", "replace", "remove"]


def frame(data: str, **fields: str) -> str:
    r"""Write one server-sent event: *fields* in their order, empty ones left out.

    >>> frame("a\rb", id="m:1")
    'id: m:1\ndata: a\ndata: b\n\n'
    """
    lines = [
        f"{name}: {_LINE_END_RE.sub(' ', value)}\n"
        for name, value in fields.items()
        if value
    ]
    lines += [f"data: {line}\n" for line in lines_of(data)]
    return "".join(lines) + "\n"


def lines_of(text: str) -> list[str]:
    """Divide *text* where a server-sent event has to begin a new line."""
    return _LINE_END_RE.split(text)


def last_with_id(event: Event, messages: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each message with its id: nothing, and that of *event* for the last.

    A reader whose connection breaks between two of them gets all of them once more.
    """
    last = len(messages) - 1
    for index, message in enumerate(messages):
        yield message, event.event_id if index == last else ""


def to_json(data: object) -> str:
    """Write *data* on one line, with nothing escaped that need not be."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a page, at the element that the CSS *selector* finds."""

    action: Action
    selector: str
    html: str = ""


def changes(event: Event, target: str) -> list[Change]:
    """Return what *event* changes in a page that shows the message in *target*.

    Each may need what the one before it brought.
    """
    made: list[Change] = []
    match event:
        case Snapshot(status=""):
            # Who has followed to the end gets this, and has an element for the status.
            made = [_renewed(event, event.html)]
        case Start() | Snapshot():
            made = [Change("fill", checked_selector(target), event.html + event.status)]
        case BlockOpen():
            made = [_opened(event)]
        case BlockPatch(late=False):
            made = [_patch(event)]
        case BlockClose():
            made = [Change("replace", by_id(event.slots.open), event.html)]
        case SourceAdd():
            made = _added(event)
        case SourcePatch():
            made = _patched(event)
        case End():
            made = _ended(event)
        case Abort():
            made = [_without(*_places(event))]
    return made


def open_block(slots: Slots, html: str) -> str:
    """Return the element around a block that is open; *html* is safe already."""
    return f'<div class="cx-block" id="{slots.open}">{html}</div>'


def by_id(name: str) -> str:
    """Return a selector of the element with the id *name*.

    Not ``#name``: a prefix may begin with a digit, and hold dots.
    """
    return f'[id="{name}"]'


def behind_blocks(end: End) -> int:
    """Return where the section of sources begins, or else the article ends."""
    found = end.article.rindex("</")
    if not end.sources:
        return found
    note_re = re.compile(rf' id="{re.escape(end.prefix)}s\d+"')
    depth = child = 0
    for tag in _TAG_RE.finditer(end.article):
        if tag[1]:
            depth -= 1
            continue
        if depth == 1:
            child = tag.start()
        if note_re.search(tag[3]):
            found = child
        depth += tag[2] not in VOID
    return found


def checked_selector(target: str) -> str:
    """Return *target*, a CSS selector, as one line.

    Raises:
        ConfigError: there is nothing in it.
    """
    selector = _LINE_END_RE.sub(" ", target).strip()
    if not selector:
        msg = "target: expected a CSS selector of the element to fill, got nothing"
        raise ConfigError(msg)
    return selector


def _renewed(event: Event, article: str) -> Change:
    growing = f":has(> {by_id(event.slots.blocks)})"
    return Change("replace", growing, article.removesuffix("\n"))


def _opened(event: BlockOpen) -> Change:
    places = event.slots
    return Change("before", by_id(places.blocks), open_block(places, event.html))


def _patch(event: BlockPatch) -> Change:
    selector = by_id(event.slots.open) + " > :last-child" * event.depth
    if event.mode == "append":
        return Change("append", selector, event.html)
    return Change("replace" if event.depth else "fill", selector, event.html)


def _added(event: SourceAdd) -> list[Change]:
    places = event.slots
    pieces = (
        (places.section, event.section),
        (places.notes, event.html),
        (places.cards, event.card),
    )
    return [Change("before", by_id(place), html) for place, html in pieces if html]


def _patched(event: SourcePatch) -> list[Change]:
    pieces = ((event.id, event.html), (f"{event.prefix}c{event.n}", event.card))
    if not event.html:
        return [Change("remove", ", ".join(by_id(name) for name, _ in pieces))]
    # The line end behind the old one stays.
    return [
        Change("replace", by_id(name), html.removesuffix("\n"))
        for name, html in pieces
        if html
    ]


def _ended(event: End) -> list[Change]:
    status = Change("fill", by_id(event.slots.status), escape_text(event.status))
    if event.corrected:
        return [_renewed(event, event.article), status]
    return [_without(event.slots.open, *_places(event)), status]


def _places(event: Event) -> tuple[str, ...]:
    slots = event.slots
    return slots.blocks, slots.section, slots.notes, slots.cards


def _without(*names: str) -> Change:
    return Change("remove", ", ".join(map(by_id, names)))
