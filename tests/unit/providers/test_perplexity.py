"""Perplexity: numbers, and the lists that they count."""

from __future__ import annotations

from citemark import render
from citemark.provider import Anchor
from citemark.providers.perplexity import answer_from

RESULTS = [
    {"url": "https://a.test/", "title": "A", "date": "2026-01-02", "snippet": "a"},
    {"url": "https://b.test/", "title": "B", "date": "soon", "last_updated": "2026-02"},
]


def test_the_last_list_of_a_stream_counts() -> None:
    chunks = [
        {"choices": [{"delta": {"content": "Yes.[1]"}}], "search_results": RESULTS[:1]},
        {"choices": [{"delta": {"content": "[2]"}}], "search_results": RESULTS},
        {"choices": [], "usage": {}},
    ]
    answer = answer_from(chunks)
    assert answer.text == "Yes.[1][2]"
    assert [each.source_id for each in answer.citations] == [
        "https://a.test/",
        "https://b.test/",
    ]
    dates = [(each.published_at, each.modified_at) for each in answer.sources]
    assert dates == [("2026-01-02", None), (None, "2026-02")]


def test_the_chunks_may_come_one_by_one() -> None:
    chunk = {"choices": [{"delta": {"content": "Yes.[1]"}}], "search_results": RESULTS}
    assert answer_from(iter([chunk])) == answer_from([chunk])
    assert len(answer_from(iter([chunk])).citations) == 1


def test_there_may_be_only_addresses() -> None:
    answer = answer_from(
        {
            "choices": [{"message": {"content": "Yes[1]."}}],
            "citations": ["https://a.t/"],
        }
    )
    assert [each.url for each in answer.sources] == ["https://a.t/"]
    assert render(answer, to="text").body.startswith("Yes[1].\n")


def test_the_list_may_be_empty() -> None:
    answer = answer_from({"choices": [{"message": {"content": "Yes[1]."}}]})
    assert answer.citations == ()


def output(text: str, *annotations: object) -> dict[str, object]:
    part = {"type": "output_text", "text": text, "annotations": list(annotations)}
    found = [{"id": 4, **RESULTS[0]}, {"title": "without an id"}]
    searches = [
        {"type": "search_results", "results": found},
        {"type": "search_results", "results": [{"id": 7, **RESULTS[1]}]},
    ]
    message = {"type": "message", "content": [{"type": "output_text"}, part]}
    return {"output": [*searches, message]}


NOTE = {
    "type": "url_citation",
    "url": "https://a.test/",
    "start_index": 0,
    "end_index": 4,
}


def test_results_of_several_searches_keep_their_ids() -> None:
    answer = answer_from(output("Yes.[7][4]", NOTE))
    assert [each.source_id for each in answer.citations] == ["7", "4"]


def test_annotations_are_read_where_no_numbers_are() -> None:
    (span,) = answer_from(output("Yes. No.", NOTE)).citations
    assert (span.anchor, span.start, span.end) == (Anchor.CLAIM, 0, 4)
