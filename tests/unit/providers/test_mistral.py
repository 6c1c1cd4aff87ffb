"""Mistral's chat completions and conversations."""

from __future__ import annotations

import pytest

from citemark import render
from citemark.provider import Anchor, Answer, Flag
from citemark.providers.mistral import answer_from

_CONTENT = [
    {"type": "thinking", "thinking": [{"type": "reference", "reference_ids": [9]}]},
    {"type": "text", "text": "Tea is green.\n\n"},
    {"type": "reference", "reference_ids": [0, "widget"]},
    {"type": "text", "text": "\n"},
    {"type": "reference", "reference_ids": ["1"]},
]
_PAGES = {0: {"title": "Teas"}, "1": {"title": "Menu", "description": "Tea"}}


def told(answer: Answer) -> list[tuple[str | None, int | None]]:
    assert {span.anchor for span in answer.citations} == {Anchor.POINT}
    return [(span.source_id, span.start) for span in answer.citations]


def test_a_reference_stands_behind_the_last_word_before_it() -> None:
    answer = answer_from({"content": _CONTENT}, tool_result=_PAGES)
    assert answer.text == "Tea is green.\n\n\n"
    assert told(answer) == [("0", 13), (None, 13), ("1", 13)]
    assert answer.citations[1].flags == (Flag.UNKNOWN_SOURCE,)
    body = render(answer, to="text").body
    assert isinstance(body, str)
    assert body.startswith("Tea is green.[1][2]\n")


def test_without_a_tool_result_ids_are_those_of_the_given_sources() -> None:
    answer = answer_from({"content": _CONTENT})
    assert told(answer) == [("0", 13), ("widget", 13), ("1", 13)]
    assert answer.sources == ()
    sources = [{"source_id": "1", "title": "Menu"}]
    body = render(answer, sources, to="text").body
    assert isinstance(body, str)
    assert body.startswith("Tea is green.[1]\n\nSources\n[1] Menu")


@pytest.mark.parametrize(
    "response",
    [
        {"choices": [{"message": {"role": "assistant", "content": _CONTENT}}]},
        {"role": "assistant", "content": _CONTENT},
        _CONTENT,
        [{"choices": [{"delta": {"content": [chunk]}}]} for chunk in _CONTENT],
        [
            {"data": {"choices": [{"delta": {"content": [chunk]}}]}}
            for chunk in _CONTENT
        ],
        [{"type": "message.output.delta", "content": chunk} for chunk in _CONTENT],
        [
            {"event": "x", "data": {"type": "message.output.delta", "content": chunk}}
            for chunk in _CONTENT
        ],
        {"outputs": [{"type": "tool.execution"}, {"content": _CONTENT}]},
    ],
)
def test_responses_messages_and_streams_are_the_same(response: object) -> None:
    expected = answer_from({"content": _CONTENT}, tool_result=_PAGES)
    assert answer_from(response, tool_result=_PAGES) == expected


def test_content_may_be_a_string() -> None:
    choices = [{"message": {"content": "Tea."}}]
    for response in ({"choices": choices}, [{"content": "Te"}, {"content": "a."}]):
        answer = answer_from(response)
        assert (answer.text, answer.citations) == ("Tea.", ())


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ({"snippets": [["One."], ["Two."]]}, "One.\n\nTwo."),
        ({"snippets": ["One.", {"text": "Two."}]}, "One.\n\nTwo."),
        ({"description": "One.", "content": "Two."}, "One.\n\nTwo."),
        ({"snippets": 5}, None),
    ],
)
def test_the_tool_result_has_the_words_of_a_page(
    page: object, text: str | None
) -> None:
    content = [{"type": "reference", "reference_ids": [0]}]
    for tool_result in ({"0": page}, [page]):
        answer = answer_from({"content": content}, tool_result=tool_result)
        assert answer.sources[0].text == text


def test_a_tool_result_of_another_kind_explains_nothing() -> None:
    content = [{"type": "reference", "reference_ids": [0, None]}]
    answer = answer_from({"content": content}, tool_result="[]")
    assert told(answer) == [(None, 0), (None, 0)]
