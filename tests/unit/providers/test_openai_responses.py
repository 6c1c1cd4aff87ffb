"""OpenAI's Responses: whole responses, and services that answer in their form."""

from __future__ import annotations

from citemark import render
from citemark.provider import Anchor, Flag
from citemark.providers.openai_responses import answer_from


def message(text: str, *annotations: object) -> dict[str, object]:
    part = {"type": "output_text", "text": text, "annotations": list(annotations)}
    return {"type": "message", "role": "assistant", "content": [part]}


FILE = {"type": "file_citation", "file_id": "f", "filename": "log.pdf", "index": 4}


def test_passages_that_were_found_are_shown() -> None:
    found = [
        {"file_id": "f", "text": "It rained."},
        {"file_id": "f", "text": "It snowed."},
        {"text": "of no file"},
    ]
    search = {"type": "file_search_call", "results": found}
    answer = answer_from({"output": [search, message("Rain.", FILE)]})
    assert [each.text for each in answer.sources] == ["It rained.\n\nIt snowed."]
    assert render(answer, to="text").body.startswith("Rain[1].\n")


def test_offsets_count_from_the_beginning_of_their_part() -> None:
    answer = answer_from({"output": [message("Yes. "), message("Rain.", FILE)]})
    (span,) = answer.citations
    assert (span.anchor, span.start, span.end) == (Anchor.POINT, 9, 9)


def test_files_that_were_made_are_no_evidence() -> None:
    made = {
        "type": "container_file_citation",
        "file_id": "x",
        "filename": "x.csv",
        "start_index": 9,
        "end_index": 29,
    }
    answer = answer_from(message("Take [x](sandbox:/mnt/data/x).", made, {"type": "?"}))
    (span,) = answer.citations
    assert span.flags == (Flag.GENERATED,)
    assert render(answer).references == ()
