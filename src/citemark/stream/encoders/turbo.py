"""Turbo Streams over server-sent events.

The page listens with an element that stands outside the target::

    <turbo-stream-source id="answer-source" src="/answer"></turbo-stream-source>

Give it the prefix of the message's ids and ``source`` for its id: it is removed at the
end, which closes the connection. Without that, the browser opens it again.
"""

from __future__ import annotations

from citemark.render.escape import escape_attribute
from citemark.stream.encoder import Encoder
from citemark.stream.events import Abort, End, Event
from citemark.stream.fragments import Change, by_id, changes, frame


def encode(event: Event, target: str) -> str:
    """Write the changes of the page as one message."""
    made = changes(event, target)
    if isinstance(event, End | Abort):
        made.append(Change("remove", by_id(f"{event.prefix}source")))
    written = "".join(map(_stream, made))
    return frame(written, id=event.event_id) if written else ""


def _stream(change: Change) -> str:
    action = "update" if change.action == "fill" else change.action
    targets = escape_attribute(change.selector)
    template = "" if action == "remove" else f"<template>{change.html}</template>"
    return (
        f'<turbo-stream action="{action}" targets="{targets}">{template}</turbo-stream>'
    )


ENCODER = Encoder(
    name="turbo",
    about="Turbo Streams over server-sent events, for Hotwired Turbo",
    encode=encode,
)
