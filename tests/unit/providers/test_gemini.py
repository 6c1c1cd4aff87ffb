"""Gemini's generateContent, and the Interactions API."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from citemark.locators.pages import Pages
from citemark.provider import Anchor, Answer, Flag
from citemark.providers import gemini, gemini_interactions

_WEB = {"web": {"uri": "https://a.example/", "title": "a.example"}}


def grounded(
    parts: Sequence[object], segment: object = None, chunk: object = _WEB
) -> dict[str, object]:
    """Return a response with one chunk, and one support if there is a *segment*."""
    support = {"segment": segment, "groundingChunkIndices": [0]}
    metadata = {
        "groundingChunks": [chunk],
        "groundingSupports": [] if segment is None else [support],
    }
    candidate = {"content": {"parts": parts}, "groundingMetadata": metadata}
    return {"candidates": [candidate]}


def place(answer: Answer) -> tuple[int | None, int | None, tuple[Flag, ...]]:
    (span,) = answer.citations
    return span.start, span.end, span.flags


_PARTS = [{"text": "Thé. "}, {"text": "Hm.", "thought": True}, {"text": "Café. Thé."}]


@pytest.mark.parametrize(
    ("segment", "expected"),
    [
        # In its part, counted in bytes; thoughts are parts, though not of the answer.
        (
            {"partIndex": 2, "startIndex": 0, "endIndex": 6, "text": "Café."},
            (5, 10, ()),
        ),
        ({"partIndex": 2, "endIndex": 6}, (5, 10, ())),
        ({"startIndex": 6, "endIndex": 12}, (5, 10, ())),
        # Some say which part it is, and count from the beginning all the same.
        (
            {"partIndex": 2, "startIndex": 6, "endIndex": 12, "text": "Café."},
            (5, 10, (Flag.REPAIRED,)),
        ),
        (
            {"partIndex": 2, "startIndex": 0, "endIndex": 12, "text": "Thé. Café."},
            (0, 10, ()),
        ),
        # No part is the ninth: then it is the whole text.
        ({"partIndex": 9, "startIndex": 6, "endIndex": 12}, (5, 10, ())),
        ({"partIndex": 2, "startIndex": 4, "endIndex": 5}, (None, None, (Flag.SPLIT,))),
        # Two bytes too far.
        ({"startIndex": 8, "endIndex": 14, "text": "Café."}, (5, 10, (Flag.REPAIRED,))),
        ({"text": "Café."}, (5, 10, (Flag.REPAIRED,))),
        ({"startIndex": 3}, (None, None, ())),
    ],
)
def test_offsets_count_in_their_part_or_in_all(
    segment: dict[str, object],
    expected: tuple[int | None, int | None, tuple[Flag, ...]],
) -> None:
    answer = gemini.answer_from(grounded(_PARTS, segment))
    assert answer.text == "Thé. Café. Thé."
    assert place(answer) == expected


def test_chunks_that_nothing_refers_to_are_only_listed() -> None:
    answer = gemini.answer_from(grounded(_PARTS))
    assert place(answer) == (None, None, ())
    assert answer.citations[0].source_id == "https://a.example/"


@pytest.mark.parametrize(
    ("chunk", "source_id", "url", "page"),
    [
        (
            {"retrievedContext": {"title": "menu.pdf", "text": "Tea", "pageNumber": 2}},
            *("menu.pdf", None, Pages(2, 2)),
        ),
        (
            {"maps": {"placeId": "places/7", "title": "Café", "uri": "https://m/"}},
            *("places/7", "https://m/", None),
        ),
        (
            {"image": {"sourceUri": "https://i.example/", "title": "Picture"}},
            *("https://i.example/", "https://i.example/", None),
        ),
        ({"unheard": {}}, "source-1", None, None),
    ],
)
def test_each_kind_of_chunk_is_a_source(
    chunk: object, source_id: str, url: str | None, page: Pages | None
) -> None:
    answer = gemini.answer_from(grounded(_PARTS, {"endIndex": 5}, chunk))
    assert (answer.sources[0].source_id, answer.sources[0].url) == (source_id, url)
    assert answer.citations[0].locator == page


def test_the_passage_of_a_corpus_may_be_in_its_chunk_only() -> None:
    passage = {"text": "Tea is green.", "pageSpan": {"firstPage": 4}}
    chunk = {"retrievedContext": {"title": "menu.pdf", "ragChunk": passage}}
    answer = gemini.answer_from(grounded(_PARTS, {"endIndex": 5}, chunk))
    (span,) = answer.citations
    assert (span.cited_text, span.locator) == ("Tea is green.", Pages(4, 4))


@pytest.mark.parametrize("index", [None, 0])
def test_a_stream_is_one_text_whatever_was_said_before(index: int | None) -> None:
    def response(text: str, *, thought: bool = False) -> dict[str, object]:
        parts = [{"text": text, "thought": thought}]
        return {"candidates": [{"content": {"parts": parts}}]}

    last = grounded([], {"partIndex": index, "startIndex": 5, "endIndex": 12})
    events = [response("Thé"), response(". Caf"), response("é."), last]
    answer = gemini.answer_from(events)
    assert answer.text == "Thé. Café."
    assert place(answer) == (4, 10, ())
    events = [response("Hm.", thought=True), *events]
    again = gemini.answer_from(events)
    assert again.text == "Thé. Café."


def test_supports_are_kept_though_a_response_without_follows() -> None:
    events = [grounded([{"text": "Tea."}], {"endIndex": 4}), grounded([])]
    assert place(gemini.answer_from(events)) == (0, 4, ())


def test_a_candidate_is_read_like_its_response() -> None:
    response = grounded(_PARTS, {"endIndex": 5})
    candidates = response["candidates"]
    assert isinstance(candidates, list)
    assert gemini.answer_from(candidates[0]) == gemini.answer_from(response)


def annotated(*annotations: object) -> Answer:
    content = [{"type": "text", "text": "Café.", "annotations": annotations}]
    return gemini_interactions.answer_from(
        {"steps": [{"type": "model_output", "content": content}]}
    )


def test_a_place_is_a_source() -> None:
    annotation = {
        "type": "place_citation",
        "place_id": "places/7",
        "name": "Café",
        "url": "https://m.example/",
        "end_index": 6,
    }
    answer = annotated(annotation)
    (source,) = answer.sources
    assert (source.source_id, source.title) == ("places/7", "Café")
    assert place(answer) == (0, 5, ())


def test_other_annotations_cite_nothing() -> None:
    answer = annotated({"type": "word_info", "start_index": 0, "end_index": 6})
    assert answer.citations == ()


def test_thoughts_and_questions_are_no_part_of_the_answer() -> None:
    steps = [
        {"type": "user_input", "content": [{"type": "text", "text": "Tea?"}]},
        {"type": "thought", "summary": [{"type": "text", "text": "Hm."}]},
        {"type": "model_output", "content": [{"type": "image", "text": "no"}]},
        {"type": "model_output", "content": [{"type": "text", "text": "Tea."}]},
    ]
    assert gemini_interactions.answer_from({"steps": steps}).text == "Tea."


def test_annotations_of_a_stream_follow_their_text() -> None:
    def annotation(url: str) -> object:
        found = {"type": "url_citation", "url": url, "start_index": 0, "end_index": 6}
        return {"type": "text_annotation_delta", "annotations": [found]}

    events: list[object] = [{"event_type": "interaction.created", "interaction": {}}]
    for index in (1, 2):
        for delta in (
            {"type": "text", "text": "Ca"},
            {"type": "text", "text": "fé."},
            annotation(f"https://{index}.example/"),
        ):
            event = {"event_type": "step.delta", "index": index, "delta": delta}
            events.append(event)
    thought = {"type": "thought_summary", "content": {"type": "text", "text": "Hm."}}
    events.append({"event_type": "step.delta", "index": 0, "delta": thought})
    answer = gemini_interactions.answer_from(events)
    assert answer.text == "Café.Café."
    told = [(span.source_id, span.start, span.end) for span in answer.citations]
    assert told == [("https://1.example/", 0, 5), ("https://2.example/", 5, 10)]
    assert {span.anchor for span in answer.citations} == {Anchor.CLAIM}
