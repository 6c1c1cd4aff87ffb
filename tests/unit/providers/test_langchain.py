"""LangChain: what it makes of the citations of others."""

from __future__ import annotations

from citemark.locators.pages import Pages
from citemark.provider import Anchor
from citemark.providers.langchain import answer_from


def text(words: str, *annotations: object) -> dict[str, object]:
    return {"type": "text", "text": words, "annotations": list(annotations)}


def google(start: int | None, end: int, words: str) -> dict[str, object]:
    place = {} if start is None else {"start_index": start}
    return {
        "type": "citation",
        "url": "https://g.example/",
        "end_index": end,
        "cited_text": words,
        "extras": {"google_ai_metadata": {"grounding_chunk_index": 0}},
        **place,
    }


def test_googles_offsets_count_from_the_beginning_of_the_text() -> None:
    blocks = [
        {"type": "reasoning", "reasoning": "Hm.", "text": "Hm."},
        text("Été. ", google(7, 12, "Rain."), google(None, 6, "Été.")),
        text("Rain."),
    ]
    answer = answer_from({"type": "ai", "content": blocks})
    assert answer.text == "Été. Rain."
    places = [(each.start, each.end) for each in answer.citations]
    assert places == [(5, 10), (0, 4)]
    assert {each.cited_text for each in answer.citations} == {""}


def test_a_block_of_anthropics_is_the_claim() -> None:
    cited = {
        "type": "citation",
        "title": "Menu",
        "cited_text": "Tea costs 2.",
        "extras": {"start_page_number": 2, "end_page_number": 4, "document_index": 0},
    }
    blocks = ["See: ", text("Tea is 2.", cited)]
    (span,) = answer_from({"content_blocks": blocks}).citations
    assert (span.anchor, span.start, span.end) == (Anchor.CLAIM, 5, 14)
    assert span.source_id == "document:0"
    assert (span.locator, span.cited_text) == (Pages(2, 3), "Tea costs 2.")


def test_a_link_of_openais_is_a_marker() -> None:
    cited = {"url": "https://a.test/", "start_index": 5, "end_index": 31}
    words = "Rain [a.test](https://a.test/)."
    for annotation in (
        {"type": "citation", **cited},
        {"type": "url_citation", **cited},
        {"type": "non_standard_annotation", "value": {"type": "url_citation", **cited}},
    ):
        (span,) = answer_from(text(words, annotation)).citations
        assert (span.anchor, span.start, span.end) == (Anchor.MARKER, 5, 30)


def test_a_message_may_be_one_text() -> None:
    assert answer_from({"type": "ai", "content": "Rain."}).text == "Rain."


def test_a_source_without_a_place_is_listed() -> None:
    cited = {"type": "citation", "url": "https://a.test/"}
    (span,) = answer_from(text("Rain.", cited)).citations
    assert (span.anchor, span.source_id) == (None, "https://a.test/")


def test_a_point_of_openais_is_called_one_way_or_the_other() -> None:
    for name in ("index", "file_index"):
        extras = {"file_id": "f", name: 4}
        cited = {"type": "citation", "title": "log.pdf", "extras": extras}
        (span,) = answer_from(text("Rain.", cited)).citations
        assert (span.anchor, span.start, span.source_id) == (Anchor.POINT, 4, "f")


def test_the_address_of_a_search_result_is_its_source() -> None:
    extras = {"source": "https://s.test/", "start_block_index": 0, "end_block_index": 1}
    cited = {"type": "citation", "title": "S", "cited_text": "Rain.", "extras": extras}
    (source,) = answer_from(text("Rain.", cited)).sources
    assert source.url == "https://s.test/"


def test_what_anthropic_sent_is_read_in_a_dump() -> None:
    place = {"start_page_number": 2, "end_page_number": 3, "document_index": 0}
    cited = {"type": "page_location", "cited_text": "Tea costs 2.", **place}
    block = {"type": "text", "text": "Tea is 2.", "citations": [cited]}
    message = {"type": "ai", "content": [{"type": "text", "text": "See: "}, block]}
    (span,) = answer_from(message).citations
    assert (span.anchor, span.start, span.end) == (Anchor.CLAIM, 5, 14)
    assert span.locator == Pages(2, 2)


def test_what_google_sent_is_read_in_a_dump() -> None:
    support = {
        "segment": {"start_index": 7, "end_index": 12, "text": "Rain."},
        "grounding_chunk_indices": [0],
    }
    grounding = {
        "grounding_chunks": [{"web": {"uri": "https://g.test/", "title": "g.test"}}],
        "grounding_supports": [support],
    }
    message = {
        "type": "ai",
        "content": "Été. Rain.",
        "response_metadata": {"grounding_metadata": grounding},
    }
    answer = answer_from(message)
    assert answer.text == "Été. Rain."
    assert [(each.start, each.end) for each in answer.citations] == [(5, 10)]
    assert answer.sources[0].url == "https://g.test/"
    # Once it is translated, that counts.
    blocks = [text("Été. Rain.", google(7, 12, "Rain."))]
    translated = answer_from({**message, "content_blocks": blocks})
    assert translated.sources[0].url == "https://g.example/"
