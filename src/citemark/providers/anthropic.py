"""Anthropic's Messages API: each block of text is a claim of its own.

A citation stands for the whole block that it is in. Documents and search results are
named by their positions in the request, each counted by itself; their text is only in
the request. Pages that the model fetched itself are cited like documents, without their
address: what is quoted tells which of them it was. In a stream, a citation comes before
the text of its block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from citemark.locator import Locator
from citemark.provider import (
    NOWHERE,
    Anchor,
    Answer,
    AnswerBuilder,
    Flag,
    Located,
    canonical_url,
)
from citemark.responses.locating import blocks, chars, pages
from citemark.responses.payload import Payload, payload
from citemark.responses.sent import Sent, SentDocument, sent_documents
from citemark.responses.streaming import EventReader, Piece
from citemark.source import Source

_EVENTS = ("content_block_", "message_")
_OF_DOCUMENT = ("char_location", "page_location", "content_block_location")
# So many fetched pages are searched for what is quoted, where several may have it.
_MOST_PAGES = 20


def answer_from(response: object, *, documents: object = ()) -> Answer:
    """Return the answer of *response*: a message, its blocks, or a list of events.

    *documents* are the document and search-result blocks of the request, or its
    messages: they let offsets be checked and excerpts be shown.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    found = whole.items("content") or whole.items() or [whole]
    if any(item.kind().startswith(_EVENTS) for item in found):
        found = _streamed(found)
    known = _Known(sent_documents(documents), _fetched(found), _titles(found))
    builder = AnswerBuilder()
    for block in found:
        if text := block.text("text"):
            claim = Located(0, len(text), anchor=Anchor.CLAIM)
            base = builder.length
            builder.add_text(text)
            for citation in block.items("citations"):
                _cite(builder, citation, claim, base, known)
    return builder.build()


@dataclass(slots=True)
class _Streamed:
    """A block that comes in pieces."""

    start: Payload
    pieces: list[str] = field(default_factory=list)
    citations: list[object] = field(default_factory=list)

    def add(self, delta: Payload) -> None:
        self.pieces.append(delta.text("text"))
        if delta["citation"]:
            self.citations.append(delta["citation"].value)

    def block(self) -> Payload:
        if not self.pieces:
            return self.start
        text = self.start.text("text") + "".join(self.pieces)
        cited = [each.value for each in self.start.items("citations")]
        cited += self.citations
        return Payload({"type": "text", "text": text, "citations": cited})


def _streamed(events: Iterable[Payload]) -> list[Payload]:
    """Return the blocks of *events*; their indexes begin anew with each message."""
    made: list[_Streamed] = []
    current: dict[int | None, _Streamed] = {}
    for event in events:
        index, delta = event.number("index"), event["delta"]
        if event["content_block"] or (delta and index not in current):
            current[index] = _Streamed(event["content_block"])
            made.append(current[index])
        if delta:
            current[index].add(delta)
    return [each.block() for each in made]


def _fetched(found: Iterable[Payload]) -> list[SentDocument]:
    """Return the pages that the model fetched."""
    results = (block["content"] for block in found)
    return [
        SentDocument(
            title=page["content"].text("title"),
            url=page.text("url"),
            text=page["content"]["source"].text("data") or None,
            retrieved_at=page.text("retrieved_at") or None,
        )
        for page in results
        if page.kind() == "web_fetch_result"
    ]


def _titles(found: Iterable[Payload]) -> dict[str, str]:
    """Return the title of each page that a search found, by its address."""
    results = (result for block in found for result in block.items("content"))
    return {canonical_url(each.text("url")): each.text("title") for each in results}


@dataclass(frozen=True)
class _Known:
    """What may be cited."""

    sent: Sent
    fetched: Sequence[SentDocument]
    titles: Mapping[str, str]
    """Title of each page that a search found, by its address."""

    @cached_property
    def titled(self) -> dict[str, list[SentDocument]]:
        """The pages that the model fetched, by their titles."""
        titled: dict[str, list[SentDocument]] = {}
        for page in self.fetched:
            titled.setdefault(page.title, []).append(page)
        return titled

    def document(self, citation: Payload) -> SentDocument:
        """Return the document that was sent, or the page that holds what is cited."""
        at, title = citation.number("document_index"), citation.text("document_title")
        sent = self.sent.documents.get(-1 if at is None else at)
        if sent is not None and (sent.text is None or not self.fetched):
            return sent
        same = self.titled.get(title, []) if title else []
        likely = (same or self.fetched)[:_MOST_PAGES]
        for page in (sent, *likely):
            if page is not None and _holds(page, citation):
                return page
        return sent or (same[0] if len(same) == 1 else SentDocument())


