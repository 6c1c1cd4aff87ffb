"""Amazon Bedrock's Converse API: blocks are claims, as in Anthropic's Messages API.

A block is ``citationsContent``, while the delta of a stream is ``citation``; the place
is under a key that names its kind. Nothing documents its end, which is outside for the
models that cite. Documents and search results are named by their positions in the
request.
"""

from __future__ import annotations

from collections.abc import Iterable

from citemark.locator import Locator
from citemark.provider import Anchor, Answer, AnswerBuilder, Flag, Located
from citemark.responses.locating import blocks, chars, pages
from citemark.responses.payload import Payload, payload
from citemark.responses.sent import Sent, SentDocument, sent_documents

_IN_DOCUMENT = ("documentChar", "documentPage", "documentChunk")
_EVENTS = ("contentBlockDelta", "messageStart")


def answer_from(response: object, *, documents: object = ()) -> Answer:
    """Return the answer of *response*: of Converse, a message, or a list of events.

    *documents* are the content blocks of the request with documents and search results,
    or its messages: they let offsets be checked and excerpts be shown.

    Raises:
        SourceError: *response* is no object.
    """
    whole = payload(response)
    sent = sent_documents(documents)
    message = whole["output"]["message"] or whole
    found = message.items("content") or whole.items("stream") or whole.items()
    if any(item[name] for item in found for name in _EVENTS):
        found = _streamed(found)
    builder = AnswerBuilder()
    for block in found:
        cited = block["citationsContent"]
        pieces = [part.text("text") for part in cited.items("content")]
        text = "".join(pieces) or block.text("text")
        claim, base = Located(0, len(text), anchor=Anchor.CLAIM), builder.length
        builder.add_text(text)
        for citation in cited.items("citations") if text else ():
            _cite(builder, citation, claim, base, sent)
    return builder.build()


def _streamed(events: Iterable[Payload]) -> list[Payload]:
    """Return the blocks of *events*; their indexes begin anew with each message."""
    made: list[tuple[list[object], list[object]]] = []
    current: dict[int | None, tuple[list[object], list[object]]] = {}
    for event in events:
        if event["messageStart"]:
            current.clear()
        index = event["contentBlockDelta"].number("contentBlockIndex")
        if index not in current:
            current[index] = ([], [])
            made.append(current[index])
        texts, citations = current[index]
        delta = event["contentBlockDelta"]["delta"]
        texts.append({"text": delta.text("text")})
        if delta["citation"]:
            citations.append(delta["citation"].value)
    return [
        Payload({"citationsContent": {"content": texts, "citations": citations}})
        for texts, citations in made
    ]


def _cite(
    builder: AnswerBuilder, citation: Payload, claim: Located, base: int, sent: Sent
) -> None:
    cited = "".join(each.text("text") for each in citation.items("sourceContent"))
    location, source = citation["location"], citation.text("source")
    name, document = _named(location, sent)
    url = location["web"].text("url") or document.url or source
    title = citation.text("title") or document.title
    place, flags = _place(location, cited, document)
    name = builder.add_source(
        source_id=name or ("" if "://" in url else source),
        title=title or location["web"].text("domain"),
        url=url if "://" in url else "",
        text=document.text,
    )
    builder.cite(name, claim, base, locator=place, cited_text=cited, flags=flags)


def _named(location: Payload, sent: Sent) -> tuple[str, SentDocument]:
    """Return what a document or a search result is called, and what was sent of it."""
    for kind in _IN_DOCUMENT:
        at = location[kind].number("documentIndex")
        if at is not None:
            return f"document:{at}", sent.documents.get(at, SentDocument())
    at = location["searchResultLocation"].number("searchResultIndex")
    if at is None:
        return "", SentDocument()
    return f"search_result:{at}", sent.results.get(at, SentDocument())


def _place(
    location: Payload, cited: str, document: SentDocument
) -> tuple[Locator | None, tuple[Flag, ...]]:
    """Return the place in the source, and what is to be said of it."""
    if characters := location["documentChar"]:
        start, end = characters.number("start"), characters.number("end")
        return chars(start, end, cited, document.anchoring)
    if page := location["documentPage"]:
        end = page.number("end")
        return pages(page.number("start"), end and end - 1), ()
    part = location["documentChunk"] or location["searchResultLocation"]
    return blocks(part.number("start"), part.number("end")), ()
