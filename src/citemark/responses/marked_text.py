"""Texts with markers, and the lists of sources that the markers count."""

from __future__ import annotations

from collections.abc import Iterable

from citemark.marking import Citing
from citemark.provider import AnswerBuilder
from citemark.responses.chat import content, messages
from citemark.responses.payload import Payload, payload


def read_text(response: object, *names: str) -> tuple[str, Payload]:
    """Return the text of *response*, and the response itself.

    It is a text, or an object that has one: in one of the fields *names*, or where Chat
    Completions have it.

    Raises:
        SourceError: *response* is neither.
    """
    if isinstance(response, str):
        return response, Payload(None)
    whole = payload(response)
    found = next(filter(None, map(whole.text, ("text", *names))), "")
    return found or "".join(map(content, messages(whole))), whole


def numbered_sources(
    builder: AnswerBuilder, records: Iterable[Payload]
) -> dict[str, Citing]:
    """Add *records* as sources that go by their numbers, counted from 1.

    A record has a title, an address or a text; or it is an address.
    """
    known: dict[str, Citing] = {}
    for number, record in enumerate(records, 1):
        name = builder.add_source(
            source_id=str(number),
            title=record.text("title"),
            url=record.text("url") or record.text(),
            text=record.text("text") or record.text("content") or None,
        )
        known[name] = Citing(name)
    return known
