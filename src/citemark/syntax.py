"""What the fields of a marker may be: families, source IDs and kinds of locators.

**Why** a pattern for source IDs gives nothing back: strangers wrote the fields that it
is tried on, so it must take linear time. Every quantifier takes all it can and keeps
it; then no pattern, however nested, can try many ways to fit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias
from unicodedata import decimal

from citemark.errors import ConfigError
from citemark.locator import Locator, LocatorKind, all_kinds, get_kinds

_Kinds: TypeAlias = tuple[LocatorKind[Locator], ...]
Widgets: TypeAlias = Literal["drop", "placeholder", "keep"]
FAMILIES = ("cite", "filecite")
SOURCE_ID = "[A-Za-z0-9_-]+"
LINES_ONLY = ("lines",)
_TOKEN_RE = re.compile(
    r"(?P<quantifier>(?:[*+?]|\{(?:[0-9]+(?:,[0-9]*)?|,[0-9]+)\})(?P<mode>[?+]?))"
    r"|(?P<open>\((?:\?:)?)(?P<special>\?)?"
    r"|(?P<plain>[|)])"
    r"|(?P<item>\[\^?\]?(?:[^\]\\]|\\.)*\]"
    r"|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\[^A-CE-RT-VX-Za-ce-rt-vx-z0-9]"
    r"|[^\\])",
    re.DOTALL,
)
# No ID holds white space or control characters, nor what markers are made of.
_NEVER = (
    *map(chr, (*range(0x21), *range(0x7F, 0xA1), *range(0x2000, 0x2010))),
    *"\u1680\u2028\u2029\u202f\u205f\u3000\ufeff",
    *map(chr, range(0xE200, 0xE207)),
)


@dataclass(frozen=True, slots=True)
class Syntax:
    """How the markers of an answer are written, but for their characters."""

    families: tuple[str, ...] = FAMILIES
    """Families whose markers cite."""
    source_id: str = SOURCE_ID
    """The pattern of a source ID."""
    locators: tuple[str, ...] = LINES_ONLY
    """The kinds of locators, by name."""
    widgets: Widgets = "drop"
    """What a marker of another family shows, if it has no words of its own."""

    def check(self) -> None:
        """Refuse patterns and kinds that cannot be used.

        Raises:
            ConfigError: the message names the option, and what it expects.
        """
        if not self.is_plain():
            self.id_pattern()
            get_kinds(self.locators)

    def is_plain(self) -> bool:
        """Say whether IDs and locators are those of the published grammar."""
        return self.source_id == SOURCE_ID and self.locators == LINES_ONLY

    def id_pattern(self) -> re.Pattern[str]:
        """Return the compiled pattern of a source ID."""
        return id_pattern(self.source_id)

    def locator(self, word: str) -> Locator | None:
        """Return the locator that *word* is; it may be written backwards."""
        return _first(word, _kinds(self.locators)[0])

    def any_locator(self, word: str) -> Locator | None:
        """Return the locator that *word*, which is no source ID, can be taken for."""
        return _first(word, _kinds(self.locators)[1])

    def is_foreign(self, word: str) -> bool:
        """Say whether *word* would be a locator if its digits were ASCII."""
        ascii_digits = "".join(
            str(decimal(char)) if char.isdecimal() else char for char in word
        )
        return ascii_digits != word and self.locator(ascii_digits) is not None

    def hint(self, word: str) -> str:
        """Return what to add to a finding about *word*, which names no source.

        >>> Syntax().hint("p2"), Syntax().hint("doc/2")
        ("; it looks like a page: Options.locators has 'pages' off", '')
        """
        for name, kind in all_kinds().items():
            is_on = name in self.locators or kind.is_last_resort
            if not is_on and kind.parse(word) is not None:
                noun = kind.labels[0]
                return f"; it looks like a {noun}: Options.locators has {name!r} off"
        return ""

    def run(self, text: str, at: int) -> int:
        """Return where the ID or the locator that stands *at* in *text* ends.

        Only what is in ASCII: whatever is read on for may be prose.
        """
        ends = [at]
        patterns = [kind.pattern for kind in _kinds(self.locators)[0]]
        for pattern in (self.id_pattern(), *patterns):
            match = pattern.match(text, at)
            if match and match[0].isascii():
                ends.append(match.end())
        return max(ends)


@lru_cache(32)
def _kinds(names: tuple[str, ...]) -> tuple[_Kinds, _Kinds]:
    """Return the kinds that are asked first, and those of last resort."""
    kinds = get_kinds(names)
    later = tuple(kind for kind in kinds if kind.is_last_resort)
    return tuple(kind for kind in kinds if kind not in later), later


def _first(word: str, kinds: _Kinds) -> Locator | None:
    for kind in kinds:
        locator = kind.parse(word)
        if locator is not None:
            return locator
    return None


@lru_cache(32)
def id_pattern(pattern: str) -> re.Pattern[str]:
    r"""Return the compiled *pattern* of a source ID.

    >>> bool(id_pattern(r"^doc:\w+(?:/\w+)*$").fullmatch("doc:a/b"))
    True

    Raises:
        ConfigError: it could match nothing, too much, or take too long.
    """
    try:
        compiled = re.compile(_possessive(pattern))
    except re.error as error:
        raise _unusable(pattern, f"a regular expression ({error})") from error
    if compiled.fullmatch(""):
        raise _unusable(pattern, "a pattern that does not match nothing")
    return compiled


def _possessive(pattern: str) -> str:
    """Return *pattern* with quantifiers that give nothing back."""
    body = pattern.removeprefix("^").removesuffix("$")
    pieces: list[str] = []
    done = 0
    while done < len(body):
        token = _TOKEN_RE.match(body, done)
        if token is None or token["special"] or token["mode"] == "?":
            plain = "characters, classes, groups and greedy quantifiers only"
            raise _unusable(pattern, plain)
        if token["item"]:
            _check_item(token["item"], pattern)
        quantifier = token["quantifier"]
        if token["open"]:
            pieces.append("(?:")
        elif quantifier:
            pieces.append(quantifier if token["mode"] else f"{quantifier}+")
        else:
            pieces.append(token[0])
        done = token.end()
    return "".join(pieces)


def _check_item(item: str, pattern: str) -> None:
    """Refuse an *item*, which stands for one character, that stands for too many."""
    alone = re.compile(item, re.DOTALL)
    if item in "^$" or any(map(alone.match, _NEVER)):
        what = "no white space, control or marker characters"
        raise _unusable(pattern, f"{what} in what {item} matches")


def _unusable(pattern: str, expected: str) -> ConfigError:
    return ConfigError(f"source_id_pattern: expected {expected}, got {pattern!r}")
