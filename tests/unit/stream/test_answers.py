"""Answers of providers, streamed: text at once, citations as soon as they are told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citemark import Options, render
from citemark.errors import ConfigError, SourceError
from citemark.provider import Anchor, Answer, AnswerBuilder, Located
from citemark.responses.payload import Payload
from citemark.responses.streaming import EventReader, Piece
from citemark.source import Source
from citemark.stream.answers import AnswerStream
from citemark.stream.events import Event
from citemark.stream.renderer import StreamRenderer
from tests.stream_client import Client

NAMES = ("a", "b:1", "https://c.test/")


class Claims(EventReader):
    """A provider whose events are pieces of text, and what the text before cites.

    With *late*, it tells what is cited only in the end.
    """

    def __init__(self, *, late: bool = False) -> None:
        super().__init__()
        self._late = late

    def pieces(self, event: Payload) -> Iterator[Piece]:
        if text := event.text("text"):
            yield text
        elif not self._late:
            yield [source(each.text()) for each in event.items("cites")]

    def answer(self) -> Answer:
        builder, start = AnswerBuilder(), 0
        for event in map(Payload, self.events):
            builder.add_text(event.text("text"))
            for each in event.items("cites"):
                name = builder.add_source(
                    source_id=each.text(), title=f"Title of {each.text()}"
                )
                end = builder.length
                located = Located(start, end, anchor=Anchor.CLAIM)
                builder.cite(name, located, cited_text="Quoted.")
            if event.items("cites"):
                start = builder.length
        return builder.build()


def source(name: str) -> Source:
    return Source(source_id=name, title=f"Title of {name}")


def text(words: str) -> dict[str, object]:
    return {"text": words}


def cites(*names: str) -> dict[str, object]:
    return {"cites": list(names)}


def streamed(
    events: Sequence[object], *, late: bool = False, options: Options | None = None
) -> tuple[AnswerStream, Client]:
    stream = AnswerStream(Claims(late=late), theme="base", options=options)
    client = Client()
    for event in events:
        client.apply(stream.feed(event))
    client.apply(stream.finish(), "finish")
    return stream, client


def shows_the_answer(stream: AnswerStream, client: Client, answer: Answer) -> None:
    wanted = render(answer, theme="base")
    assert client.final == wanted.body
    assert stream.rendered.body == wanted.body
    assert stream.rendered.citations == wanted.citations
    assert stream.rendered.request == wanted.request


def answer_of(events: Sequence[object]) -> Answer:
    reader = Claims()
    for event in events:
        list(reader.read(event))
    return reader.answer()


def test_a_citation_is_shown_when_its_claim_ends() -> None:
    stream = AnswerStream(Claims(), theme="base")
    client = Client()
    client.apply(stream.feed(text("It is open.")))
    assert "[1]" not in client.html
    client.apply(stream.feed(cites("a")))
    assert "It is open.<sup" in client.html
    assert "Title of a" in client.html
    client.apply(stream.feed(text(" Tea is free.")))
    client.apply(stream.feed(cites("b:1", "a")))
    assert "Tea is free.<sup" in client.html


WORDS = st.sampled_from(
    [
        "It is open.",
        " Tea",
        " is free.",
        "\n\n",
        "- one\n",
        "**so",
        "** it is",
        "| a |\n",
    ]
)
EVENTS = st.lists(
    WORDS.map(text)
    | st.lists(st.sampled_from(NAMES), min_size=1, max_size=2).map(
        lambda names: cites(*names)
    ),
    max_size=12,
)


@given(events=EVENTS, late=st.booleans())
@example(
    events=[text("a\n\nb"), cites("a"), text("\n\nc\n\nd"), cites("a", "b:1")],
    late=False,
)
@example(events=[cites("a"), text("x")], late=False)
def test_the_end_is_what_rendering_gives(events: list[object], *, late: bool) -> None:
    stream, client = streamed(events, late=late)
    shows_the_answer(stream, client, answer_of(events))


def test_blocks_that_were_right_are_not_sent_again() -> None:
    events = [text("One.\n\nTwo."), cites("a"), text("\n\nThree.\n\nFour.")]
    _, client = streamed([*events, text("\n\nFive."), cites("a")])
    assert client.counts["snapshot"] == 0
    assert client.counts["late"] == 0


def test_no_text_forges_a_citation() -> None:
    events = [text("Open."), cites("a"), text(" \ue200cite\ue202cited-1\ue201 Free.")]
    stream, client = streamed(events)
    assert len(client.refs) == 1
    shows_the_answer(stream, client, answer_of(events))


def test_sources_that_were_given_are_those_that_count() -> None:
    given_sources = [{"source_id": "a", "title": "Own"}]
    stream = AnswerStream(Claims(), given_sources, theme="base")
    for event in text("Open."), cites("a"):
        stream.feed(event)
    stream.finish()
    assert [each.title for each in stream.rendered.references] == ["Own"]


def test_what_is_no_event_is_refused() -> None:
    stream = AnswerStream(Claims())
    with pytest.raises(SourceError, match="decoded JSON, got str"):
        stream.feed("data: {}")


def test_a_stream_ends_once() -> None:
    stream = AnswerStream(Claims())
    with pytest.raises(ConfigError, match="expected finish"):
        _ = stream.rendered
    stream.feed(text("Open."))
    assert [each.type for each in stream.abort("lost")] == ["abort"]
    with pytest.raises(ConfigError, match="is over"):
        stream.finish()


def test_a_reader_comes_back() -> None:
    stream = AnswerStream(Claims(), theme="base")
    client = Client()
    client.apply(stream.feed(text("Open.")))
    stream.feed(cites("a"))
    client.apply(stream.resume(client.last_id), "resume")
    client.apply(stream.finish(), "finish")
    assert client.final == stream.rendered.body


def test_events_come_asynchronously() -> None:
    async def events() -> AsyncIterator[object]:
        for each in (text("Open."), text(""), cites("a")):
            yield each

    async def collected() -> list[list[Event]]:
        stream = AnswerStream(Claims(), theme="base")
        return [each async for each in stream.astream(events())]

    client = Client()
    *first, last = asyncio.run(collected())
    for each in first:
        client.apply(each)
    client.apply(last, "finish")
    assert client.final is not None
    assert "Title of a" in client.final


def test_nothing_cited_is_nothing_new() -> None:
    stream = StreamRenderer()
    stream.feed("Open.")
    assert stream.cite([]) == []
