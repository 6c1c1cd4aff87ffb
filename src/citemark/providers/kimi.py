"""Kimi, and Bing's older chat: ``[^1^]``, which is no footnote of Markdown.

The numbers count the pages that were shown to the model, from 1. The service returns
the text alone: pass the pages as *sources*, in the order in which they were numbered.
"""

from __future__ import annotations

import re

from citemark.provider import Answer, AnswerBuilder
from citemark.responses.marked_text import numbered_sources, read_text
from citemark.responses.payload import Payload
from citemark.responses.written import NUMBERS, cite_written, written

_MARKER_RE = re.compile(rf"\[\^{NUMBERS}\^\]")


def answer_from(response: object, *, sources: object = None) -> Answer:
    """Return the answer of *response*: a response, or the text of one.

    Raises:
        SourceError: *response* is neither.
    """
    text, whole = read_text(response)
    builder = AnswerBuilder()
    builder.add_text(text)
    shown = Payload(sources).items() or whole.items("sources")
    known = numbered_sources(builder, shown)
    cite_written(builder, written(text, _MARKER_RE), known)
    return builder.build()
