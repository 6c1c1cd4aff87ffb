"""The parsed answer: text, markers and the tokens in which they found their place."""

from __future__ import annotations

from dataclasses import dataclass

from markdown_it.token import Token

from citemark.diagnostic import Finding
from citemark.model import Marker


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """An answer after scanning and parsing, before anything is resolved.

    ``tokens`` are markdown-it's, with one ``citation_ref`` token (``nesting`` 0,
    ``meta["ordinal"]``) where a reference may stand: never inside emphasis, links,
    images or code. ``order`` lists their ordinals, which index ``markers``, as read.

    Raw HTML tokens carry a marker as ``opener + ordinal + closer``; ``pair`` is
    (opener, closer), two characters that occur nowhere in ``source``. It is None when
    the answer has no marker.
    """

    source: str
    markers: tuple[Marker, ...]
    tokens: tuple[Token, ...]
    order: tuple[int, ...]
    findings: tuple[Finding, ...]
    pair: tuple[str, str] | None = None
