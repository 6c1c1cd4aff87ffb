"""Azure OpenAI On Your Data: ``[doc1]`` counts ``message.context.citations``.

Chunks of one file are different sources: each is called by its file and its chunk.
"""

from __future__ import annotations

import re

from citemark.marking import Citing
from citemark.provider import Answer, AnswerBuilder
from citemark.responses.chat import content, messages
from citemark.responses.payload import Payload, payload
from citemark.responses.written import cite_written, written

_MARKER_RE = re.compile(r"\[doc([1-9][0-9]{0,2})\]", re.IGNORECASE)


def answer_from(response: object) -> Answer:
    """Return the answer of *response*, of a message, or of the chunks of a stream.

    Raises:
        SourceError: *response* is no object.
    """
    builder = AnswerBuilder()
    chunks: list[Payload] = []
    for each in messages(payload(response)):
        builder.add_text(content(each))
        chunks += each["context"].items("citations")
    known = {
        str(number): _known(builder, chunk) for number, chunk in enumerate(chunks, 1)
    }
    cite_written(builder, written(builder.text, _MARKER_RE), known)
    return builder.build()


def _known(builder: AnswerBuilder, chunk: Payload) -> Citing:
    url, title, words = chunk.text("url"), chunk.text("title"), chunk.text("content")
    document = chunk.text("filepath") or url or title
    number = chunk.name("chunk_id")
    name = builder.add_source(
        source_id=f"{document}#{number}" if document and number else document,
        title=title,
        url=url,
        text=words or None,
    )
    return Citing(name, quote=words)
