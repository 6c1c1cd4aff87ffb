"""Texts made alike for comparing, with the way back to where everything stood.

Width, case, ligatures, accents written in two ways, quotation marks, dashes, line
breaks, hyphens between letters and the markup of Markdown make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import unescape

from citemark.scripts import CJK
from citemark.verification.mapped import Mapped, join_pieces

_MADE_ALIKE = {
    # Quotations inside of quotations have other marks: all of them are one.
    **dict.fromkeys(map(ord, '"’‘‛‚´′＇“”„‟«»‹›「」『』″＂'), "'"),
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-"),
    **dict.fromkeys(map(ord, "\u00a0\u202f\u2007\u2009\u200a\u3000"), " "),
    **{
        0xFF01 + at: chr(0x21 + at)
        for at in range(94)
        if chr(0xFF01 + at) not in "＂＇－"
    },
}
_TARGET = (
    r"\((?:[^()\s]|\([^()\s]{0,200}\)){0,2048}"
    r"(?:\s{1,9}(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?\s?\)"
)
# What a page does not show: markup, numbers of notes, signs of no width, and the marks
# of vowels, which Arabic and Hebrew may be written with or without.
_MARKUP_RE = re.compile(
    r"(?P<blank><(?:br|/?(?:p|div|li|t[dhr]|h[1-6]))(?:[\s/][^<>]{0,200})?>)"
    r"|(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    rf"|(?P<drop>!\[[^\[\]]{{0,500}}\]{_TARGET}|\]{_TARGET}|\[\^?[0-9]{{1,3}}\]|[\[\]]"
    r"|<!--[^<>]{0,2000}-->|</?[A-Za-z][^<>\n]{0,200}>"
    r"|\u00ad(?:[ \t]*\n\s*)?|[\u0002\u200b-\u200f\u2060\ufeff*~`\\]"
    r"|[\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]"
    r"|(?<![^\W_])_+|_+(?![^\W_]))",
    re.IGNORECASE,
)
_CHANGED_RE = re.compile(
    rf"(?P<drop>(?<=[^\W\d_])-\s*(?=[^\W\d_])|(?<=[{CJK}])\s+(?=[{CJK}]))"
    r"|(?P<space>\s*\n[ \t]*(?:>[ \t]*)+|\s\s+|[^\S ])"
)
# Parts of a character that follow its first code point: marks, and Hangul vowels.
_CLUSTER_RE = re.compile(
    "[\\s\\S][\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u093c\u094d\u09bc\u1160-\u11ff\u3099\u309a\u20d0-\u20f0\uff9e\uff9f]{0,16}"
)


def normal(text: str) -> Mapped:
    """Return *text* made alike; origins are offsets in *text*.

    >>> normal("The “Ｆull  *text*”").text
    "the 'full text'"
    """
    plain = join_pieces(_without_markup(text))
    return join_pieces(_made_alike(plain))


def _without_markup(text: str) -> Iterator[tuple[str, int]]:
    done = 0
    for match in _MARKUP_RE.finditer(text):
        yield text[done : match.start()], done
        done = match.end()
        if match.lastgroup == "blank":
            yield " ", match.start()
        elif match.lastgroup == "entity":
            yield unescape(match[0]), match.start()
    yield text[done:], done


def _made_alike(plain: Mapped) -> Iterator[tuple[str, int]]:
    # One for one, so that no offset moves.
    is_ascii = plain.text.isascii()
    even = (
        plain.text.replace('"', "'") if is_ascii else plain.text.translate(_MADE_ALIKE)
    )
    done = 0
    for match in _CHANGED_RE.finditer(even):
        yield from _stretch(plain, even, done, match.start())
        done = match.end()
        if match.lastgroup == "space":
            yield " ", plain.origin(match.start())
    yield from _stretch(plain, even, done, len(even))


def _stretch(
    plain: Mapped, even: str, start: int, end: int
) -> Iterator[tuple[str, int]]:
    """Yield ``even[start:end]`` with its origins, where it is not empty."""
    if start < end:
        part = plain.part(start, end)
        ends = (*part.starts[1:], end - start)
        for begin, stop, origin in zip(part.starts, ends, part.origins, strict=True):
            yield from _folded(even[start + begin : start + stop], origin)


def _folded(text: str, origin: int) -> Iterator[tuple[str, int]]:
    """Yield *text* in one case and one spelling of each character."""
    if text.isascii():
        yield text.lower(), origin
        return
    folded = text.casefold()
    if len(folded) == len(text) and unicodedata.is_normalized("NFKC", folded):
        yield folded, origin
        return
    for match in _CLUSTER_RE.finditer(text):
        plain = unicodedata.normalize("NFKC", match[0]).casefold()
        # One origin for all of it: a ligature stands for its first letter.
        for char in plain:
            yield char, origin + match.start()
