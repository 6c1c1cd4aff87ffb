"""One JSON object a line: every event, for programs."""

from __future__ import annotations

from citemark.stream.encoder import Encoder
from citemark.stream.events import Event
from citemark.stream.fragments import to_json


def encode(event: Event, _target: str) -> str:
    """Write *event* as one line."""
    return to_json(event.to_dict()) + "\n"


ENCODER = Encoder(
    name="jsonl",
    about="one JSON object a line, for programs",
    encode=encode,
    media_type="application/x-ndjson",
)
