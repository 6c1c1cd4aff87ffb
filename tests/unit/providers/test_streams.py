"""Streams of providers, fed event by event; what they end with is the whole answer."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import pytest

from citemark import render
from citemark.provider import Answer
from citemark.responses.streaming import EventReader
from citemark.stream.answers import AnswerStream
from tests.stream_client import Client
from tests.unit.providers.support import samples

URL = "https://harbour.example/rules"
LINK = f"([harbour.example]({URL}))"


def responses(*, is_complete: bool) -> list[object]:
    text = f"It opens at seven. {LINK}\n\nTea is free."
    annotation = {
        "type": "url_citation",
        "url": URL,
        "title": "Harbour",
        "start_index": text.index(LINK),
        "end_index": text.index(LINK) + len(LINK),
    }
    part = {"type": "output_text", "text": text, "annotations": [annotation]}
    place = {"output_index": 1, "content_index": 0}
    events: list[object] = [
        {"type": "response.created", "response": {"output": []}},
        *[
            {"type": "response.output_text.delta", "delta": text[at : at + 7], **place}
            for at in range(0, len(text), 7)
        ],
        {
            "type": "response.output_text.annotation.added",
            "annotation": annotation,
            **place,
        },
    ]
    if is_complete:
        output = [{"type": "message", "content": [part]}]
        events.append({"type": "response.completed", "response": {"output": output}})
    return events


def gemini() -> list[object]:
    texts = ["Prés", "age. ", "Il pleut."]
    supports = [
        {
            "segment": {"startIndex": 10, "endIndex": 19, "text": "Il pleut."},
            "groundingChunkIndices": [0],
        }
    ]
    grounding = {
        "groundingChunks": [{"web": {"uri": URL, "title": "harbour.example"}}],
        "groundingSupports": supports,
    }
    pieces = [{"content": {"parts": [{"text": each}]}} for each in texts]
    thought = {"content": {"parts": [{"text": "Hm.", "thought": True}]}}
    last = {"content": {"parts": []}, "groundingMetadata": grounding}
    return [{"candidates": [each]} for each in (thought, *pieces, last)]


def ai_sdk() -> list[object]:
    return [
        {"type": "start"},
        {"type": "text-delta", "id": "1", "delta": "It opens "},
        {"type": "source-url", "sourceId": "s1", "url": URL, "title": "Harbour"},
        {"type": "text-delta", "id": "1", "delta": "at seven."},
        {"type": "finish"},
    ]


def chat() -> list[object]:
    text = f"It opens at seven. {LINK}"
    cited = {
        "url": URL,
        "title": "Harbour",
        "start_index": text.index(LINK),
        "end_index": len(text),
    }
    deltas: list[object] = [{"content": text[:9]}, {"content": text[9:]}]
    annotation = {"type": "url_citation", "url_citation": cited}
    deltas.append({"annotations": [annotation]})
    return [{"choices": [{"index": 0, "delta": each}]} for each in deltas]


def recorded(provider: str) -> list[object]:
    (events,) = [
        each.payload for each in samples(provider) if each.id.endswith("-stream")
    ]
    assert isinstance(events, list)
    return events


STREAMS = [
    pytest.param("openai_responses", responses(is_complete=True), id="responses"),
    pytest.param("openai_responses", responses(is_complete=False), id="cut-short"),
    pytest.param("gemini", gemini(), id="gemini"),
    pytest.param("ai_sdk", ai_sdk(), id="ai_sdk"),
    pytest.param("openai_chat", chat(), id="chat"),
    pytest.param("anthropic", recorded("anthropic"), id="anthropic"),
    pytest.param("cohere", recorded("cohere_v2"), id="cohere"),
]


def reader(provider: str) -> EventReader:
    made: object = import_module(f"citemark.providers.{provider}").stream()
    assert isinstance(made, EventReader)
    return made


def whole(provider: str, events: Sequence[object]) -> Answer:
    answer: object = import_module(f"citemark.providers.{provider}").answer_from(events)
    assert isinstance(answer, Answer)
    return answer


@pytest.mark.parametrize(("provider", "events"), STREAMS)
def test_the_text_comes_as_it_is_in_the_end(
    provider: str, events: list[object]
) -> None:
    events_of = reader(provider)
    pieces = [piece for event in events for piece in events_of.read(event)]
    text = "".join(piece for piece in pieces if isinstance(piece, str))
    answer = events_of.answer()
    assert answer == whole(provider, events)
    assert text == answer.text.rstrip() or text == answer.text
    assert answer.citations


@pytest.mark.parametrize(("provider", "events"), STREAMS)
def test_a_stream_ends_as_the_whole_answer(provider: str, events: list[object]) -> None:
    stream, client = AnswerStream(reader(provider), theme="base"), Client()
    for event in events:
        client.apply(stream.feed(event))
    client.apply(stream.finish(), "finish")
    wanted = render(whole(provider, events), theme="base")
    assert client.final == wanted.body
    assert stream.rendered.citations == wanted.citations
    assert wanted.references


def test_what_a_block_cites_is_shown_when_it_ends() -> None:
    stream, client = AnswerStream(reader("anthropic"), theme="base"), Client()
    events = recorded("anthropic")
    for event in events[:-1]:
        client.apply(stream.feed(event))
    assert not client.refs
    client.apply(stream.feed(events[-1]))
    assert len(client.refs) == 1


def test_white_space_at_the_end_of_a_block_comes_after_its_citation() -> None:
    citation = {"type": "web_search_result_location", "url": URL, "title": "Harbour"}
    events: list[object] = [
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "text", "text": "", "citations": [citation]},
        },
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": "It is open."},
        },
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": "\n\n"},
        },
        {"type": "content_block_stop", "index": 0},
        {
            "type": "content_block_start",
            "index": 1,
            "content_block": {"type": "text", "text": "Tea is free."},
        },
    ]
    pieces = [piece for event in events for piece in reader("anthropic").read(event)]
    assert pieces[:1] == ["It is open."]
    stream, client = AnswerStream(reader("anthropic"), theme="base"), Client()
    for event in events:
        client.apply(stream.feed(event))
    assert "It is open.<sup" in client.html
    client.apply(stream.finish(), "finish")
    assert client.counts["late"] == client.counts["snapshot"] == 0
