"""Groq: what was sent to the model is what its citations name."""

from __future__ import annotations

import pytest

from citemark import render
from citemark.providers.groq import answer_from

NOTE = {
    "type": "document_citation",
    "document_citation": {"document_id": "d", "start_index": 0, "end_index": 5},
}
MESSAGE = {"content": "Rain. Snow.", "annotations": [NOTE, {"type": "other"}]}


def test_the_documents_of_the_request_are_the_sources() -> None:
    documents = [{"id": "d", "source": {"type": "text", "text": "It rained."}}]
    answer = answer_from({"choices": [{"message": MESSAGE}]}, documents=documents)
    assert answer.sources[0].text == "It rained."
    body = render(answer, to="text").body
    assert body.startswith("Rain.[1] Snow.\n")
    assert "It rained." in body


@pytest.mark.parametrize("documents", [(), None, [None], "d", [{"id": "d"}]])
def test_without_them_there_is_only_an_id(documents: object) -> None:
    answer = answer_from(MESSAGE, documents=documents)
    assert [(each.source_id, each.text) for each in answer.sources] == [("d", None)]
