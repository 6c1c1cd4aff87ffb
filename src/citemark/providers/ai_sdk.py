"""Vercel's AI SDK: messages of its user interface, results, and their streams.

It drops all positions, so sources are listed. What Anthropic quotes, and of which page,
survives in ``providerMetadata``.
"""

from __future__ import annotations

from citemark.provider import NOWHERE, Answer, AnswerBuilder
from citemark.responses.cited_places import cited_place
from citemark.responses.payload import Payload, payload
from citemark.responses.streaming import EventReader, TextReader


def answer_from(response: object) -> Answer:
    """Return the answer of *response*: a message, a result, or the parts of a stream.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    builder = AnswerBuilder()
    builder.add_text(whole.text("text"))
    for part in whole.items() or whole.items("parts") or whole.items("sources"):
        builder.add_text(_text_of(part))
        if part.kind().startswith("source"):
            _list(builder, part)
    return builder.build()


def stream() -> EventReader:
    """Return what reads the parts of a stream, see `citemark.stream.answers`."""
    return TextReader(_text_of, answer_from)


def _text_of(part: Payload) -> str:
    """Return the text of *part*, if it is one."""
    if part.kind() == "text":
        return part.text("text")
    return part.text("delta") if part.kind() == "text-delta" else ""


def _list(builder: AnswerBuilder, part: Payload) -> None:
    quoted = part["providerMetadata"]["anthropic"]
    name = builder.add_source(
        source_id=part.text("sourceId") or part.text("id"),
        url=part.text("url"),
        title=part.text("title") or part.text("filename"),
    )
    words = quoted.text("citedText")
    builder.cite(name, NOWHERE, locator=cited_place(quoted), cited_text=words)
