"""What a sanitizer engine is, and the policy that every engine obeys.

**Why one policy, two engines.** An application may have to standardise on one of
them; what is allowed must not depend on the choice. So a policy is data plus one
callback, and an engine only applies it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_SURROGATE_RE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """An allow-list. What it does not name is refused."""

    attributes: Mapping[str, frozenset[str]]
    """Element → attributes it may have; the key ``*`` holds those of all elements."""
    check: Callable[[str, str, str], str | None]
    """Given element, attribute and value: the value to print, or None to drop it."""
    schemes: frozenset[str]
    """URL schemes, for the engines' own checks; ``check`` is the stricter judge."""
    drop: frozenset[str] = frozenset()
    """Elements that vanish with all they contain; others are only unwrapped."""

    @property
    def tags(self) -> frozenset[str]:
        """The elements that may stay."""
        return frozenset(self.attributes) - {"*"}

    def value(self, tag: str, attribute: str, value: str) -> str | None:
        """Return what to print for an attribute, None where it is refused."""
        allowed = self.attributes.get(tag)
        if allowed is None:
            return None
        if attribute in allowed or attribute in self.attributes.get("*", ()):
            return self.check(tag, attribute, value)
        return None


@dataclass(frozen=True, slots=True)
class Example:
    """What an engine makes of *dirty* under the policy for answers."""

    dirty: str
    clean: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanitizer:
    """One engine. ``clean`` never returns anything that *policy* does not allow."""

    name: str
    clean: Callable[[str, Policy], str]
    max_chars: int
    """Longer input is not given to the engine; its raw HTML is shown as text."""
    examples: tuple[Example, ...]


def without_surrogates(text: str) -> str:
    r"""Replace lone surrogates, which no encoder accepts.

    >>> without_surrogates("a\ud800b")
    'a\ufffdb'
    """
    if text.isascii():
        return text
    return _SURROGATE_RE.sub("\N{REPLACEMENT CHARACTER}", text)
