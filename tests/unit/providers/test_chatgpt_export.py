"""Conversations that were exported from ChatGPT."""

from __future__ import annotations

import pytest

from citemark import render
from citemark.locator import Lines, Locator
from citemark.provider import Answer
from citemark.providers.chatgpt_export import answer_from, answers_from, turns_from

_CITE = "\ue200cite\ue202turn0search3\ue201"
_FILE = "\ue200filecite\ue202turn0file0\ue202L2-L4\ue201"


def message(text: object, *references: object, **rest: object) -> dict[str, object]:
    return {
        "author": {"role": "assistant"},
        "content": {"content_type": "text", "parts": [text]},
        "metadata": {"content_references": references},
        **rest,
    }


def ids(answer: Answer) -> list[str | None]:
    return [span.source_id for span in answer.citations]


def conversation(*messages: object) -> dict[str, object]:
    """Return a conversation with one branch, and one that was given up."""
    mapping = {
        str(at): {"parent": str(at - 1) if at else None, "message": each}
        for at, each in enumerate(messages)
    }
    mapping["other"] = {"parent": "0", "message": message("Another.")}
    return {"mapping": mapping, "current_node": str(len(messages) - 1)}


def test_pages_and_those_that_support_them_are_cited() -> None:
    item = {
        "title": "Teas",
        "url": "https://a.example/?utm_source=chatgpt.com",
        "supporting_websites": [{"title": "Menu", "url": "https://b.example/"}],
    }
    reference = {"matched_text": _CITE, "type": "grouped_webpages", "items": [item]}
    answer = answer_from(message(f"Tea.{_CITE}", reference))
    assert ids(answer) == ["https://a.example/", "https://b.example/"]
    assert {(span.start, span.end) for span in answer.citations} == {(4, 23)}
    body = render(answer, to="text").body
    assert isinstance(body, str)
    assert body.startswith("Tea.[1][2]\n")


@pytest.mark.parametrize(
    ("reference", "source_id", "title"),
    [
        ({"type": "webpage", "url": "https://a.example/"}, "https://a.example/", ""),
        (
            {"type": "x", "title": "A", "safe_urls": ["https://a.example/", "b"]},
            *("https://a.example/", "A"),
        ),
        ({"type": "file", "id": "file-1", "name": "a.pdf"}, "file-1", "a.pdf"),
        ({"type": "file", "name": "a.pdf"}, "a.pdf", "a.pdf"),
    ],
)
def test_a_reference_may_be_a_source_by_itself(
    reference: dict[str, object], source_id: str, title: str
) -> None:
    answer = answer_from(message(f"Tea.{_CITE}", {**reference, "matched_text": _CITE}))
    (source,) = answer.sources
    assert (source.source_id, source.title) == (source_id, title)


@pytest.mark.parametrize(
    ("marker", "place"),
    [
        (_FILE, Lines(2, 4)),
        (_FILE.replace("-L4", ""), Lines(2, 2)),
        (_FILE.replace("\ue202L2-L4", ""), None),
    ],
)
def test_the_lines_of_a_file_are_in_its_marker(
    marker: str, place: Locator | None
) -> None:
    file = {"type": "file", "id": "f", "name": "a.txt", "snippet": "Tea is green."}
    answer = answer_from(message(f"Tea.{marker}", {**file, "matched_text": marker}))
    (span,) = answer.citations
    assert span.locator == place
    body = render(answer, to="text").body
    assert isinstance(body, str)
    assert "Tea is green." in body


@pytest.mark.parametrize(
    "reference",
    [
        {
            "type": "sources_footnote",
            "matched_text": "Tea",
            "url": "https://a.example/",
        },
        {"type": "webpage", "matched_text": " ", "url": "https://a.example/"},
        {"type": "webpage", "url": "https://a.example/"},
        {"type": "hidden", "matched_text": _CITE},
        {
            "type": "webpage",
            "matched_text": "\ue200url\ue202Tea\ue202turn0search3\ue201",
            "url": "https://a.example/",
        },
    ],
)
def test_other_references_cite_nothing(reference: object) -> None:
    assert answer_from(message(f"Tea.{_CITE}", reference)).citations == ()


def test_older_exports_have_offsets_only() -> None:
    marker = "\u30104\u2020source\u3011"
    page = {"title": "Teas", "url": "https://a.example/"}
    citation = {"start_ix": 4, "end_ix": 4 + len(marker), "metadata": page}
    given = {**message(f"Tea.{marker}"), "metadata": {"citations": [citation]}}
    body = render(answer_from(given), to="text").body
    assert isinstance(body, str)
    assert body.startswith("Tea.[1]\n")


def test_the_answers_are_those_of_the_branch_that_is_shown() -> None:
    user = {**message("Tea?"), "author": {"role": "user"}}
    search = message("search()", recipient="web")
    code = message("x")
    code["content"] = {"content_type": "code", "text": "x"}
    shown = conversation(None, user, search, message("One."), code, message("Two."))
    assert [each.text for each in answers_from(shown)] == ["One.", "Two."]
    assert answer_from(shown).text == "Two."


def test_a_turn_is_a_question_and_its_answer() -> None:
    def asked(text: str) -> dict[str, object]:
        return {**message(text), "author": {"role": "user"}}

    one, two, three = message("One."), message("Two."), message("Three.")
    shown = conversation(None, one, asked("A?"), two, three, asked("B?"), asked("C?"))
    told = [
        (turn.asked, turn.answer.text if turn.answer else None)
        for turn in turns_from(shown)
    ]
    assert told == [
        *(("", "One."), ("A?", "Two."), ("", "Three.")),
        *(("B?", None), ("C?", None)),
    ]
    ended = conversation(None, asked("A?"), two)
    assert [turn.asked for turn in turns_from(ended)] == ["A?"]


def test_without_a_current_message_all_are_answers() -> None:
    shown = {**conversation(message("One.")), "current_node": None}
    assert [each.text for each in answers_from(shown)] == ["One.", "Another."]


def test_a_branch_that_leads_back_to_itself_ends() -> None:
    node = {"parent": "a", "message": message("One.")}
    shown = {"mapping": {"a": node}, "current_node": "a"}
    assert [each.text for each in answers_from(shown)] == ["One."]


def test_a_message_may_have_parts_and_a_node_around_it() -> None:
    given = message("")
    image = {"asset_pointer": "x"}
    given["content"] = {
        "content_type": "multimodal_text",
        "parts": ["One.", image, "Two."],
    }
    assert answer_from({"message": given}).text == "One.\n\nTwo."
