"""Markers of assistants, and the annotations that explain them."""

from __future__ import annotations

from citemark import render
from citemark.provider import Flag
from citemark.providers.openai_assistants import answer_from


def part(value: str, *annotations: object) -> dict[str, object]:
    text = {"value": value, "annotations": list(annotations)}
    return {"type": "text", "text": text}


def note(
    kind: str, start: int, text: str = "【4:0†source】", **cited: str
) -> dict[str, object]:
    place = {"start_index": start, "end_index": start + len(text), "text": text}
    return {"type": kind, **place, kind: cited}


FIVE = note("file_citation", 5, file_id="f", quote="Rain fell.")


def test_offsets_count_from_the_beginning_of_their_part() -> None:
    parts = [part("Yes. "), part("Rain.【4:0†source】", FIVE)]
    answer = answer_from({"role": "assistant", "content": parts})
    (span,) = answer.citations
    assert answer.text[span.start : span.end] == "【4:0†source】"
    assert (span.source_id, span.cited_text, span.flags) == ("f", "Rain fell.", ())


def test_of_a_page_of_messages_the_newest_is_read() -> None:
    messages = [{"content": [part(text)]} for text in ("New.", "Old.")]
    assert answer_from({"object": "list", "data": messages}).text == "New."


def test_files_that_were_made_are_no_evidence() -> None:
    path = note("file_path", 9, "sandbox:/mnt/x.csv", file_id="x")
    answer = answer_from(part("Take [x](sandbox:/mnt/x.csv).", path))
    (span,) = answer.citations
    assert span.flags == (Flag.GENERATED,)
    assert render(answer).references == ()


def test_a_marker_that_has_moved_is_found() -> None:
    answer = answer_from(part("Rainfall.【4:0†source】", FIVE))
    (span,) = answer.citations
    assert (span.start, span.end, span.flags) == (9, 21, (Flag.REPAIRED,))


def test_unknown_annotations_are_passed_over() -> None:
    answer = answer_from(part("Rain.", {"type": "new_citation", "start_index": 0}))
    assert answer.citations == ()


def test_markers_in_code_stay() -> None:
    answer = answer_from(part("It writes `【4:0†source】`."))
    assert answer.citations == ()
    assert "【4:0†source】" in render(answer).body
