"""Ids: a safe prefix for all of one answer's, and slugs for its headings.

No text of the model and no source ID ever becomes part of an id, with one exception
that is asked for: ``heading_ids``, whose slugs stand behind the prefix.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

_UNSAFE_RE = re.compile(r"[^A-Za-z0-9_-]")
_NOT_WORD_RE = re.compile(r"[^\w]+")
_SLUG_CHARS = 64


def safe_prefix(prefix: str) -> str:
    """Turn any *prefix* into one that ids may start with; distinct ones stay so.

    Only the default, an empty prefix, equals another: ``cx``.

    >>> safe_prefix(""), safe_prefix("m1"), safe_prefix("a b")
    ('cx-', 'm1-', 'a.20.b-')
    """
    return _UNSAFE_RE.sub(lambda match: f".{ord(match[0]):x}.", prefix or "cx") + "-"


class Slugs:
    """Hands out unique slugs, in time that does not grow with their number."""

    __slots__ = ("_next", "_used")

    def __init__(self) -> None:
        """Start with none used."""
        self._used: set[str] = set()
        self._next: dict[str, int] = {}

    def copy(self) -> Slugs:
        """Return one that goes on from here."""
        copied = Slugs()
        copied._used = set(self._used)
        copied._next = dict(self._next)
        return copied

    def slug(self, text: str) -> str:
        """Return a slug of *text* that was not returned before.

        >>> slugs = Slugs()
        >>> slugs.slug("What's new?"), slugs.slug("what s new"), slugs.slug("!")
        ('what-s-new', 'what-s-new-1', 'section')
        """
        base = _NOT_WORD_RE.sub("-", text.lower())[:_SLUG_CHARS].strip("-")
        base = base or "section"
        found, count = base, self._next.get(base, 1)
        while found in self._used:
            found = f"{base}-{count}"
            count += 1
        self._next[base] = count
        self._used.add(found)
        return found


def letters(count: int, alphabet: Sequence[str] = ascii_lowercase) -> str:
    """Return the *count*-th label of a, b, … z, aa, ab and so on.

    >>> letters(1), letters(26), letters(27), letters(703)
    ('a', 'z', 'aa', 'aaa')
    >>> letters(4, ["א", "ב", "ג"])
    'אא'
    """
    label = ""
    while count:
        count, digit = divmod(count - 1, len(alphabet))
        label = alphabet[digit] + label
    return label