def _holds(page: SentDocument, citation: Payload) -> bool:
    """Say whether *page* has the words that are quoted."""
    start, end = citation.number("start_char_index"), citation.number("end_char_index")
    cited = citation.text("cited_text")
    if page.anchoring is None or not cited.strip():
        return False
    return page.anchoring.claim(start, end, cited).start is not None


def _cite(
    builder: AnswerBuilder,
    citation: Payload,
    claim: Located,
    base: int,
    known: _Known,
) -> None:
    kind, cited = citation.kind(), citation.text("cited_text")
    flags: tuple[Flag, ...] = ()
    place: Locator | None = None
    name: str | None = None
    if url := citation.text("url"):
        title = citation.text("title") or known.titles.get(canonical_url(url), "")
        name = builder.add_source(url=url, title=title)
    elif kind == "search_result_location":
        name = _add_result(builder, citation, known.sent)
        place = _blocks(citation)
    elif kind in _OF_DOCUMENT:
        document = known.document(citation)
        name = _add_document(builder, citation, document)
        place, flags = _place(citation, document)
    else:
        return
    builder.cite(name, claim, base, locator=place, cited_text=cited, flags=flags)


def _add_result(builder: AnswerBuilder, citation: Payload, sent: Sent) -> str:
    at = citation.number("search_result_index")
    known = sent.results.get(-1 if at is None else at, SentDocument())
    source = citation.text("source") or known.url
    return builder.add_source(
        source_id=source if at is None else f"search_result:{at}",
        title=citation.text("title") or known.title,
        url=source if "://" in source else "",
        text=known.text,
    )


def _add_document(
    builder: AnswerBuilder, citation: Payload, document: SentDocument
) -> str:
    at, file_id = citation.number("document_index"), citation.text("file_id")
    return builder.add_source(
        source_id=file_id or ("" if at is None else f"document:{at}"),
        title=citation.text("document_title") or document.title,
        url=document.url,
        text=document.text,
        retrieved_at=document.retrieved_at,
    )


def _place(
    citation: Payload, document: SentDocument
) -> tuple[Locator | None, tuple[Flag, ...]]:
    """Return the place in the source; whatever is counted, the end is outside."""
    if citation.kind() == "char_location":
        start = citation.number("start_char_index")
        end = citation.number("end_char_index")
        return chars(start, end, citation.text("cited_text"), document.anchoring)
    if citation.kind() == "content_block_location":
        return _blocks(citation), ()
    end = citation.number("end_page_number")
    return pages(citation.number("start_page_number"), end and end - 1), ()


def _blocks(citation: Payload) -> Locator | None:
    start = citation.number("start_block_index")
    return blocks(start, citation.number("end_block_index"))


def stream(*, documents: object = ()) -> EventReader:
    """Return what reads the events of one answer, see `citemark.stream.answers`."""
    return _Events(documents)


class _Events(EventReader):
    """Shows a block as it comes, and what it cites when it ends."""

    def __init__(self, documents: object) -> None:
        super().__init__()
        self._documents = documents
        self._known = _Known(sent_documents(documents), [], {})
        self._citations: list[Payload] = []
        self._space = ""

    def pieces(self, event: Payload) -> Iterator[Piece]:
        kind, delta = event.kind(), event["delta"]
        if kind == "content_block_start":
            self._citations = event["content_block"].items("citations")
        if delta["citation"]:
            self._citations.append(delta["citation"])
        text = event["content_block"].text("text") + delta.text("text")
        if text:
            yield from self._text(text)
        if kind == "content_block_stop" and self._citations:
            yield self._cited()
            self._citations = []

    def _text(self, text: str) -> Iterator[Piece]:
        """Yield *text*, but for the white space that a citation may come before."""
        text = self._space + text
        shown = text.rstrip()
        self._space = text[len(shown) :]
        if shown:
            yield shown

    def _cited(self) -> list[Source]:
        builder = AnswerBuilder()
        for citation in self._citations:
            _cite(builder, citation, NOWHERE, 0, self._known)
        return list(builder.sources.values())

    def answer(self) -> Answer:
        return answer_from(self.events, documents=self._documents)
