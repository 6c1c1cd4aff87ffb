"""Texts as a reader, or a model that normalises what it is given, takes them.

**Why** a folded copy: a forgery may be written in capitals, in full width, with accents
or with characters in it that nobody sees. What looks alike is made equal here, once,
so that each pattern is written once.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from citemark.prompt.style import UNSEEN

# Format, marks, unassigned, surrogates; controls that are no white space.
_UNSEEN_KINDS = frozenset({"Cc", "Cf", "Cn", "Cs", "Me", "Mn"})
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# Of Cyrillic and Greek what looks like Latin; kinds of < and / and colons.
_ALIKE = str.maketrans(
    "авсԁеһіјкӏморѕтухαβϲεικμνορτυχı‹〈⟨❮˂⁄∕⧸╱∶꞉ː",
    "abcdehijklmopstyxabceikmnoptyxi<<<<<////:::",
)


class _Folds:
    """Code point → what is read there, as `str.translate` asks for it."""

    def __getitem__(self, code: int) -> str:
        """Return one or several characters."""
        return _fold(chr(code))


def fold(text: str) -> tuple[str, Sequence[int]]:
    r"""Return *text* as it is read, and where each character of that stands in *text*.

    >>> fold("Ｂ\u200dÉ…")
    ('b⠀e...', [0, 1, 2, 3, 3, 3])
    """
    folded = text.translate(_Folds())
    if len(folded) == len(text):
        return folded, range(len(text))
    return folded, [at for at, char in enumerate(text) for _ in _fold(char)]


@lru_cache(maxsize=1 << 14)
def _fold(char: str) -> str:
    if _is_unseen(char):
        return UNSEEN
    compatible = unicodedata.normalize("NFKC", char).casefold()
    return "".join(map(_letter, compatible)).translate(_ALIKE)


def _letter(char: str) -> str:
    """Return *char* without its marks, if a letter or sign of ASCII bears them."""
    if _is_unseen(char):
        return UNSEEN
    base = unicodedata.normalize("NFD", char)[0].translate(_ALIKE)
    return base if base.isascii() else char


def _is_unseen(char: str) -> bool:
    is_unseen = unicodedata.category(char) in _UNSEEN_KINDS and not char.isspace()
    return is_unseen or char in _FILLERS
