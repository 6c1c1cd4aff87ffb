"""A text of a source, read at most once in each of the ways in which it is searched."""

from __future__ import annotations

import re
from functools import cached_property

from citemark.scripts import (
    ARABIC,
    CJK,
    CYRILLIC,
    DEVANAGARI,
    GREEK,
    HANGUL,
    HEBREW,
    LATIN,
    THAI,
)
from citemark.verification.dates import DateIndex, dates_in
from citemark.verification.mapped import Mapped
from citemark.verification.needs import languages
from citemark.verification.normal import normal
from citemark.verification.numbers import NumberIndex, numbers_in
from citemark.verification.overlap import units_of

WORD_RE = re.compile(r"\w+")
_SCRIPTS = {
    "Latin": re.compile(f"[{LATIN}]"),
    "Han and kana": re.compile(f"[{CJK}]"),
    "Hangul": re.compile(f"[{HANGUL}]"),
    "Arabic": re.compile(f"[{ARABIC}]"),
    "Hebrew": re.compile(f"[{HEBREW}]"),
    "Cyrillic": re.compile(f"[{CYRILLIC}]"),
    "Greek": re.compile(f"[{GREEK}]"),
    "Devanagari": re.compile(f"[{DEVANAGARI}]"),
    "Thai": re.compile(f"[{THAI}]"),
}
_SAMPLE = 400
_SPOKEN = 3


def script_of(text: str) -> str | None:
    """Return the script that most of *text* is in, if it is one of those known.

    >>> script_of("Python で書く試験")
    'Latin'
    """
    counts = {
        name: len(pattern.findall(text[:_SAMPLE])) for name, pattern in _SCRIPTS.items()
    }
    most = max(counts, key=lambda name: counts[name])
    return most if counts[most] else None


class Reading:
    """A text, and what was found in it; nothing is looked for before it is needed."""

    def __init__(self, text: str, language: str | None = None) -> None:
        """Remember the *text* and, if it is known, its *language*."""
        self.text = text
        self.language = language

    @cached_property
    def normal(self) -> Mapped:
        """The text as it is compared."""
        return normal(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words, as they are compared."""
        return frozenset(WORD_RE.findall(self.normal.text))

    @cached_property
    def numbers(self) -> NumberIndex:
        """All numbers in it."""
        return NumberIndex(list(numbers_in(self.text, self.language, liberal=True)))

    @cached_property
    def dates(self) -> DateIndex:
        """All dates in it, and all that may be years."""
        return DateIndex(list(dates_in(self.text, liberal=True)))

    @cached_property
    def units(self) -> frozenset[str]:
        """What of its content is counted by the overlap."""
        return frozenset(units_of(self.normal.text))

    @cached_property
    def scripts(self) -> frozenset[str]:
        """The scripts that any of it is in."""
        return frozenset(
            name for name, pattern in _SCRIPTS.items() if pattern.search(self.text)
        )

    def may_say(self, text: str, language: str | None = None) -> bool:
        """Say whether the words of *text* can be expected in this text.

        They cannot, in another script, or where it is plainly in another *language*.
        """
        script = script_of(text)
        if script is not None and script not in self.scripts:
            return False
        known = languages()
        own = known.get(language or "")
        if own is None or self.words & own.common:
            return True
        return all(len(self.words & each.common) < _SPOKEN for each in known.values())
