"""Gemini's generateContent, and its streams: claims are spans of UTF-8 bytes.

``startIndex`` is left out where it is 0. Offsets run over all parts of the text
together, unless a ``partIndex`` says that they are of one part. The words of a claim
are given as well, and decide where offsets have drifted. The address of a web page
leads to a service that sends readers on, and its title is the name of its host.
Notices of recitation (``citationMetadata``) are no citations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from citemark.locator import Locator
from citemark.provider import NOWHERE, Answer, AnswerBuilder, Flag, Located
from citemark.responses.anchoring import Anchoring
from citemark.responses.locating import pages
from citemark.responses.payload import Payload, payload
from citemark.responses.streaming import EventReader, TextReader


@dataclass(frozen=True, slots=True)
class _Part:
    base: int
    anchoring: Anchoring


@dataclass(frozen=True, slots=True)
class _Cited:
    """A chunk, as a source and a place in it."""

    source_id: str
    locator: Locator | None
    text: str


def answer_from(response: object) -> Answer:
    """Return the answer of *response*, of a candidate, or of a stream's responses.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    candidates = [_candidate(each) for each in whole.items() or [whole]]
    builder = AnswerBuilder()
    parts = _add_parts(builder, _parts(candidates))
    together = _Part(0, Anchoring(builder.text, "utf8"))
    grounding = _grounding(candidates)
    chunks = [_add_chunk(builder, each) for each in grounding.items("groundingChunks")]
    supports = grounding.items("groundingSupports")
    for support in supports:
        located = _locate(support["segment"], parts, together)
        _cite(builder, located, support, chunks)
    for chunk in chunks if not supports else ():
        _cite_chunk(builder, NOWHERE, chunk)
    return builder.build()


def stream() -> EventReader:
    """Return what reads the responses of a stream, see `citemark.stream.answers`."""
    return TextReader(_text_of, answer_from)


def _text_of(response: Payload) -> str:
    return "".join(chain.from_iterable(_parts([_candidate(response)])))


def _grounding(candidates: Sequence[Payload]) -> Payload:
    """Return what is said last; in a stream it is about the text of all responses."""
    found = [each["groundingMetadata"] for each in candidates]
    told = [each for each in found if each.items("groundingSupports")]
    return (told or [each for each in found if each] or [Payload(None)])[-1]


def _candidate(response: Payload) -> Payload:
    candidates = response.items("candidates")
    return candidates[0] if candidates else response


def _parts(candidates: Sequence[Payload]) -> list[list[str]]:
    """Return the pieces of each part; in a stream, a part goes on until another comes.

    Thoughts are none of the answer, but count.
    """
    parts: list[list[str]] = []
    before: bool | None = None
    for candidate in candidates:
        is_going_on = len(candidates) > 1
        for part in candidate["content"].items("parts"):
            is_thought = part["thought"].value is True
            if not is_going_on or is_thought is not before:
                parts.append([])
            parts[-1].append("" if is_thought else part.text("text"))
            before = is_thought
    return parts


def _add_parts(builder: AnswerBuilder, parts: Sequence[list[str]]) -> list[_Part]:
    found = []
    for pieces in parts:
        text = "".join(pieces)
        found.append(_Part(builder.length, Anchoring(text, "utf8")))
        builder.add_text(text)
    return found


def _locate(segment: Payload, parts: Sequence[_Part], together: _Part) -> Located:
    """Return where *segment* is, in its part if it names one."""
    start, end = segment.number("startIndex") or 0, segment.number("endIndex")
    words, index = segment.text("text"), segment.number("partIndex")
    if index is not None and 0 <= index < len(parts):
        base, anchoring = parts[index].base, parts[index].anchoring
        found = anchoring.claim(start, end, words)
        if found.start is not None and found.end is not None:
            return found._replace(start=found.start + base, end=found.end + base)
        if not words:
            return found
    return together.anchoring.claim(start, end, words)


def _cite(
    builder: AnswerBuilder,
    located: Located,
    support: Payload,
    chunks: Sequence[_Cited],
) -> None:
    for each in support.items("groundingChunkIndices"):
        index = each.number()
        if index is None or not 0 <= index < len(chunks):
            builder.cite(None, located, flags=[Flag.CHUNK_OUT_OF_RANGE])
        else:
            _cite_chunk(builder, located, chunks[index])


def _cite_chunk(builder: AnswerBuilder, located: Located, chunk: _Cited) -> None:
    builder.cite(chunk.source_id, located, locator=chunk.locator, cited_text=chunk.text)


def _add_chunk(builder: AnswerBuilder, chunk: Payload) -> _Cited:
    """Add the source that *chunk* is of."""
    found = chunk["web"] or chunk["retrievedContext"] or chunk["maps"] or chunk["image"]
    passage = found["ragChunk"]
    name = builder.add_source(
        source_id=found.text("documentName") or found.text("placeId"),
        title=found.text("title"),
        url=found.text("uri") or found.text("sourceUri"),
    )
    span = passage["pageSpan"]
    place = pages(span.number("firstPage"), span.number("lastPage"))
    place = place or pages(found.number("pageNumber"))
    return _Cited(name, place, found.text("text") or passage.text("text"))
