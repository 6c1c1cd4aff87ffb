"""Documents are found in whatever was sent to the model."""

from __future__ import annotations

import pytest

from citemark.responses.sent import SentDocument, sent_documents

_TEXT = {"type": "text", "text": "Which tea?"}
_FILE = {"type": "document", "source": {"type": "file", "file_id": "file_1"}}
_PLAIN = {
    "type": "document",
    "source": {"type": "text", "media_type": "text/plain", "data": "Green tea."},
    "title": "Menu",
}
_BLOCKS = {
    "type": "document",
    "source": {"type": "content", "content": [_TEXT, {"type": "text", "text": "B"}]},
}
_RESULT = {
    "type": "search_result",
    "source": "https://tea.example/",
    "title": "Teas",
    "content": [
        {"type": "text", "text": "One.\n\nTwo."},
        {"type": "text", "text": "B"},
    ],
}
_MENU = SentDocument(title="Menu", text="Green tea.")
_TEAS = SentDocument(title="Teas", url="https://tea.example/", text="One.\nTwo.\n\nB")


@pytest.mark.parametrize(
    "given",
    [
        [_FILE, _PLAIN, _RESULT, _TEXT],
        [{"role": "user", "content": [_FILE, _RESULT, _PLAIN, _TEXT]}],
        {"messages": [{"role": "user", "content": [_FILE, _PLAIN, _RESULT]}]},
        [
            {"role": "user", "content": [_FILE]},
            {"role": "assistant", "content": "Wait."},
            {
                "role": "user",
                "content": [{"type": "tool_result", "content": [_RESULT]}, _PLAIN],
            },
        ],
    ],
)
def test_blocks_are_counted_through_all_messages(given: object) -> None:
    sent = sent_documents(given)
    assert sent.documents == {0: SentDocument(), 1: _MENU}
    assert sent.results == {0: _TEAS}


@pytest.mark.parametrize(
    "given",
    [
        [
            {"document": {"name": "Menu", "source": {"text": "Green tea."}}},
            {"searchResult": {**_RESULT, "type": None}},
        ],
        [
            {
                "role": "user",
                "content": [
                    {
                        "toolResult": {
                            "content": [
                                {
                                    "document": {
                                        "name": "Menu",
                                        "source": _PLAIN["source"],
                                    }
                                },
                                {"searchResult": {**_RESULT, "type": None}},
                            ]
                        }
                    },
                    {"text": "Which tea?"},
                ],
            }
        ],
    ],
)
def test_blocks_of_bedrock_are_read_as_well(given: object) -> None:
    sent = sent_documents(given)
    assert sent.documents == {0: _MENU}
    assert sent.results == {0: _TEAS}


def test_plain_documents_may_name_their_position() -> None:
    sent = sent_documents(
        [
            {"index": 3, "title": "Menu", "text": "Green tea."},
            {"index": 1, "blocks": ["A", "B"], "url": "https://a.example/"},
        ]
    )
    url = "https://a.example/"
    assert sent.documents == {3: _MENU, 1: SentDocument(text="A\n\nB", url=url)}


def test_blocks_stay_blocks() -> None:
    assert sent_documents([_BLOCKS]).documents[0].text == "Which tea?\n\nB"
    source = {"type": "content", "content": "All."}
    assert sent_documents([{"type": "document", "source": source}]).documents == {
        0: SentDocument(text="All.")
    }


@pytest.mark.parametrize("given", [(), None, "text", 5, [None], [{}], [[]], {}])
def test_nothing_sent_is_nothing_known(given: object) -> None:
    sent = sent_documents(given)
    assert (sent.documents, sent.results) == ({}, {})


def test_only_a_text_can_be_searched() -> None:
    assert SentDocument().anchoring is None
    assert SentDocument(text="a").anchoring is not None
