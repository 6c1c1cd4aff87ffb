"""Texts made alike for comparing, with the way back to where everything stood.

Width, case, ligatures, accents written in two ways, quotation marks, dashes, line
breaks, hyphens between letters and the markup of Markdown make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import unescape

from citemark.verification.mapped import Mapped, join_pieces

CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
"""Characters of scripts without blanks, for a class of a pattern."""

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
_CHANGED_RE = re.compile(
    r"(?P<drop>[\u00ad\u0002\u200b-\u200f\u2060\ufeff*~`\\]|(?<![^\W_])_+|_+(?![^\W_])"
    r"|(?<=[^\W\d_])-\s*(?=[^\W\d_])"
    r"|\]\([^()\s]{0,2048}\)|[\[\]]"
    r"|</?[A-Za-z][^<>\n]{0,200}>"
    rf"|(?<=[{CJK}])\s+(?=[{CJK}]))"
    r"|(?P<space>\s*\n[ \t]*(?:>[ \t]*)+|\s\s+|[^\S ])"
    r"|(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
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
    return join_pieces(_made_alike(text))


def _made_alike(text: str) -> Iterator[tuple[str, int]]:
    # One for one, so that no offset moves.
    is_ascii = text.isascii()
    even = text.replace('"', "'") if is_ascii else text.translate(_MADE_ALIKE)
    done = 0
    for match in _CHANGED_RE.finditer(even):
        if done < match.start():
            yield from _folded(even[done : match.start()], done)
        done = match.end()
        if match.lastgroup == "space":
            yield " ", match.start()
        elif match.lastgroup == "entity":
            yield unescape(match[0]).casefold(), match.start()
    if done < len(even):
        yield from _folded(even[done:], done)


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
