"""Vertex AI Search."""

from __future__ import annotations

import pytest

from citemark.locators.pages import Pages
from citemark.provider import Flag
from citemark.providers.vertex_search import answer_from

_PASSAGE = {"content": "Green.", "pageIdentifier": "7"}
_FILE = {"document": "d/1", "uri": "https://a.example/", "title": "Teas"}


@pytest.mark.parametrize(
    ("reference", "cited_text", "place"),
    [
        ({"chunkInfo": {**_PASSAGE, "documentMetadata": _FILE}}, "Green.", Pages(7, 7)),
        (
            {"unstructuredDocumentInfo": {**_FILE, "chunkContents": [_PASSAGE]}},
            *("Green.", Pages(7, 7)),
        ),
        ({"structuredDocumentInfo": _FILE}, "", None),
    ],
)
@pytest.mark.parametrize("key", ["citations", "groundingSupports"])
def test_each_kind_of_reference_is_a_source(
    key: str, reference: object, cited_text: str, place: Pages | None
) -> None:
    citation = {"endIndex": "6", "sources": [{"referenceId": "0"}]}
    whole = {"answerText": "Café.", key: [citation], "references": [reference]}
    for response in (whole, {"answer": whole}):
        answer = answer_from(response)
        (span,) = answer.citations
        assert (span.start, span.end) == (0, 5)
        assert (span.cited_text, span.locator) == (cited_text, place)
        (source,) = answer.sources
        assert (source.source_id, source.url) == ("d/1", "https://a.example/")
        assert (source.document_id, source.title) == ("d/1", "Teas")


@pytest.mark.parametrize(
    ("source", "flags"),
    [
        ({"referenceId": "1"}, (Flag.CHUNK_OUT_OF_RANGE,)),
        ({"referenceId": "first"}, (Flag.CHUNK_OUT_OF_RANGE,)),
        ({"referenceIndex": "-1"}, (Flag.CHUNK_OUT_OF_RANGE,)),
        ({}, (Flag.INDEX_OMITTED,)),
        ({"referenceIndex": "0"}, ()),
    ],
)
def test_references_are_named_by_their_index(
    source: object, flags: tuple[Flag, ...]
) -> None:
    summary = {
        "summary": "Tea.",
        "citationMetadata": {"citations": [{"endIndex": "4", "sources": [source]}]},
        "references": [_FILE],
    }
    for response in (
        {"summary": {"summaryText": "Tea [1].", "summaryWithMetadata": summary}},
        {"summaryWithMetadata": summary},
        summary,
    ):
        answer = answer_from(response)
        assert answer.text == "Tea."
        assert [span.flags for span in answer.citations] == [flags]


def test_a_summary_may_be_no_more_than_a_text() -> None:
    for response in ({"summary": {"summaryText": "Tea."}}, {"summaryText": "Tea."}):
        answer = answer_from(response)
        assert (answer.text, answer.citations) == ("Tea.", ())
