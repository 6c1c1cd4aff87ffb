"""Texts with markers, and the lists of sources that the markers count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from citemark.marking import Citing
from citemark.provider import Answer, AnswerBuilder
from citemark.responses.chat import content, messages
from citemark.responses.payload import Payload, payload
from citemark.responses.written import Written, cite_written


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


def answer_of_marks(
    response: object,
    given: object,
    field: str,
    find: Callable[[str], Iterator[Written]],
    *names: str,
) -> Answer:
    """Return the answer whose marks, as *find* yields them, count a list of sources.

    The list is *given*, or the *field* of the response. The text is where `read_text`
    finds it.

    Raises:
        SourceError: *response* is neither a text nor an object.
    """
    text, whole = read_text(response, *names)
    builder = AnswerBuilder()
    builder.add_text(text)
    shown = Payload(given).items() or whole.items(field)
    cite_written(builder, find(text), numbered_sources(builder, shown))
    return builder.build()
