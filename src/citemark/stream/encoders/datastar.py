"""Datastar's patches of elements over server-sent events.

Datastar 1 or later: what is appended may be plain text.
"""

from __future__ import annotations

from citemark.stream.encoder import Encoder
from citemark.stream.events import Event
from citemark.stream.fragments import Change, changes, frame, last_with_id, lines_of


def encode(event: Event, target: str) -> str:
    """Write each change of the page as an event of Datastar's."""
    messages = [_lines(change) for change in changes(event, target)]
    return "".join(
        frame(data, event="datastar-patch-elements", id=key)
        for data, key in last_with_id(event, messages)
    )


def _lines(change: Change) -> str:
    mode = "inner" if change.action == "fill" else change.action
    lines = [f"mode {mode}", f"selector {change.selector}"]
    if change.html:
        lines += [f"elements {line}" for line in lines_of(change.html)]
    return "\n".join(lines)


ENCODER = Encoder(
    name="datastar",
    about="patches of elements over server-sent events, for Datastar",
    encode=encode,
)
