"""Chat Completions of OpenAI, and of OpenRouter, which answers in the same form.

A ``url_citation`` covers the Markdown link that stands in the text. OpenRouter adds the
words that it found (``content``), leaves start and end at 0, and lists the files that
were sent along as if they were citations; those are passed over.
"""

from __future__ import annotations

from citemark.provider import Answer, AnswerBuilder
from citemark.responses.anchoring import Anchoring
from citemark.responses.chat import content, messages
from citemark.responses.payload import Payload, payload
from citemark.responses.streaming import EventReader, TextReader


def answer_from(response: object) -> Answer:
    """Return the answer of *response*, of a message, or of the chunks of a stream.

    Raises:
        SourceError: *response* is no object.
    """
    builder = AnswerBuilder()
    pieces = messages(payload(response))
    for each in pieces:
        builder.add_text(content(each))
    anchoring = Anchoring(builder.text)
    for each in pieces:
        for annotation in each.items("annotations"):
            if annotation.kind() == "url_citation":
                _cite(builder, anchoring, annotation["url_citation"])
    return builder.build()


def stream() -> EventReader:
    """Return what reads the chunks of a stream, see `citemark.stream.answers`."""
    return TextReader(_text_of, answer_from)


def _text_of(chunk: Payload) -> str:
    return "".join(map(content, messages(chunk)))


def _cite(builder: AnswerBuilder, anchoring: Anchoring, cited: Payload) -> None:
    url = cited.text("url")
    name = builder.add_source(url=url, title=cited.text("title"))
    start, end = cited.number("start_index"), cited.number("end_index")
    located = anchoring.link(start, end, url)
    builder.cite(name, located, cited_text=cited.text("content"))
