"""Chat Completions, and OpenRouter's additions."""

from __future__ import annotations

from citemark.provider import Anchor, Flag
from citemark.providers.openai_chat import answer_from

LINK = "([a.test](https://a.test/x))"
CITED = {"start_index": 6, "end_index": 34, "url": "https://a.test/x", "title": "A"}


def test_a_stream_is_read_like_a_response() -> None:
    annotation = {"type": "url_citation", "url_citation": CITED}
    message = {"content": f"Rain. {LINK}", "annotations": [annotation]}
    deltas = [
        {"role": "assistant", "content": "Rain"},
        {"content": f". {LINK}"},
        {"content": None, "annotations": [annotation]},
    ]
    chunks = [{"choices": [{"index": 0, "delta": each}]} for each in deltas]
    answer = answer_from(chunks)
    assert answer == answer_from({"choices": [{"index": 0, "message": message}]})
    (span,) = answer.citations
    assert (span.anchor, span.start, span.end) == (Anchor.MARKER, 6, 34)


def test_files_that_were_sent_along_are_no_citations() -> None:
    annotations = [{"type": "file", "file": {"hash": "0", "name": "a.pdf"}}]
    answer = answer_from({"content": "Rain.", "annotations": annotations})
    assert (answer.citations, answer.sources) == ((), ())


def test_a_link_is_found_where_no_offset_is_given() -> None:
    cited = {**CITED, "start_index": 0, "end_index": 0}
    annotation = {"type": "url_citation", "url_citation": cited}
    answer = answer_from({"content": f"Rain. {LINK}", "annotations": [annotation]})
    (span,) = answer.citations
    assert (span.start, span.end) == (6, 34)
    assert span.flags == (Flag.DEGENERATE, Flag.REPAIRED)
