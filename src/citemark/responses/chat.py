"""Chat Completions, the form in which most services answer: its message, or its stream.

A response has choices, of which the first is read; each chunk of a stream has a piece
of the same. Some services put a list of parts where others have one string.
"""

from __future__ import annotations

from citemark.responses.payload import Payload


def messages(whole: Payload) -> list[Payload]:
    """Return the message of a response, a message itself, or the pieces of a stream.

    >>> chunk = {"choices": [{"delta": {"content": "Yes."}}]}
    >>> [content(each) for each in messages(Payload([chunk, chunk]))]
    ['Yes.', 'Yes.']
    """
    chunks = whole.items() or [whole]
    return [each for chunk in chunks for each in _pieces(chunk)]


def content(message: Payload) -> str:
    """Return the text of *message*, in one piece."""
    parts = message.items("content")
    return message.text("content") or "".join(each.text("text") for each in parts)


def _pieces(chunk: Payload) -> list[Payload]:
    choices = chunk.items("choices")
    if not choices:
        # The last chunk of a stream has none, and no message of its own.
        return [chunk]
    first = [each for each in choices if not each.number("index")][:1]
    return [each["message"] or each["delta"] for each in first]
