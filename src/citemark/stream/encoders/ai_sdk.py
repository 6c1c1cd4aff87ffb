"""The UI message stream, version 1, of Vercel's AI SDK.

The text goes out as Markdown with ``[1]`` for markers. Each source becomes a part with
its number for a ``sourceId`` when it is cited first; each citation a ``data-citation``
part, of which another with the same id takes the place; each finding a ``data-notice``
part, which messages do not keep. A part cannot be taken back, so a source whose
citation turns out to be none stays; nor can a reader go on in the middle.
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

_DONE = frame("[DONE]")


def encode(event: Event, _target: str) -> str:
    """Write *event* as parts of a message."""
    parts = "".join(frame(to_json(part)) for part in _parts(event))
    return parts + _DONE if isinstance(event, End | Abort) else parts


def _parts(event: Event) -> Iterator[Mapping[str, object]]:
    message = event.message
    match event:
        case Start():
            yield {"type": "start", "messageId": message}
            yield {"type": "text-start", "id": message}
        case Text(text=text):
            yield {"type": "text-delta", "id": message, "delta": text}
        case SourceAdd():
            yield _source(event)
        case Ref():
            yield {"type": "data-citation", "id": event.id, "data": _citation(event)}
        case Notice():
            yield {"type": "data-notice", "data": _notice(event), "transient": True}
        case End():
            yield {"type": "text-end", "id": message}
            yield {"type": "finish"}
        case Abort(reason=reason):
            yield {"type": "text-end", "id": message}
            yield {"type": "abort", "reason": reason}


def _source(event: SourceAdd) -> Mapping[str, object]:
    title, url = event.source.get("title"), event.source.get("url")
    if url:
        part = {"type": "source-url", "url": url}
    else:
        part = {"type": "source-document", "mediaType": "text/plain"}
    return {**part, "sourceId": str(event.n), "title": title}


def _citation(event: Ref) -> Mapping[str, object]:
    return {
        "ref": event.ref,
        "sourceId": str(event.n),
        "locators": event.locators,
        "quote": event.quote,
    }


def _notice(event: Notice) -> Mapping[str, object]:
    return {
        "code": event.code,
        "name": event.name,
        "level": event.level,
        "start": event.start,
        "end": event.end,
    }


ENCODER = Encoder(
    name="ai-sdk",
    about="the UI message stream of Vercel's AI SDK",
    encode=encode,
    headers={
        "Cache-Control": "no-cache",
        "X-Accel-Buffering": "no",
        "x-vercel-ai-ui-message-stream": "v1",
    },
    texts=True,
)
