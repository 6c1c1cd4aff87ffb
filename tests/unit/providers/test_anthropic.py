"""Anthropic's Messages API."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from citemark import render
from citemark.locators.blocks import Blocks
from citemark.locators.chars import Chars
from citemark.locators.pages import Pages
from citemark.provider import Answer, CitedSpan, Flag
from citemark.providers.anthropic import answer_from


def cited(**citation: object) -> list[object]:
    """Return the blocks of an answer with one citation."""
    return [{"type": "text", "text": "Tea is green.", "citations": [citation]}]


def only(answer: Answer) -> CitedSpan:
    (span,) = answer.citations
    return span


def page_at(title: str, url: str, text: str) -> Mapping[str, object]:
    """Return the block of a page that the model fetched."""
    source = {"type": "text", "data": text}
    return {
        "type": "web_fetch_tool_result",
        "content": {
            "type": "web_fetch_result",
            "url": url,
            "retrieved_at": "2026-11-01T00:00:00Z",
            "content": {"type": "document", "title": title, "source": source},
        },
    }


def test_a_whole_message_is_read_like_its_content() -> None:
    blocks = cited(type="char_location", document_index=0, cited_text="t")
    message = {"type": "message", "role": "assistant", "content": blocks}
    assert answer_from(message) == answer_from(blocks)


@pytest.mark.parametrize(
    ("start", "end", "place"),
    [(1, 2, Pages(1, 1)), (2, 5, Pages(2, 4)), (3, None, Pages(3, 3)), (0, 1, None)],
)
def test_pages_end_before_their_end(
    start: int, end: int | None, place: Pages | None
) -> None:
    blocks = cited(
        type="page_location",
        document_index=1,
        document_title="Teas",
        start_page_number=start,
        end_page_number=end,
        cited_text="Green\x02house",
    )
    span = only(answer_from(blocks))
    assert (span.source_id, span.locator) == ("document:1", place)


def test_a_file_goes_by_its_id() -> None:
    blocks = cited(type="page_location", document_index=1, file_id="file_7")
    assert only(answer_from(blocks)).source_id == "file_7"


def test_search_results_are_counted_by_themselves() -> None:
    citation = {
        "type": "search_result_location",
        "search_result_index": 0,
        "source": "https://tea.example/",
        "title": "Teas",
        "start_block_index": 1,
        "end_block_index": 2,
        "cited_text": "Green.",
    }
    result = {
        "type": "search_result",
        "source": "https://tea.example/",
        "content": [
            {"type": "text", "text": "Black."},
            {"type": "text", "text": "Green."},
        ],
    }
    document = {"type": "document", "source": {"type": "text", "data": "x"}}
    answer = answer_from(cited(**citation), documents=[document, result])
    span = only(answer)
    assert (span.source_id, span.locator) == ("search_result:0", Blocks(2, 2))
    (source,) = answer.sources
    assert (source.url, source.text) == ("https://tea.example/", "Black.\n\nGreen.")
    assert "Green." in render(answer, to="text").body


def test_a_source_that_is_no_address_names_the_result() -> None:
    answer = answer_from(cited(type="search_result_location", source="kb-7"))
    (source,) = answer.sources
    assert (source.source_id, source.url) == ("kb-7", None)


def test_the_search_tells_a_title_that_the_citation_lacks() -> None:
    url = "https://tea.example/"
    result = {"type": "web_search_result", "title": "Teas", "url": url}
    blocks: list[object] = [{"type": "web_search_tool_result", "content": [result]}]
    blocks += cited(type="web_search_result_location", url=url, title=None)
    assert answer_from(blocks).sources[0].title == "Teas"


def test_a_fetched_page_is_known_by_its_words() -> None:
    first = page_at("Teas", "https://a.example/", "Tea is black.")
    second = page_at("Teas", "https://b.example/", "All tea is green.")
    place = {"start_char_index": 4, "end_char_index": 17}
    blocks: list[object] = [first, second]
    blocks += cited(
        type="char_location",
        document_index=1,
        document_title="Teas",
        cited_text="tea is green.",
        **place,
    )
    answer = answer_from(blocks)
    assert only(answer).locator == Chars(4, 17)
    assert answer.sources[0].url == "https://b.example/"
    assert answer.sources[0].retrieved_at == "2026-11-01T00:00:00Z"


@pytest.mark.parametrize("words", ["", "nowhere"])
def test_a_fetched_page_may_be_known_by_its_title(words: str) -> None:
    blocks = [
        page_at("Teas", "https://a.example/", "Tea is black."),
        page_at("PDF", "https://b.example/", ""),
    ]
    citation = {"type": "char_location", "document_index": 0, "cited_text": words}
    named = [*blocks, *cited(**citation, document_title="PDF")]
    assert answer_from(named).sources[0].url == "https://b.example/"
    unnamed = [*blocks, *cited(**citation)]
    assert answer_from(unnamed).sources[0].url is None


def test_a_document_that_was_sent_comes_before_fetched_pages() -> None:
    page = page_at("Teas", "https://a.example/", "Tea is black.")
    citation = {"type": "char_location", "document_index": 0}
    sent = [{"title": "Menu", "text": "Tea is green."}]
    for words, url in (("is green", None), ("is black", "https://a.example/")):
        blocks = [page, *cited(**citation, cited_text=words)]
        answer = answer_from(blocks, documents=sent)
        assert answer.sources[0].url == url
    pdf = [{"type": "document", "source": {"type": "base64"}, "title": "Menu"}]
    blocks = [page, *cited(**citation, cited_text="is black")]
    assert answer_from(blocks, documents=pdf).sources[0].title == "Menu"


def test_words_decide_where_in_a_document_they_are() -> None:
    citation = {"type": "char_location", "document_index": 0, "cited_text": "green"}
    place = {"start_char_index": 0, "end_char_index": 5}
    sent = [{"text": "Tea is green."}]
    span = only(answer_from(cited(**citation, **place), documents=sent))
    assert (span.locator, span.flags) == (Chars(7, 12), (Flag.LOCATOR_REPAIRED,))


def test_messages_of_a_stream_begin_their_indexes_anew() -> None:
    def message(text: str) -> list[object]:
        start = {"type": "text", "text": ""}
        citation = {"type": "web_search_result_location", "url": f"https://{text}/"}
        delta = {"type": "text_delta", "text": text}
        found = {"type": "citations_delta", "citation": citation}
        return [
            {"type": "message_start", "message": {"content": []}},
            {"type": "content_block_start", "index": 0, "content_block": start},
            {"type": "content_block_delta", "index": 0, "delta": found},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
        ]

    answer = answer_from([*message("one"), *message("two")])
    assert answer.text == "onetwo"
    told = [(span.source_id, span.start, span.end) for span in answer.citations]
    assert told == [("https://one/", 0, 3), ("https://two/", 3, 6)]


def test_a_fetched_page_comes_whole_in_a_stream() -> None:
    page = page_at("Teas", "https://a.example/", "Tea is green.")
    citation = {"type": "char_location", "document_index": 0, "cited_text": "green"}
    events: list[object] = [
        {"type": "content_block_start", "index": 0, "content_block": page},
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_delta", "index": 1, "delta": {"citation": citation}},
        {"type": "content_block_delta", "index": 1, "delta": {"text": "Green."}},
    ]
    answer = answer_from(events)
    assert answer.text == "Green."
    assert answer.sources[0].url == "https://a.example/"


def test_other_kinds_of_citations_and_blocks_are_passed_over() -> None:
    blocks = [{"type": "thinking", "thinking": "Tea?"}, *cited(type="new_location")]
    answer = answer_from(blocks)
    assert (answer.text, answer.citations) == ("Tea is green.", ())
