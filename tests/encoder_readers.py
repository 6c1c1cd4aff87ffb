"""What htmx, Turbo and Datastar do with what they are sent, on a tree of elements.

After their documentation and source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from bs4 import BeautifulSoup
from bs4.element import PageElement, Tag

from citemark.stream.encoder import get_encoder
from citemark.stream.events import Event
from tests.encoder_events import Received, receive

Swaps = Iterator[tuple[str, list[Tag], list[PageElement]]]
Reader = Callable[[BeautifulSoup, Received], Swaps]


def _htmx_2(page: BeautifulSoup, received: Received) -> Swaps:
    """Look up the targets of each element when its turn comes."""
    for element in _parsed(received.data).select("[hx-swap-oob]"):
        style, _, selector = str(element["hx-swap-oob"]).partition(":")
        yield style, page.select(selector), list(element.contents)


def _htmx_4(page: BeautifulSoup, received: Received) -> Swaps:
    """Look up all targets first; the last colon before a space ends the style."""
    found = []
    for element in _parsed(received.data).select("[hx-swap-oob]"):
        match = re.match(r"(\S+):(.+)", str(element["hx-swap-oob"]))
        assert match
        found.append((match[1], page.select(match[2]), list(element.contents)))
    yield from found


def _turbo(page: BeautifulSoup, received: Received) -> Swaps:
    for stream in _parsed(received.data).find_all("turbo-stream"):
        template = stream.find("template", recursive=False)
        content = list(template.contents) if isinstance(template, Tag) else []
        yield str(stream["action"]), page.select(str(stream["targets"])), content


def _datastar(page: BeautifulSoup, received: Received) -> Swaps:
    said: dict[str, list[str]] = {}
    for line in received.data.split("\n"):
        key, _, value = line.partition(" ")
        said.setdefault(key, []).append(value)
    html = "\n".join(said.get("elements", []))
    targets = page.select("\n".join(said["selector"]))
    yield said["mode"][0], targets, list(_parsed(html).contents)


def _parsed(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def _swap(style: str, target: Tag, content: list[PageElement]) -> None:
    if style in {"innerHTML", "update", "inner"}:
        target.clear()
        target.extend(content)
    elif style in {"beforebegin", "before"}:
        target.insert_before(*content)
    elif style in {"beforeend", "append"}:
        target.extend(content)
    elif style == "replace":
        target.replace_with(*content)
    else:
        assert style in {"delete", "remove"}
        target.extract()


READERS: list[tuple[str, Reader]] = [
    ("htmx", _htmx_2),
    ("htmx", _htmx_4),
    ("turbo", _turbo),
    ("datastar", _datastar),
]


def shown(name: str, reader: Reader, events: Iterable[Event]) -> str:
    """Return what a page shows in its place for the message at the end of *events*."""
    page = _parsed('<html><body id="log"><div class="here">Wait</div></body></html>')
    encoder = get_encoder(name)
    for event in events:
        for received in receive(encoder.encode(event, "#log > .here:nth-child(1)")):
            if received.name != "close":
                _apply(page, reader, received)
    place = page.select_one(".here")
    assert place
    return place.decode_contents()


def _apply(page: BeautifulSoup, reader: Reader, received: Received) -> None:
    for style, targets, content in reader(page, received):
        for target in targets:
            _swap(style, target, content)


def as_shown(html: str) -> str:
    """Return *html* as `shown` would."""
    return _parsed(html).decode()
