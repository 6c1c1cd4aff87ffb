"""Messages of frameworks: several parts, and all that is in them besides text."""

from __future__ import annotations

import pytest

from citemark import render
from citemark.locators.pages import Pages
from citemark.provider import Anchor
from citemark.providers import (
    ai_sdk,
    haystack,
    llamaindex,
    mcp,
    pydantic_ai,
    read_response,
)


def test_pydantic_ai_counts_within_a_part() -> None:
    source = {"kind": "web", "url": "https://a.test/", "excerpts": ["One.", "Two."]}
    citation = {
        "sources": [source, {"document_id": "d"}],
        "anchor": {"kind": "content", "start": 0, "end": 5},
    }
    parts = [
        {"part_kind": "thinking", "content": "Hm."},
        {"part_kind": "text", "content": "Yes. "},
        {"part_kind": "text", "content": "Rain.", "citations": [citation]},
    ]
    answer = pydantic_ai.answer_from({"kind": "response", "parts": parts})
    assert answer.text == "Yes. Rain."
    assert [(each.start, each.end) for each in answer.citations] == [(5, 10)] * 2
    assert answer.citations[0].cited_text == "One. … Two."
    assert answer.registry.ids == ("https://a.test/", "d")


def test_the_ai_sdk_streams_the_parts_of_its_messages() -> None:
    source = {"sourceId": "s", "url": "https://a.test/", "title": "A"}
    chunks = [
        {"type": "start"},
        {"type": "text-delta", "id": "0", "delta": "Ra"},
        {"type": "text-delta", "id": "0", "delta": "in."},
        {"type": "source-url", **source},
    ]
    parts = [{"type": "text", "text": "Rain."}, {"type": "source-url", **source}]
    result = {
        "text": "Rain.",
        "sources": [{"type": "source", "sourceType": "url", "id": "s", **source}],
    }
    message = ai_sdk.answer_from({"role": "assistant", "parts": parts})
    assert message == ai_sdk.answer_from(chunks) == ai_sdk.answer_from(result)
    assert render(message, to="text").body.startswith("Rain.\n\nSources\n[1] A\n")


def test_mcp_results_have_several_texts() -> None:
    link = {"type": "resource_link", "uri": "https://a.test/", "name": "a.md"}
    blocks = [{"type": "text", "text": "One."}, link, {"type": "text", "text": "Two."}]
    answer = mcp.answer_from({"content": blocks})
    assert answer.text == "One.\n\nTwo."
    assert [each.title for each in answer.sources] == ["a.md"]


def test_mcp_dates_that_are_none_are_left_out() -> None:
    link = {"type": "resource_link", "uri": "a:b", "name": "a"}
    dated = [
        mcp.answer_from({**link, "annotations": {"lastModified": date}}).sources
        for date in ("2026-03-05T10:00:00Z", "yesterday")
    ]
    assert [each.modified_at for (each,) in dated] == ["2026-03-05T10:00:00Z", None]


def test_llamaindex_labels_are_no_part_of_a_source() -> None:
    node = {"id_": "n", "text": "Source 1:\nSource 2:\nRain.\n", "metadata": {}}
    response = {"response": "Rain [1].", "source_nodes": [{"node": node}]}
    answer = llamaindex.answer_from(response)
    assert answer.sources[0].text == "Source 2:\nRain."
    assert answer.citations[0].anchor is Anchor.MARKER


def test_haystack_documents_are_found_by_their_index() -> None:
    documents = [
        {"id": "a", "content": "A", "meta": {"source_index": 3, "page_number": 4}},
        {"id": "b", "content": "B", "meta": {"file_name": "b.txt"}},
    ]
    answer = haystack.answer_from({"data": "A [3], B [2].", "documents": documents})
    assert [each.source_id for each in answer.citations] == ["a", "b"]
    assert answer.citations[0].locator == Pages(4, 4)
    assert answer.sources[1].title == "b.txt"


@pytest.mark.parametrize(
    ("provider", "block"),
    [
        ("mcp", {"type": "text", "text": "Yes."}),
        ("pydantic_ai", {"part_kind": "text", "content": "Yes."}),
        ("langchain", {"type": "text", "text": "Yes."}),
        ("openai_assistants", {"type": "text", "text": {"value": "Yes."}}),
    ],
)
def test_a_list_of_blocks_is_read_as_well(
    provider: str, block: dict[str, object]
) -> None:
    assert read_response(provider, [block]).text == "Yes."
