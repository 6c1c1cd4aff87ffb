"""gpt-oss and its browser tool: ``【6†L9-L11】``.

The first number is a page that the model had open, the other ones its lines. These are
lines as the tool wraps them, which nothing else counts: pages are cited without a text.
"""

from __future__ import annotations

import re

from citemark.locator import Lines, number
from citemark.provider import Answer, AnswerBuilder, Flag
from citemark.responses.marked_text import read_text
from citemark.responses.payload import Payload
from citemark.responses.written import written

_MARKER_RE = re.compile(
    r"【([0-9]{1,9})†(?:L([0-9]{1,9})(?:-L?([0-9]{1,9}))?|[^†】\n]{1,200})(?:†[^†】\n]{0,200})?】"
)


def answer_from(response: object, *, page_stack: object = None) -> Answer:
    """Return the answer of *response*: a text, or an object that has it.

    *page_stack* is what the tool opened: a list of addresses, or cursor → address. It
    may be in the response as well.

    Raises:
        SourceError: *response* is neither.
    """
    text, whole = read_text(response)
    pages = whole["page_stack"] if page_stack is None else Payload(page_stack)
    builder = AnswerBuilder()
    builder.add_text(text)
    for each in written(text, _MARKER_RE):
        cursor, first, last = each.match.groups()
        url = _address(pages, cursor)
        if not url:
            builder.cite(None, each.located, flags=(Flag.UNKNOWN_SOURCE,))
            continue
        name = builder.add_source(source_id=f"cursor:{cursor}", url=url)
        place = Lines(number(first), number(last or first)) if first else None
        builder.cite(name, each.located, locator=place)
    return builder.build()


def _address(pages: Payload, cursor: str) -> str:
    """Return the address of the page at *cursor*."""
    listed = pages.items()
    if not listed:
        return pages.text(cursor)
    return listed[int(cursor)].text() if int(cursor) < len(listed) else ""
