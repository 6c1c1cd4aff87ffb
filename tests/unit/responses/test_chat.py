"""Messages in the form of Chat Completions."""

from __future__ import annotations

from citemark.responses.chat import content, messages
from citemark.responses.payload import Payload


def text(whole: object) -> str:
    return "".join(map(content, messages(Payload(whole))))


def test_a_message_is_read_alone_or_in_a_response() -> None:
    message = {"role": "assistant", "content": "Yes."}
    assert text(message) == text({"choices": [{"message": message}]}) == "Yes."


def test_the_first_choice_is_read() -> None:
    choices = [
        {"index": 1, "message": {"content": "No."}},
        {"index": 0, "message": {"content": "Yes."}, "delta": {"content": ""}},
        {"index": 2, "message": {"content": "Perhaps."}},
    ]
    assert text({"choices": choices}) == "Yes."


def test_the_pieces_of_a_stream_are_joined() -> None:
    chunks = [
        {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "Y"}}]},
        {"choices": [{"index": 1, "delta": {"content": "N"}}]},
        {"choices": [{"index": 0, "delta": {"content": "es."}}]},
        {"choices": [], "usage": {}},
    ]
    assert text(chunks) == text(iter(chunks)) == "Yes."


def test_a_content_may_be_a_list_of_parts() -> None:
    parts = [{"type": "text", "text": "Yes"}, {"type": "image"}, {"text": "."}]
    assert text({"content": parts}) == "Yes."
