"""What a language is to verification: the words that show what a sentence is about.

A new language is one file of ``languages/`` with the constant ``LANGUAGE``; other
packages announce theirs in the entry-point group ``citemark.verification.languages``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from citemark.scripts import ARABIC, DEVANAGARI, HAN, HANGUL, KANA

_MARKS_RE = re.compile("[\u0640\u064b-\u0652\u0670]")
# Japanese and Korean have Han characters, too.
_SCRIPTS = tuple(
    (re.compile(f"[{script}]"), name)
    for script, name in (
        (KANA, "ja"),
        (HANGUL, "ko"),
        (HAN, "zh"),
        (ARABIC, "ar"),
        (DEVANAGARI, "hi"),
    )
)
_FOLDED = str.maketrans("’‘أإآٱ", "''اااا")


class Need(StrEnum):
    """Why a sentence needs a citation."""

    NUMBER = "number"
    DATE = "date"
    CONDITION = "condition"
    PROCEDURE = "procedure"
    SPECIFICATION = "specification"
    JUDGEMENT = "judgement"
    """A comparison, or the grounds for a choice."""
    FACT = "fact"
    """Who or what something is or did; a name that can be looked up."""
    QUOTATION = "quotation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """One language: its words are patterns for `folded` text."""

    name: str
    """The language's tag, without script and region."""
    needs: Mapping[Need, re.Pattern[str]]
    idle: re.Pattern[str]
    """Greetings, transitions, offers, and the writer speaking of itself."""
    question: re.Pattern[str]
    """The end of a question, where no question mark has to stand."""
    common: frozenset[str]
    """Words that mean little by themselves, by which the language is known, too."""


def folded(text: str) -> str:
    """Return *text* for comparisons: one width, one case, no vowel marks.

    >>> folded("Ｍüßig’s")
    "müssig's"
    """
    text = unicodedata.normalize("NFKC", text).casefold().translate(_FOLDED)
    return _MARKS_RE.sub("", text)


def base_language(language: str | None) -> str:
    """Return the language of a BCP 47 tag, without script and region.

    >>> base_language("pt-BR")
    'pt'
    """
    return (language or "").replace("_", "-").partition("-")[0].lower()


def script_language(text: str) -> str:
    """Return the likeliest language of *text*, "" if all its scripts are of many.

    >>> script_language("港は東"), script_language("港口"), script_language("port")
    ('ja', 'zh', '')
    """
    return next((name for script, name in _SCRIPTS if script.search(text)), "")


def words(text: str, *, before: str = "") -> re.Pattern[str]:
    """Return the pattern for any of the phrases in *text*, separated by ``|``.

    ``*`` stands for the rest of a word. *before* is what may be written onto the front
    of a word, as a pattern.

    >>> bool(words("cost*").search("it costs")), bool(words("cost").search("costs"))
    (True, False)
    """
    return re.compile(rf"(?<!\w){before}(?:{_alternatives(text)})(?!\w)")


def signs(text: str) -> re.Pattern[str]:
    """Return the pattern for any of the phrases in *text*, inside of words, too."""
    return re.compile(_alternatives(text))


def vocabulary(text: str) -> frozenset[str]:
    """Return the words in *text*, separated by blanks."""
    return frozenset(folded(text).split())


def _alternatives(text: str) -> str:
    phrases = [folded(" ".join(phrase.split())) for phrase in text.split("|")]
    escaped = (re.escape(phrase) for phrase in phrases if phrase)
    return "|".join(
        phrase.replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for phrase in escaped
    )


NOTHING = re.compile(r"(?!)")
"""Matches nowhere."""
