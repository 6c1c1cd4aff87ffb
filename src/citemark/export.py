"""What an export is: the cited sources in one format that other programs read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from citemark.bibliography import Work, list_works
from citemark.discover import discover
from citemark.errors import ConfigError
from citemark.options import Options
from citemark.rendered import Rendered
from citemark.sources import Sources

# What HTML would read as markup, and JavaScript as the end of a line.
_ESCAPES = {
    ord(char): f"\\u{ord(char):04x}" for char in ("<", ">", "&", "\u2028", "\u2029")
}

Fields: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedAnswer:
    """All that one export is about."""

    works: tuple[Work, ...]
    """One for each reference, in the same order."""
    rendered: Rendered
    options: Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One source, which an answer cites, and what is written of it."""

    source: Mapping[str, object]
    written: str
    answer: str = "Yes.\ue200cite\ue202S1\ue202L1\ue201"


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """One format. ``write`` returns a complete file, also of an answer without any."""

    name: str
    suffix: str
    """Of the files it is written to, dot included."""
    media_type: str
    write: Callable[[CitedAnswer], str]
    examples: tuple[Example, ...]


def export(
    rendered: Rendered,
    sources: Sources = None,
    *,
    to: str,
    options: Options | None = None,
) -> str:
    r"""Return the sources that *rendered* refers to, in the format *to*.

    *sources* and *options* are those it was rendered with. Without *sources*, only
    what the references show is known.

    Raises:
        ConfigError: there is no such format.
        SourceError: a record is unusable.
    """
    chosen = options or Options()
    write = get_export(to).write
    works = list_works(rendered, sources, chosen)
    return write(CitedAnswer(works=works, rendered=rendered, options=chosen))


def get_export(name: str) -> Export:
    """Return the format called *name*.

    Raises:
        ConfigError: there is none; the message lists those there are.
    """
    exports = list_exports()
    if name not in exports:
        msg = f"to: expected one of {', '.join(exports)}, got {name!r}"
        raise ConfigError(msg)
    return exports[name]


def list_exports() -> dict[str, Export]:
    """Return name → format, for all there are."""
    found = discover("citemark.exports", "EXPORT", Export)
    return {name: each for name, each in found.items() if isinstance(each, Export)}


def to_json(data: object) -> str:
    r"""Return *data* as JSON that may stand in a ``<script>`` as it is.

    >>> print(to_json(["</script>"]), end="")
    [
      "\u003c/script\u003e"
    ]
    """
    return f"{json.dumps(data, ensure_ascii=False, indent=2).translate(_ESCAPES)}\n"


def known(fields: Fields) -> dict[str, object]:
    """Return *fields* without those that are unknown or empty.

    >>> known({"title": "Tides", "author": (), "URL": None})
    {'title': 'Tides'}
    """
    return {name: value for name, value in fields.items() if value}
