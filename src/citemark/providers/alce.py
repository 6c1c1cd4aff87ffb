"""ALCE, a benchmark of cited answers: ``[1][2]``, counting the ``docs`` from 1."""

from __future__ import annotations

from citemark.provider import Answer, AnswerBuilder
from citemark.responses.marked_text import numbered_sources, read_text
from citemark.responses.payload import Payload
from citemark.responses.written import cite_written, numbered


def answer_from(response: object, *, docs: object = None) -> Answer:
    """Return the answer of *response*: a record of the benchmark, or its output.

    Raises:
        SourceError: *response* is neither.
    """
    text, whole = read_text(response, "output")
    builder = AnswerBuilder()
    builder.add_text(text)
    known = numbered_sources(builder, Payload(docs).items() or whole.items("docs"))
    cite_written(builder, numbered(text), known)
    return builder.build()
