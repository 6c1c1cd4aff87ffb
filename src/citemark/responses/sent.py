"""Documents that were sent to a model, for what its answer cites of them.

Responses name them by their position in the request, and only the request has their
text. They are taken as they were sent: as content blocks, as the messages that hold
those, or as plain ``{"title": …, "text": …}``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from citemark.responses.anchoring import Anchoring
from citemark.responses.payload import Payload

_PLAIN = ("text", "blocks", "title")


@dataclass(frozen=True, kw_only=True)
class SentDocument:
    """A document or a search result, as far as the request tells."""

    title: str = ""
    url: str = ""
    text: str | None = None
    retrieved_at: str | None = None

    @cached_property
    def anchoring(self) -> Anchoring | None:
        """What finds the words of the document."""
        return None if self.text is None else Anchoring(self.text)


@dataclass(frozen=True, slots=True)
class Sent:
    """What a request held, by the positions that responses name."""

    documents: dict[int, SentDocument] = field(default_factory=dict)
    results: dict[int, SentDocument] = field(default_factory=dict)


def sent_documents(given: object) -> Sent:
    """Return the documents that *given* holds, each kind counted from 0.

    >>> sent_documents([{"title": "Menu", "text": "Tea."}]).documents[0].title
    'Menu'
    """
    sent = Sent()
    for node, is_plain in _nodes(Payload(given)):
        if found := _wrapped(node, "search_result", "searchResult"):
            sent.results[len(sent.results)] = _result(found)
        elif (found := _wrapped(node, "document", "document")) or is_plain:
            found = found or node
            at = found.number("index")
            sent.documents[len(sent.documents) if at is None else at] = _read(found)
    return sent


def _nodes(given: Payload) -> Iterator[tuple[Payload, bool]]:
    """Yield everything that may be a document, in order, and whether it is plain."""
    tops = given.items("messages") or given.items() or [given]
    waiting = [(each, True) for each in reversed(tops)]
    while waiting:
        node, is_top = waiting.pop()
        yield node, is_top and any(node[name] for name in _PLAIN) and not node.kind()
        if node.kind() not in ("document", "search_result"):
            inner = [*node.items("content"), *node["toolResult"].items("content")]
            waiting += [(each, False) for each in reversed(inner)]


def _wrapped(node: Payload, kind: str, key: str) -> Payload | None:
    """Return the document that *node* is, or has under *key*."""
    if node.kind() == kind:
        return node
    return node[key] or None


def _result(node: Payload) -> SentDocument:
    url, text = node.text("source"), _joined(node.items("content"))
    return SentDocument(title=node.text("title"), url=url, text=text)


def _read(node: Payload) -> SentDocument:
    source = node["source"]
    parts = node.items("blocks") or source.items("content")
    text = node.text("text") or source.text("text") or source.text("content")
    if source.kind() == "text":
        text = text or source.text("data")
    return SentDocument(
        title=node.text("title") or node.text("name"),
        url=node.text("url"),
        text=text or _joined(parts),
    )


def _joined(parts: list[Payload]) -> str | None:
    """Return the text whose blocks, with blank lines between them, are *parts*."""
    texts = (part.text() or part.text("text") for part in parts)
    return "\n\n".join(map(_unbroken, texts)) or None


def _unbroken(block: str) -> str:
    """Return *block* as one: a blank line inside would make it two."""
    return "\n".join(filter(str.strip, block.splitlines()))
