"""AG-UI: a text message, with its sources and citations as custom events.

The text goes out as Markdown with ``[1]`` for markers. The protocol has no event for
citations, so ``CUSTOM`` ones named ``source``, ``citation`` and ``notice`` carry what
the events of those types say, and the message they belong to; ``abort`` the reason.
The run around the message is the application's own to announce.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from citemark.stream.encoder import Encoder
from citemark.stream.events import (
    Abort,
    End,
    Event,
    Notice,
    Ref,
    SourceAdd,
    Start,
    Text,
)
from citemark.stream.fragments import frame, to_json

_NAMES = {
    SourceAdd.type: "source",
    Ref.type: "citation",
    Notice.type: "notice",
    Abort.type: "abort",
}
# HTML is for other readers, the rest is said by the message.
_LEFT_OUT = frozenset({"v", "seq", "msg", "type", "html", "card", "section"})


def encode(event: Event, _target: str) -> str:
    """Write *event* as events of the protocol."""
    return "".join(frame(to_json(each)) for each in _events(event))


def _events(event: Event) -> Iterator[Mapping[str, object]]:
    message = event.message
    match event:
        case Start():
            yield {
                "type": "TEXT_MESSAGE_START",
                "messageId": message,
                "role": "assistant",
            }
        case Text(text=text):
            yield {"type": "TEXT_MESSAGE_CONTENT", "messageId": message, "delta": text}
        case SourceAdd() | Ref() | Notice():
            yield _custom(event)
        case End():
            yield {"type": "TEXT_MESSAGE_END", "messageId": message}
        case Abort():
            yield _custom(event)
            yield {"type": "TEXT_MESSAGE_END", "messageId": message}


def _custom(event: Event) -> Mapping[str, object]:
    said = {k: v for k, v in event.to_dict().items() if k not in _LEFT_OUT}
    return {
        "type": "CUSTOM",
        "name": _NAMES[event.type],
        "value": {"messageId": event.message, **said},
    }


ENCODER = Encoder(
    name="ag-ui",
    about="messages and custom events of AG-UI",
    encode=encode,
    texts=True,
)
