"""Quotations of a sentence, looked for word for word.

Compared are normal texts: width, case, marks, line breaks, hyphenation and markup may
differ. An ellipsis, or words put in brackets, may stand for anything; what is around
them has to follow in order.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from citemark.scripts import ARABIC, CJK, HANGUL, HEBREW, UNSPACED
from citemark.spans import Span
from citemark.verification.mapped import Mapped
from citemark.verification.normal import normal
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
_ANY_GAP_RE = re.compile(f"{_GAP_RE.pattern}|{_INSERTED_RE.pattern}")
_REFERENCE_RE = re.compile(r"\[\^?[0-9]{1,3}\]")
_BEHIND = 8
# Scripts without blanks, and one whose particles are written onto its words.
_UNSPACED_RE = re.compile(f"[{UNSPACED}{HANGUL}]")
# "And", "in", "to" are letters in front of a word of Arabic or Hebrew.
_PREFIX_RE = re.compile(f"[^{HEBREW}{ARABIC}]?[وفبلكוהבלכשמ]")
_DASH_RE = re.compile("[–—―]|-[^\\S\n]+")
_NUMBER_CUT_RE = re.compile(r"[0-9][.,][0-9]")
_CONTRACTED_RE = re.compile(r"'t(?!\w)")
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
    found = _find_parts(quote, _GAP_RE, reading)
    if found is None and _INSERTED_RE.search(quote):
        found = _find_parts(quote, _ANY_GAP_RE, reading)
    return found


@dataclass(frozen=True, slots=True)
class _Part:
    """Words of a quotation that must follow each other."""

    text: str
    is_cut: tuple[bool, bool]
    """Whether brackets stand for the rest of its first word, and of its last one."""


def _parts(quote: str, gap: re.Pattern[str]) -> Iterator[_Part]:
    done, is_cut = 0, False
    for match in gap.finditer(quote):
        in_word = match[0][1:2].isalpha()
        part = quote[done : match.start()]
        yield _Part(part, (is_cut, in_word and part[-1:].isalpha()))
        done = match.end()
        is_cut = in_word and quote[done : done + 1].isalpha()
    yield _Part(quote[done:], (is_cut, False))


def _find_parts(quote: str, gap: re.Pattern[str], reading: Reading) -> Span | None:
    at, start = 0, -1
    for part in _parts(quote, gap):
        wanted = normal(part.text).text.strip(_EDGES)
        if not wanted:
            continue
        at = _find_words(wanted, at, part.is_cut, reading)
        if at < 0:
            return None
        start = at if start < 0 else start
        at += len(wanted)
    if start < 0:
        return None
    found = Span(reading.normal.origin(start), reading.normal.origin_end(at))
    numbered = _REFERENCE_RE.findall(quote)
    # Numbers of notes are passed over, unless the quotation has others.
    there = reading.text[found.start : found.end + _BEHIND]
    return found if set(numbered) <= set(_REFERENCE_RE.findall(there)) else None


def _find_words(
    wanted: str, at: int, is_cut: tuple[bool, bool], reading: Reading
) -> int:
    """Return where *wanted* is from *at* on as whole words, or -1."""
    text = reading.normal.text
    # Places that do not overlap cost no more than this.
    room = 2 * len(text)
    at = text.find(wanted, at)
    while at >= 0 and room >= 0:
        end = at + len(wanted)
        begins = is_cut[0] or not _is_in_word(reading.normal, reading.text, at)
        if begins and (is_cut[1] or not _is_in_word(reading.normal, reading.text, end)):
            return at
        room -= len(wanted)
        at = text.find(wanted, at + 1)
    return -1


def _is_in_word(mapped: Mapped, source: str, at: int) -> bool:
    """Say whether a word, or a number, goes on across *at*: ``un|able``, ``1.|5``."""
    text = mapped.text
    before, after = text[max(at - 2, 0) : at], text[at : at + 2]
    if _NUMBER_CUT_RE.search(before + after) or (
        before[-1:].isalpha() and _CONTRACTED_RE.match(text, at)
    ):
        return True
    if not (_is_of_word(before[-1:]) and _is_of_word(after[:1])):
        return False
    if _UNSPACED_RE.search(before[-1:] + after[:1]) or _PREFIX_RE.fullmatch(before):
        return False
    # Dashes are dropped between letters, like hyphens: they are the end of a word.
    between = source[mapped.origin(at - 1) + 1 : mapped.origin(at)]
    return _DASH_RE.search(between) is None


def _is_of_word(char: str) -> bool:
    return bool(char) and unicodedata.category(char)[0] in "LMN"
