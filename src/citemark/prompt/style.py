"""A style: how one source looks in a prompt, and how a model is told to read it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from citemark.discover import discover
from citemark.errors import ConfigError

START, DELIMITER, STOP = "\ue200", "\ue202", "\ue201"
NOT_CITABLE = "⟦not citable⟧"
UNSEEN = "\u2800"
"""What `fold` makes of characters that are not seen, and of marks on others."""
GAP = rf"[\s{UNSEEN}*_`~]"
"""Between the parts of a head that a text may not imitate: line ends, emphasis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What is said of a source above its text; every field is guarded already."""

    source_id: str | None
    """None: may not be cited."""
    marker: str
    """The citation of the source, as the model is to write it; empty without ID."""
    title: str = ""
    section: str = ""
    url: str = ""
    updated: str = ""
    label: str = ""
    """Which block of its document it is: ``[Block2]``."""

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """The name and value of everything that is known besides the ID."""
        for name in ("title", "section", "url", "updated"):
            if value := getattr(self, name):
                yield name, value


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """One way to show sources.

    ``head`` returns the lines above a text and ``foot`` those below it. ``forgeries``
    are regular expressions, each for the first character of something that would be
    taken for a head or foot; that character is escaped wherever a text has it. They
    are tried on the text as `fold` returns it, so they are made of small letters,
    `spelled` and ``GAP``, and take linear time. ``reading`` tells the model where an ID
    stands; ``example_ids`` are two IDs of the usual shape that no small registry has.
    """

    name: str
    head: Callable[[Head], list[str]]
    foot: tuple[str, ...] = ()
    forgeries: tuple[str, ...]
    reading: str
    example_ids: tuple[str, str]


def described(head: Head) -> list[str]:
    """Return a line for each thing that is known, and the label of the block."""
    lines = [f"{_NAMES[name]}: {value}" for name, value in head.fields]
    return [*lines, "", head.label] if head.label else [*lines, ""]


_NAMES = {"title": "Title", "section": "Section", "url": "URL", "updated": "Updated"}


def spelled(word: str) -> str:
    """Return a pattern for *word*, whatever is hidden between its letters."""
    return f"{UNSEEN}*".join(map(re.escape, word))


def cite(source_id: str, *locators: str, family: str = "cite") -> str:
    r"""Return the marker that cites *source_id*.

    >>> cite("S1", "L8")
    '\ue200cite\ue202S1\ue202L8\ue201'
    """
    return f"{START}{DELIMITER.join((family, source_id, *locators))}{STOP}"


@cache
def all_styles() -> dict[str, Style]:
    """Return name → style, for every style there is."""
    found = discover("citemark.prompt.styles", "STYLE", Style)
    return {name: each for name, each in found.items() if isinstance(each, Style)}


def get_style(name: str, *others: str) -> Style:
    """Return the style called *name*.

    Raises:
        ConfigError: there is none; the message lists those there are, and *others*.
    """
    styles = all_styles()
    if name not in styles:
        msg = f"style: expected one of {', '.join((*styles, *others))}, got {name!r}"
        raise ConfigError(msg)
    return styles[name]
