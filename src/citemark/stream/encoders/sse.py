"""JSON over server-sent events: every event, for clients of your own."""

from __future__ import annotations

from citemark.stream.encoder import Encoder
from citemark.stream.events import Event
from citemark.stream.fragments import frame, to_json


def encode(event: Event, _target: str) -> str:
    """Write *event* under the name of its type, with its id for ``Last-Event-ID``."""
    return frame(to_json(event.to_dict()), id=event.event_id, event=event.type)


ENCODER = Encoder(
    name="sse",
    about="JSON over server-sent events, for the browser client and your own",
    encode=encode,
)
