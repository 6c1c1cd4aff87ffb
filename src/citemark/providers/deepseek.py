"""DeepSeek's prompt for answers from the web: ``[citation:3]``.

The numbers count the pages that were shown to the model, from 1. The service returns
the text alone: pass the pages as *webpages*, in the order in which they were numbered.
"""

from __future__ import annotations

import re

from citemark.provider import Answer, AnswerBuilder
from citemark.responses.marked_text import numbered_sources, read_text
from citemark.responses.payload import Payload
from citemark.responses.written import NUMBERS, cite_written, written

_MARKER_RE = re.compile(rf"\[citation:[ \t]?{NUMBERS}\]")


def answer_from(response: object, *, webpages: object = None) -> Answer:
    """Return the answer of *response*: a response, or the text of one.

    Raises:
        SourceError: *response* is neither.
    """
    text, whole = read_text(response)
    builder = AnswerBuilder()
    builder.add_text(text)
    shown = Payload(webpages).items() or whole.items("webpages")
    known = numbered_sources(builder, shown)
    cite_written(builder, written(text, _MARKER_RE), known)
    return builder.build()
