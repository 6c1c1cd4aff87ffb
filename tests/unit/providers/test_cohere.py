"""Cohere's Chat API."""

from __future__ import annotations

import pytest

from citemark.provider import Answer, Flag
from citemark.providers.cohere import answer_from


def told(answer: Answer) -> list[tuple[str | None, int | None, int | None]]:
    return [(span.source_id, span.start, span.end) for span in answer.citations]


def test_a_whole_response_is_read_like_its_message() -> None:
    citation = {"start": 0, "end": 3, "text": "Tea", "sources": [{"id": "a"}]}
    message = {"content": [{"type": "text", "text": "Tea."}], "citations": [citation]}
    answer = answer_from({"message": message, "finish_reason": "COMPLETE"})
    assert answer == answer_from(message)
    assert told(answer) == [("a", 0, 3)]
    plain = answer_from({"content": "Tea.", "citations": [citation]})
    assert plain == answer


def test_a_tool_is_a_source_with_what_it_returned() -> None:
    output = {"title": "Teas", "url": "https://a.example/", "content": "Green."}
    source = {"type": "tool", "id": "search_0", "tool_output": output}
    citation = {"start": 0, "end": 3, "text": "Tea", "sources": [source]}
    content = [{"type": "text", "text": "Tea."}]
    answer = answer_from({"content": content, "citations": [citation]})
    (found,) = answer.sources
    assert (found.source_id, found.title) == ("search_0", "Teas")
    assert (found.url, found.text) == ("https://a.example/", "Green.")


@pytest.mark.parametrize(
    ("kind", "index", "expected"),
    [
        ("TEXT_CONTENT", 2, [("a", 4, 7)]),
        ("TEXT_CONTENT", 1, [("a", 0, 3)]),
        # Without an index, the first text is meant, and thoughts are none.
        ("TEXT_CONTENT", None, [("a", 0, 3)]),
        ("TEXT_CONTENT", 0, []),
        ("THINKING_CONTENT", 1, []),
        ("PLAN", None, []),
    ],
)
def test_offsets_count_in_one_block(
    kind: str, index: int | None, expected: list[object]
) -> None:
    content = [
        {"type": "thinking", "thinking": "Tea"},
        {"type": "text", "text": "Tea "},
        {"type": "text", "text": "Tea."},
    ]
    source = {"type": "document", "document": {"id": "a"}}
    citation = {"start": 0, "end": 3, "text": "Tea", "sources": [source]}
    citations = [{**citation, "type": kind, "content_index": index}]
    answer = answer_from({"content": content, "citations": citations})
    assert told(answer) == expected


def test_in_a_stream_citations_have_indexes_of_their_own() -> None:
    def event(kind: str, index: int, **message: object) -> dict[str, object]:
        return {"type": kind, "index": index, "delta": {"message": message}}

    citation = {"start": 0, "end": 3, "text": "Tea", "sources": [{"id": "a"}]}
    events = [
        event("content-start", 0, content={"type": "thinking", "thinking": ""}),
        event("content-delta", 0, content={"thinking": "Hm."}),
        event("content-start", 1, content={"type": "text", "text": ""}),
        event("content-delta", 1, content={"text": "Te"}),
        event("content-delta", 1, content={"text": "a."}),
        event("citation-start", 0, citations={**citation, "content_index": 1}),
        event("citation-start", 1, citations=[{**citation, "content_index": 1}]),
        {"type": "message-end", "delta": {"finish_reason": "COMPLETE"}},
    ]
    answer = answer_from(events)
    assert answer.text == "Tea."
    assert told(answer) == [("a", 0, 3), ("a", 0, 3)]
    assert answer.citations[1].flags == (Flag.DUPLICATE,)


def test_a_document_of_version_1_may_be_missing() -> None:
    citation = {"start": 0, "end": 3, "text": "Tea", "document_ids": ["a", "b"]}
    documents = [{"id": "a", "title": "Teas"}]
    whole = {"text": "Tea.", "citations": [citation], "documents": documents}
    answer = answer_from(whole)
    assert told(answer) == [("a", 0, 3), (None, 0, 3)]
    assert answer.citations[1].flags == (Flag.UNKNOWN_SOURCE,)
    events = [
        {"event_type": "text-generation", "text": "Tea."},
        {"event_type": "stream-end", "response": whole},
    ]
    assert answer_from(events) == answer
