"""Ids: a safe prefix for all of one answer's, and slugs for its headings.

No text of the model and no source ID ever becomes part of an id, with one exception
that is asked for: ``heading_ids``, whose slugs stand behind the prefix.
"""

from __future__ import annotations

import re
from collections import ChainMap
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

    __slots__ = ("_used",)

    def __init__(self) -> None:
        """Start with none used."""
        self._used: ChainMap[str, int] = ChainMap()
        """Slug → the number that may tell the next one from it."""

    def copy(self) -> Slugs:
        """Return one that goes on from here, each on its own.

        Both write into a new layer over what is shared. A layer is merged with the one
        below unless that is far larger, so there are few of them, and a slug is moved
        no more than a few times.
        """
        layers = [layer for layer in self._used.maps if layer]
        while len(layers) > 1 and len(layers[0]) * 2 > len(layers[1]):
            layers[:2] = [{**layers[1], **layers[0]}]
        copied = Slugs()
        self._used, copied._used = ChainMap({}, *layers), ChainMap({}, *layers)
        return copied

    def slug(self, text: str) -> str:
        """Return a slug of *text* that was not returned before.

        >>> slugs = Slugs()
        >>> slugs.slug("What's new?"), slugs.slug("what s new"), slugs.slug("!")
        ('what-s-new', 'what-s-new-1', 'section')
        """
        base = _NOT_WORD_RE.sub("-", text.lower())[:_SLUG_CHARS].strip("-")
        base = base or "section"
        found, count = base, self._used.get(base, 1)
        while found in self._used:
            found = f"{base}-{count}"
            count += 1
        self._used[found] = 1
        self._used[base] = count
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
