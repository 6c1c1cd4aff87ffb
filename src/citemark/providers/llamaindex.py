"""LlamaIndex's `CitationQueryEngine`: ``[2]`` counts ``source_nodes`` from 1.

The engine puts ``Source 2:`` before the text of a node for the model to see; it is no
part of the source.
"""

from __future__ import annotations

import re

from citemark.marking import Citing
from citemark.provider import Answer, AnswerBuilder
from citemark.responses.locating import pages
from citemark.responses.marked_text import read_text
from citemark.responses.payload import Payload
from citemark.responses.written import cite_written, numbered

_LABEL_RE = re.compile(r"\s*Source [0-9]{1,9}:\n")


def answer_from(response: object) -> Answer:
    """Return the answer of *response*, a `Response` of the engine.

    Raises:
        SourceError: *response* is no object.
    """
    text, whole = read_text(response, "response")
    builder = AnswerBuilder()
    builder.add_text(text)
    known = {
        str(number): _known(builder, each["node"] or each)
        for number, each in enumerate(whole.items("source_nodes"), 1)
    }
    cite_written(builder, numbered(text), known)
    return builder.build()


def _known(builder: AnswerBuilder, node: Payload) -> Citing:
    about = node["metadata"]
    words = _LABEL_RE.sub("", node.text("text"), count=1).strip()
    name = builder.add_source(
        source_id=node.text("id_"),
        title=about.text("title") or about.text("file_name"),
        url=about.text("url"),
        text=words or None,
    )
    return Citing(name, pages(about.number("page_label")), words)
