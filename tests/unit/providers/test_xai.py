"""xAI's SDK: links in the text, and what the model came across."""

from __future__ import annotations

from types import SimpleNamespace

from citemark.provider import Anchor
from citemark.providers.xai import answer_from

EMPTY = SimpleNamespace(url="")
URL = "https://x.ai/a"


def test_without_inline_citations_all_addresses_are_listed() -> None:
    answer = answer_from({"content": "Yes.", "citations": [URL, "", None]})
    assert [(each.source_id, each.anchor) for each in answer.citations] == [(URL, None)]


def test_with_them_the_other_addresses_are_only_known() -> None:
    inline = {"start_index": 4, "end_index": 25, "web_citation": {"url": URL}}
    response = {
        "content": f"Yes.[[1]]({URL})",
        "citations": [URL, "https://x.ai/b"],
        "inline_citations": [inline],
    }
    answer = answer_from(response)
    assert [each.source_id for each in answer.citations] == [URL]
    assert answer.registry.ids == (URL, "https://x.ai/b")


def test_messages_of_the_sdk_have_all_kinds_and_leave_two_empty() -> None:
    collection = SimpleNamespace(
        file_id="f", chunk_id="", chunk_content="Words.", collection_ids=[]
    )
    inline = SimpleNamespace(
        start_index=4,
        end_index=28,
        web_citation=EMPTY,
        x_citation=EMPTY,
        collections_citation=collection,
    )
    response = SimpleNamespace(
        content="Yes.[[1]](collections:///f).", citations=[], inline_citations=[inline]
    )
    (span,) = answer_from(response).citations
    assert (span.source_id, span.cited_text) == ("f", "Words.")
    assert (span.anchor, span.start, span.end) == (Anchor.MARKER, 4, 27)


def test_a_citation_of_nothing_is_passed_over() -> None:
    assert answer_from({"content": "Yes.", "inline_citations": [{}]}).citations == ()
