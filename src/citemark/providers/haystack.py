"""Haystack's `AnswerBuilder`: ``[2]`` counts the documents by ``meta.source_index``.

Ranges such as ``[6-10]`` are read, whether or not ``expand_reference_ranges`` is on.
"""

from __future__ import annotations

from citemark.marking import Citing
from citemark.provider import Answer, AnswerBuilder
from citemark.responses.locating import pages
from citemark.responses.marked_text import read_text
from citemark.responses.payload import Payload
from citemark.responses.written import cite_written, numbered


def answer_from(response: object) -> Answer:
    """Return the answer of *response*, a `GeneratedAnswer`.

    Raises:
        SourceError: *response* is no object.
    """
    text, whole = read_text(response, "data")
    builder = AnswerBuilder()
    builder.add_text(text)
    known: dict[str, Citing] = {}
    for number, document in enumerate(whole.items("documents"), 1):
        index = document["meta"].name("source_index") or str(number)
        known[index] = _known(builder, document)
    cite_written(builder, numbered(text), known)
    return builder.build()


def _known(builder: AnswerBuilder, document: Payload) -> Citing:
    about, words = document["meta"], document.text("content")
    name = builder.add_source(
        source_id=document.text("id"),
        title=about.text("title") or about.text("file_name") or about.text("name"),
        url=about.text("url"),
        text=words or None,
    )
    return Citing(name, pages(about.number("page_number")), words)
