"""LongCite: ``<statement>…<cite>[7-8][10-10]</cite></statement>``.

The numbers are sentences of one document, counted from 0, both ends included. An empty
``<cite>`` says that nothing has to be cited. The sentences become blocks of the source
if they are passed as *sentences*.
"""

from __future__ import annotations

import re

from citemark.provider import Answer, AnswerBuilder, Flag
from citemark.responses.locating import blocks
from citemark.responses.marked_text import read_text
from citemark.responses.payload import Payload
from citemark.responses.written import written

_MARKER_RE = re.compile(r"<cite>((?:\[[0-9]{1,9}-[0-9]{1,9}\]){1,50})</cite>")
_RANGE_RE = re.compile(r"\[([0-9]+)-([0-9]+)\]")
_TAG_RE = re.compile(r"(</?statement>|<cite></cite>)")
_DOCUMENT = "document:0"


def answer_from(
    response: object, *, sentences: object = None, title: str = ""
) -> Answer:
    """Return the answer of *response*: a text, or an object that has it.

    *sentences* are those of the document, called *title*, or their number.

    Raises:
        SourceError: *response* is neither.
    """
    text, whole = read_text(response)
    given = whole["sentences"] if sentences is None else Payload(sentences)
    listed = [" ".join(each.text().split()) for each in given.items()]
    count = len(listed) or given.number()
    document = "\n\n".join(listed) or None
    builder = AnswerBuilder()
    builder.add_text(text)
    for each in written(text, _MARKER_RE):
        name = builder.add_source(source_id=_DOCUMENT, title=title, text=document)
        for first, last in _RANGE_RE.findall(each.match[1]):
            is_beyond = count is not None and int(first) >= count
            builder.cite(
                name,
                each.located,
                locator=blocks(int(first), int(last) + 1),
                flags=(Flag.CHUNK_OUT_OF_RANGE,) if is_beyond else (),
            )
    builder.left_out += [each.match.span() for each in written(text, _TAG_RE)]
    return builder.build()
