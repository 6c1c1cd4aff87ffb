"""Text copied from Gemini's app: ``[cite_start]A claim[cite: 4, 212]``.

The pair leaks into documents that the app writes. Its numbers mean something only to
the app: pass what is known of them as *sources*, number → record.
"""

from __future__ import annotations

import re

from citemark.marking import Citing
from citemark.provider import Answer, AnswerBuilder
from citemark.responses.marked_text import read_text
from citemark.responses.payload import Payload
from citemark.responses.written import NUMBERS, cite_written, written

_MARKER_RE = re.compile(rf"\[cite:[ \t]?{NUMBERS}\]")
_START_RE = re.compile(r"(\[cite_start\])")


def answer_from(response: object, *, sources: object = None) -> Answer:
    """Return the answer of *response*: a text, or an object that has it.

    Raises:
        SourceError: *response* is neither.
    """
    text, whole = read_text(response)
    given = whole["sources"] if sources is None else Payload(sources)
    builder = AnswerBuilder()
    builder.add_text(text)
    found = list(written(text, _MARKER_RE))
    known = {}
    for number in dict.fromkeys(name for each in found for name in each.names):
        if record := given[number]:
            builder.add_source(
                source_id=number,
                title=record.text("title"),
                url=record.text("url"),
                text=record.text("text") or None,
            )
            known[number] = Citing(number)
    cite_written(builder, iter(found), known)
    builder.left_out += [each.match.span() for each in written(text, _START_RE)]
    return builder.build()
