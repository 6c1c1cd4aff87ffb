"""What an encoder is: one way to write events for one kind of reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from citemark.discover import discover
from citemark.errors import ConfigError
from citemark.stream.events import Event

SSE = "text/event-stream"
_SSE_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoder:
    """One way to write events.

    ``encode(event, target)`` is pure: it returns what to send for one event, or
    nothing. *target* is a CSS selector of the element that the article goes into, for
    readers that need to be told.
    """

    name: str
    about: str
    encode: Callable[[Event, str], str]
    media_type: str = SSE
    headers: Mapping[str, str] = field(default_factory=lambda: dict(_SSE_HEADERS))
    texts: bool = False
    """True where it needs `Text` events: `StreamRenderer` has to be asked for them."""


def get_encoder(name: str) -> Encoder:
    """Return the encoder called *name*.

    Raises:
        ConfigError: there is none; the message lists those there are.
    """
    encoders = discover("citemark.stream.encoders", "ENCODER", Encoder)
    found = encoders.get(name)
    if not isinstance(found, Encoder):
        msg = f"encoder: expected one of {', '.join(encoders)}, got {name!r}"
        raise ConfigError(msg)
    return found
