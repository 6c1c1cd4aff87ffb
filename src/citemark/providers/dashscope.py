"""Alibaba's DashScope: Qwen with a search, and applications with documents.

``[ref_1]`` or ``[1]``, as the request's ``citation_format`` says, is the ``index`` of a
search result; ``<ref>[1][3]</ref>`` the ``index_id`` of an application's document.
"""

from __future__ import annotations

import re

from citemark.marking import Citing
from citemark.provider import Answer, AnswerBuilder
from citemark.responses.chat import content, messages
from citemark.responses.locating import pages
from citemark.responses.payload import Payload, payload
from citemark.responses.written import cite_written, numbered, written

_MARKER_RE = re.compile(r"\[ref_([1-9][0-9]{0,2})\]")
_OF_DOCUMENTS_RE = re.compile(r"<ref>((?:\[[1-9][0-9]{0,2}\]){1,30})</ref>")


def answer_from(response: object) -> Answer:
    """Return the answer of *response*.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    output = whole["output"] or whole
    builder = AnswerBuilder()
    pieces = messages(output)
    builder.add_text(output.text("text") or "".join(map(content, pieces)))
    documents = [
        (each.name("index_id"), _document(builder, each))
        for each in output.items("doc_references")
    ]
    cite_written(builder, written(builder.text, _OF_DOCUMENTS_RE), dict(documents))
    results = [
        (each.name("index"), _result(builder, each))
        for each in output["search_info"].items("search_results")
    ]
    is_named = _MARKER_RE.search(builder.text) is not None
    found = written(builder.text, _MARKER_RE) if is_named else numbered(builder.text)
    cite_written(builder, found, dict(results))
    return builder.build()


def _result(builder: AnswerBuilder, result: Payload) -> Citing:
    return Citing(
        builder.add_source(
            source_id=result.name("index"),
            title=result.text("title"),
            url=result.text("url"),
            publisher=result.text("site_name") or None,
        )
    )


def _document(builder: AnswerBuilder, document: Payload) -> Citing:
    words = document.text("text")
    name = builder.add_source(
        source_id=document.text("doc_id"),
        title=document.text("title") or document.text("doc_name"),
        url=document.text("doc_url"),
    )
    numbers = [each.number() for each in document.items("page_number")] or [None]
    return Citing(name, pages(numbers[0], numbers[-1]), words)
