"""Kimi, and Bing's older chat: ``[^1^]``, which is no footnote of Markdown.

The numbers count the pages that were shown to the model, from 1. The service returns
the text alone: pass the pages as *sources*, in the order in which they were numbered.
"""

from __future__ import annotations

import re
from functools import partial

from citemark.provider import Answer
from citemark.responses.marked_text import answer_of_marks
from citemark.responses.written import NUMBERS, written

_MARKER_RE = re.compile(rf"\[\^{NUMBERS}\^\]")


def answer_from(response: object, *, sources: object = None) -> Answer:
    """Return the answer of *response*: a response, or the text of one.

    Raises:
        SourceError: *response* is neither.
    """
    find = partial(written, pattern=_MARKER_RE)
    return answer_of_marks(response, sources, "sources", find)
