"""Punctuation of the world's scripts, and where sentences end.

Korean counts as spaced here, not as CJK: it has spaces between words and Western stops.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from citemark.scripts import is_cjk

SENTENCE_END = frozenset(".!?…‼⁇⁈⁉\u037e。！？．｡︒؟۔।॥։።፧።៕។။")
"""What ends a sentence (U+037E is the Greek question mark)."""

CLAUSE_END = frozenset(",;:，、；：､،؛՝")
"""What ends a part of a sentence."""

BRACKETS = frozenset(")]}）］｝〕﴿")
"""Brackets that close."""

QUOTES = frozenset("\"'”’“‘»›«‹")
"""Quotes that close in some language; most of them open in another one."""

CORNERS = frozenset("」』】》〉〗〙〛｠｣﹂﹄")
"""Closing quotes and title marks of Chinese, Japanese and Korean."""

CLOSING = SENTENCE_END | CLAUSE_END | BRACKETS | CORNERS | frozenset("\"'”’»›")
"""What belongs to the text before it."""

# Ends of a sentence in scripts with capital letters: one, unless more of it follows.
_SPACED_END = frozenset(".!?…‼⁇⁈⁉")
_CLOSERS = "".join(sorted(map(re.escape, CLOSING - SENTENCE_END - CLAUSE_END | QUOTES)))
_END_RE = re.compile(
    f"[{''.join(map(re.escape, sorted(SENTENCE_END)))}]+[{_CLOSERS}*_~]*"
)
_AHEAD_RE = re.compile(r"[\s(\[{\"'“„«‹‘¿¡*_~]*")
_WORD_RE = re.compile(r"(?:\A|[\s(\[\"'“„«*_-])([\w.]*)\Z")
_SHORT_PARTS_RE = re.compile(r"(?:[^\W\d_]{1,2}\.)*[^\W\d_]{1,2}\Z")
_NUMBER_RE = re.compile(r"(?:\A|\n)[ \t>*+-]*[0-9]{1,9}\Z")
_WINDOW = 16
_MAY_OPEN = "*_~\"'“‘«‹"
_CONTINUES = frozenset("とってなのをにがはもへで")
"""Particles that make a quotation a part of the sentence around it."""

# Without the final stop, in lower case; single letters and short parts with stops
# between (``e.g``, ``U.S``) are told by their form.
_ABBREVIATED = """
al approx bzw ca cf co dott dr dra evtl fa fr ggf gl hr hrsg inkl insb jh jhd jhdt lic
messrs mgr mlle mme mr mrs ms prof pron rev sog sr sra srta ss st ste tzn usw vgl viz vs
г гг др им напр проф см стр ст тыс ул βλ
"""
_NUMBERED = """
abb abs anm apr art aug bd cap ch chap cl col dec dez eq fac feb fig figs gen jan jul
jun kap lib lig mar no nos nov nr nº núm oct okt op p pag par pp pt pts pág reg sec sect
sep sept tab tel ver vol vols z ziff zl
рис табл п пп
"""
_COUNTED = """
januar jänner februar märz april mai juni juli august september oktober november
dezember jahrhundert jahrhunderts auflage klasse etage
"""
_ABBREVIATIONS = frozenset(_ABBREVIATED.split())
_BEFORE_NUMBERS = frozenset(_NUMBERED.split())
_AFTER_ORDINALS = frozenset(_COUNTED.split())

# First word of a letter's Unicode name → the language that is written so most.
_LANGUAGES = {
    "CJK": "zh",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "ARABIC": "ar",
    "DEVANAGARI": "hi",
    "CYRILLIC": "ru",
    "GREEK": "el",
    "HEBREW": "he",
    "ARMENIAN": "hy",
    "BENGALI": "bn",
    "ETHIOPIC": "am",
}


def is_lower(char: str) -> bool:
    """Say whether *char* is a small letter of a script that begins sentences otherwise.

    Georgian has small letters, but no sentence begins with a capital.
    """
    return char.islower() and char.title() != char


def guess_language(text: str) -> str:
    """Return the likeliest language of the last letter, "" for a script of many.

    >>> guess_language("港は東"), guess_language("港口"), guess_language("port")
    ('ja', 'zh', '')
    """
    found = [
        _LANGUAGES.get(re.split("[ -]", unicodedata.name(char, ""))[0], "")
        for char in text
        if char.isalpha()
    ]
    if not found:
        return ""
    # Japanese mixes kana and Han characters, Chinese has no kana.
    return "ja" if found[-1] == "zh" and "ja" in found else found[-1]


def sentence_ends(text: str) -> list[int]:
    """Return the offsets behind each sentence of *text*, its closing quotes included.

    What the text itself ends with is an end, also where it could be an abbreviation.

    >>> sentence_ends("Dr. Ito paid 3.5 (e.g. once). Why?")
    [29, 34]
    """
    return list(_ends(text))


def sentences(text: str) -> list[str]:
    """Return *text* in sentences, each with the blanks before it.

    >>> sentences("One. Two")
    ['One.', ' Two']
    """
    ends = sentence_ends(text)
    parts = [text[start:end] for start, end in pairwise((0, *ends, len(text)))]
    return [part for part in parts if part]


def _ends(text: str) -> Iterator[int]:
    for match in _END_RE.finditer(text):
        start, end = match.span()
        if text[end : end + 1].isalnum():
            # It is what comes next that these belong to.
            end = start + len(match[0].rstrip(_MAY_OPEN))
        closed = text[end - 1] not in SENTENCE_END
        if text[start] not in _SPACED_END:
            if not (closed and text[end : end + 1] in _CONTINUES):
                yield end
        elif _ends_here(text, end) and not (
            match[0].startswith(".") and _abbreviates(text, start, end)
        ):
            yield end


def _ends_here(text: str, end: int) -> bool:
    """Say whether what follows *end* may be another sentence."""
    following = text[end : end + 1]
    if following and not following.isspace():
        return is_cjk(following) or following in "[<"
    ahead = _AHEAD_RE.match(text, end)
    at = ahead.end() if ahead else end
    return not is_lower(text[at : at + 1])


def _abbreviates(text: str, start: int, end: int) -> bool:
    """Say whether the stop at *start* belongs to the word or number before it."""
    before = text[max(0, start - _WINDOW) : start]
    if _NUMBER_RE.search(before):
        return True
    found = _WORD_RE.search(before)
    if end == len(text) or found is None or end - start > 1:
        return False
    word, rest = found[1].casefold(), text[end : end + _WINDOW].split()
    following = rest[0].rstrip(".,;") if rest else ""
    if word.isdecimal():
        return len(word) < len("100") and following.casefold() in _AFTER_ORDINALS
    if len(word) == 1 or "." in word:
        # Letters without case are words, not initials: a Korean one often is.
        return bool(_SHORT_PARTS_RE.match(word)) and word != word.upper()
    return word in _ABBREVIATIONS or (
        word in _BEFORE_NUMBERS and following[:1].isdigit()
    )
