"""Amazon Bedrock: Converse, Knowledge Bases, and agents."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citemark.locators.blocks import Blocks
from citemark.locators.chars import Chars
from citemark.locators.pages import Pages
from citemark.provider import Answer, Flag
from citemark.providers import bedrock, bedrock_kb


def cited(location: object, **citation: object) -> dict[str, object]:
    """Return an answer of Converse with one citation."""
    found = {
        "content": [{"text": "Tea "}, {"text": "is green."}],
        "citations": [{"location": location, **citation}],
    }
    message = {"role": "assistant", "content": [{"citationsContent": found}]}
    return {"output": {"message": message}, "stopReason": "end_turn"}


@pytest.mark.parametrize(
    ("location", "source_id", "place"),
    [
        ({"documentChar": {"documentIndex": 0, "start": 3, "end": 5}}, 0, Chars(3, 5)),
        ({"documentPage": {"documentIndex": 2, "start": 3, "end": 5}}, 2, Pages(3, 4)),
        ({"documentPage": {"documentIndex": 2, "start": 3}}, 2, Pages(3, 3)),
        ({"documentChunk": {"documentIndex": 1, "start": 3}}, 1, Blocks(4, 4)),
        ({"documentChunk": {"documentIndex": 1}}, 1, None),
    ],
)
def test_the_place_is_under_a_key_of_its_kind(
    location: object, source_id: int, place: object
) -> None:
    answer = bedrock.answer_from(cited(location))
    (span,) = answer.citations
    assert answer.text == "Tea is green."
    assert (span.start, span.end) == (0, 13)
    assert (span.source_id, span.locator) == (f"document:{source_id}", place)


def test_search_results_and_documents_are_checked_against_the_request() -> None:
    result = {"source": "https://tea.example/", "title": "Teas"}
    content = [
        {"document": {"name": "Menu", "source": {"text": "Tea is green."}}},
        {"searchResult": {**result, "content": [{"text": "Tea."}]}},
    ]
    place = {"searchResultIndex": 0, "start": 0, "end": 1}
    answer = bedrock.answer_from(
        cited({"searchResultLocation": place}), documents=content
    )
    (source,) = answer.sources
    assert (source.source_id, source.title) == ("search_result:0", "Teas")
    assert (source.url, source.text) == ("https://tea.example/", "Tea.")
    assert answer.citations[0].locator == Blocks(1, 1)
    characters = {"documentIndex": 0, "start": 0, "end": 5}
    answer = bedrock.answer_from(
        cited({"documentChar": characters}, sourceContent=[{"text": "green"}]),
        documents=[{"role": "user", "content": content}],
    )
    assert answer.sources[0].title == "Menu"
    assert answer.citations[0].locator == Chars(7, 12)
    assert answer.citations[0].flags == (Flag.LOCATOR_REPAIRED,)


def test_a_page_of_the_web_goes_by_its_address() -> None:
    web = {"url": "https://tea.example/", "domain": "tea.example"}
    (source,) = bedrock.answer_from(cited({"web": web})).sources
    assert (source.source_id, source.title) == ("https://tea.example/", "tea.example")
    (source,) = bedrock.answer_from(cited({"web": web}, title="Teas")).sources
    assert source.title == "Teas"


@pytest.mark.parametrize(
    ("source", "source_id", "url"),
    [
        ("https://tea.example/", "https://tea.example/", "https://tea.example/"),
        ("kb-7", "kb-7", None),
    ],
)
def test_a_source_may_have_no_place(source: str, source_id: str, url: str) -> None:
    (found,) = bedrock.answer_from(cited(None, source=source)).sources
    assert (found.source_id, found.url) == (source_id, url)


def test_a_stream_may_come_as_an_iterator() -> None:
    def events() -> Iterator[object]:
        for text in ("one", "two"):
            yield {"messageStart": {"role": "assistant"}}
            for delta in ({"text": text}, {"citation": {"source": text}}):
                piece = {"contentBlockIndex": 0, "delta": delta}
                yield {"contentBlockDelta": piece}
            yield {"messageStop": {"stopReason": "end_turn"}}

    for response in ({"stream": events()}, list(events())):
        answer = bedrock.answer_from(response)
        assert answer.text == "onetwo"
        told = [(span.source_id, span.start, span.end) for span in answer.citations]
        assert told == [("one", 0, 3), ("two", 3, 6)]


def attributed(location: object, **passage: object) -> dict[str, object]:
    """Return a citation of a Knowledge Base."""
    span = {"start": 0, "end": 8}
    part = {"text": "Tea only.", "span": span}
    return {
        "generatedResponsePart": {"textResponsePart": part},
        "retrievedReferences": [{"location": location, **passage}],
    }


def of_base(location: object, **passage: object) -> Answer:
    citations = [attributed(location, **passage)]
    return bedrock_kb.answer_from(
        {"output": {"text": "Tea only. Ask."}, "citations": citations}
    )


@pytest.mark.parametrize(
    ("location", "source_id", "title", "url"),
    [
        ({"s3Location": {"uri": "s3://b/a/tea.pdf"}}, "s3://b/a/tea.pdf", "tea.pdf", 1),
        ({"webLocation": {"url": "https://a.example/b"}}, "https://a.example/b", "", 1),
        ({"customDocumentLocation": {"id": "doc-7"}}, "doc-7", "", 0),
        ({"kendraDocumentLocation": {"uri": "https://k/"}}, "https://k/", "", 1),
        ({"type": "NEW"}, "source-1", "", 0),
    ],
)
def test_each_store_names_its_documents_otherwise(
    location: object, source_id: str, title: str, url: int
) -> None:
    (source,) = of_base(location).sources
    assert (source.source_id, source.title) == (source_id, title)
    assert source.url == (source_id if url else None)


def test_metadata_may_tell_where_a_passage_is_from() -> None:
    metadata = {
        "x-amz-bedrock-kb-source-uri": "s3://b/tea.pdf",
        "x-amz-bedrock-kb-document-page-number": 7.0,
        "title": "Teas",
    }
    answer = of_base({}, metadata=metadata, content={"text": "Green."})
    (source,) = answer.sources
    assert (source.source_id, source.title) == ("s3://b/tea.pdf", "Teas")
    assert answer.citations[0].locator == Pages(7, 7)
    assert answer.citations[0].cited_text == "Green."


def test_both_kinds_of_streams_are_read() -> None:
    citation = attributed({"customDocumentLocation": {"id": "doc-7"}})
    base = [
        {"output": {"text": "Tea "}},
        {"output": {"text": "only."}},
        {"citation": {"citation": citation, **citation}},
    ]
    agent = [
        {"chunk": {"bytes": b"Tea "}},
        {"chunk": {"bytes": b"only.", "attribution": {"citations": [citation]}}},
    ]
    for response in (base, {"stream": base}, agent, {"completion": iter(agent)}):
        answer = bedrock_kb.answer_from(response)
        assert answer.text == "Tea only."
        told = [(span.source_id, span.start, span.end) for span in answer.citations]
        assert told == [("doc-7", 0, 9)]
