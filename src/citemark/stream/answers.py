r"""Streams the answers of providers: their events in, ours out.

The text is shown as it comes. What a claim cites is shown behind it where a provider
tells it in time; what comes later, as links and offsets do, is put right in the end,
when `rendered` is what `citemark.render` gives for the whole answer.

>>> from citemark.providers.anthropic import stream
>>> events = [
...     {"type": "content_block_start", "index": 0, "content_block": {"type": "text"}},
...     {"type": "content_block_delta", "index": 0, "delta": {
...         "type": "citations_delta", "citation": {
...             "type": "web_search_result_location", "title": "Harbour",
...             "cited_text": "Open.", "url": "https://harbour.example/"}}},
...     {"type": "content_block_delta", "index": 0, "delta": {
...         "type": "text_delta", "text": "It is open."}},
...     {"type": "content_block_stop", "index": 0},
... ]
>>> answer = AnswerStream(stream())
>>> [event.type for each in events for event in answer.feed(each)]
['start', 'block.open', 'source.add', 'block.patch', 'ref']
>>> [event.type for event in answer.finish()][-1]
'end'
>>> [each.title for each in answer.rendered.references]
['Harbour']
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable
from pathlib import Path

from citemark.options import Options
from citemark.rendered import Rendered
from citemark.responses.streaming import EventReader
from citemark.sources import Sources
from citemark.stream.events import Event
from citemark.stream.renderer import StreamRenderer


class AnswerStream:
    """Renders the answer that a provider streams; *reader* knows its events.

    The other arguments are those of `StreamRenderer`. Sources are those of the answer,
    unless others are given.
    """

    def __init__(
        self,
        reader: EventReader,
        sources: Sources = None,
        *,
        theme: str | Path = "chat",
        options: Options | None = None,
        id_prefix: str = "",
        message: str = "answer",
    ) -> None:
        """Prepare for the first event.

        Raises:
            SourceError: a source record is unusable.
            ThemeError: the theme is missing or broken.
            ConfigError: an option has an impossible value.
        """
        self._reader = reader
        self._renderer = StreamRenderer(
            sources,
            theme=theme,
            options=options,
            id_prefix=id_prefix,
            message=message,
            awaits_sources=False,
        )

    @property
    def rendered(self) -> Rendered:
        """The result, once `finish` was called: what `render` gives for the answer.

        Raises:
            ConfigError: the answer is not finished.
        """
        return self._renderer.rendered

    def feed(self, event: object) -> list[Event]:
        """Go on with *event* of the provider: decoded JSON, or an object of its SDK.

        Raises:
            SourceError: *event* is neither.
            ConfigError: the stream is over.
        """
        shown: list[Event] = []
        for piece in self._reader.read(event):
            if isinstance(piece, str):
                shown += self._renderer.feed(piece)
            else:
                shown += self._renderer.cite(piece)
        return shown

    def finish(self) -> list[Event]:
        """End the answer; return what is left to be shown, and to be put right.

        Raises:
            UnresolvedCitationError: only with ``strict`` or ``on_unresolved="raise"``.
            ConfigError: the stream is over.
        """
        return self._renderer.finish(self._reader.answer())

    def abort(self, reason: str = "") -> list[Event]:
        """End without an end: the model or the connection failed.

        Raises:
            ConfigError: the stream is over.
        """
        return self._renderer.abort(reason)

    def resume(self, last_event_id: str | None) -> list[Event]:
        """Return what a reader needs that has seen the events up to *last_event_id*.

        Raises:
            ConfigError: *last_event_id* is neither a string nor None.
        """
        return self._renderer.resume(last_event_id)

    async def astream(
        self, events: AsyncIterable[object]
    ) -> AsyncGenerator[list[Event], None]:
        """Feed *events* as they come; end with what `finish` returns."""
        async for event in events:
            if shown := self.feed(event):
                yield shown
        yield self.finish()
