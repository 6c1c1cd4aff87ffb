"""Quotations of a sentence, looked for word for word.

Compared are normal texts: width, case, marks, line breaks, hyphenation and markup may
differ. An ellipsis, or words put in brackets, may stand for anything; what is around
them has to follow in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.spans import Span
from citemark.verification.normal import CJK, normal
from citemark.verification.quotation import quotations
from citemark.verification.reading import Reading
from citemark.verification.sentence import Sentence

_LEAST_WORDS, _LEAST_SIGNS = 3, 6
_SIGN_RE = re.compile(f"[{CJK}]")
_TOKEN_RE = re.compile(rf"[^\W_{CJK}]+")
_GAP_RE = re.compile(
    r"\[\s?(?:…|\.{2,4})\s?\]|\(\s?(?:…|\.{3})\s?\)|…+|⋯+|\.{3,}|(?:\. ){2,8}\."
)
_INSERTED_RE = re.compile(r"\[[^\[\]]{2,80}\]")
_EDGES = " .,;:!?。、，；：！？'\"-"
# Who says it, or what kind of box it is.
_NO_QUOTE_RE = re.compile(r"\s*(?:[-–—―]|\[!|[\w ]{1,24}[:：])")


def quotes_in(sentence: Sentence) -> Iterator[Span]:
    """Yield the quotations in the text of *sentence*, without their marks.

    Titles and single words in quotation marks are none: three words or six signs are
    needed. A sentence of a block quote is one as a whole.
    """
    text = sentence.text
    found = quotations(text)[::-1]
    if sentence.quoted and not found and not _NO_QUOTE_RE.match(text):
        found = [Span(-1, len(text) + 1)]
    for span in found:
        inner = Span(span.start + 1, span.end - 1)
        words = inner.of(text)
        start = inner.start + len(words) - len(words.lstrip())
        quote = Span(start, start + len(words.strip()))
        if _is_long(quote.of(text)):
            yield quote


def _is_long(text: str) -> bool:
    return (
        len(_SIGN_RE.findall(text)) >= _LEAST_SIGNS
        or len(_TOKEN_RE.findall(text)) >= _LEAST_WORDS
    )


def find_quote(quote: str, reading: Reading) -> Span | None:
    """Return where the text has *quote*, from its first word to its last."""
    found = _find_parts(_GAP_RE.split(quote), reading)
    if found is None and _INSERTED_RE.search(quote):
        gapped = _INSERTED_RE.sub("…", quote)
        found = _find_parts(_GAP_RE.split(gapped), reading)
    return found


def _find_parts(parts: list[str], reading: Reading) -> Span | None:
    text = reading.normal.text
    at, start = 0, -1
    for part in parts:
        wanted = normal(part).text.strip(_EDGES)
        if not wanted:
            continue
        at = text.find(wanted, at)
        if at < 0:
            return None
        start = at if start < 0 else start
        at += len(wanted)
    if start < 0:
        return None
    return Span(reading.normal.origin(start), reading.normal.origin_end(at))
