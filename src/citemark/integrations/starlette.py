"""Answers from Starlette and FastAPI: as a response, and as a stream of events.

    @app.get("/answer")
    def answer() -> CitemarkResponse:
        return CitemarkResponse(render(text, sources, page=True))

    @app.get("/stream")
    def stream(request: Request) -> StreamingResponse:
        return stream_response(StreamRenderer(sources), deltas())

A reader who loses the connection sends ``Last-Event-ID`` when it comes back. Only an
answer that goes on without readers can serve it: give the *missed* events, which
`StreamRenderer.resume` returns, and what comes after them, to `events_response`.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Mapping, Sequence

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from citemark.rendered import Rendered
from citemark.stream.encoder import Encoder, get_encoder
from citemark.stream.events import Event
from citemark.stream.renderer import StreamRenderer


class CitemarkResponse(Response):
    """A rendered answer, with its media type and entity tag."""

    def __init__(
        self,
        content: Rendered,
        status_code: int = 200,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Send *content*."""
        super().__init__(
            bytes(content),
            status_code,
            {"ETag": content.etag, **(headers or {})},
            content.media_type,
        )

    @classmethod
    def to(cls, request: Request, content: Rendered) -> Response:
        """Return *content*, or that the reader has it already."""
        known = request.headers.get("If-None-Match", "")
        if content.etag in (each.strip() for each in known.split(",")):
            return Response(status_code=304, headers={"ETag": content.etag})
        return cls(content)


def stream_response(
    stream: StreamRenderer,
    deltas: AsyncIterable[str | bytes],
    *,
    encoder: str = "sse",
    target: str = "#answer",
) -> StreamingResponse:
    """Render *deltas* of a model while they come, in the format of *encoder*.

    *target* is a CSS selector of the element that the article goes into.

    Raises:
        ConfigError: there is no such encoder.
    """
    return events_response(stream.astream(deltas), encoder=encoder, target=target)


def events_response(
    events: AsyncIterable[Sequence[Event]],
    *,
    missed: Sequence[Event] = (),
    encoder: str = "sse",
    target: str = "#answer",
) -> StreamingResponse:
    """Send *events* that somebody else makes, after those that a reader *missed*.

    Raises:
        ConfigError: there is no such encoder.
    """
    found = get_encoder(encoder)
    return StreamingResponse(
        _written(found, events, missed, target),
        media_type=found.media_type,
        headers=dict(found.headers),
    )


def last_event_id(request: Request) -> str | None:
    """Return the last event that the reader has, for `StreamRenderer.resume`."""
    return request.headers.get("Last-Event-ID")


async def _written(
    encoder: Encoder,
    events: AsyncIterable[Sequence[Event]],
    missed: Sequence[Event],
    target: str,
) -> AsyncIterator[str]:
    yield "".join(encoder.encode(event, target) for event in missed)
    async for several in events:
        yield "".join(encoder.encode(event, target) for event in several)
