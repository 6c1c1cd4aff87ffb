"""Puts sources into a prompt, within its budget, and says which of them it shows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import NamedTuple, Protocol

from citemark.describe import describe
from citemark.errors import ConfigError
from citemark.locator import how_many
from citemark.options import Options
from citemark.prompt.guard import guard, guard_lines
from citemark.prompt.labels import labelled
from citemark.prompt.style import Head, Style, cite, get_style
from citemark.prompt.units import Cited, checked, in_blocks, renamed, shortened
from citemark.series import check_kind
from citemark.source import Source
from citemark.text import clean_line, truncate

_UNITS = ("block", "document", "line")
_FAMILY_RE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,31}")
_MOST_NAME_CHARS = 60
# With its escapes; leaves room for more in the shortest text.
_MOST_SHOWN_CHARS = 80
# Room for what says that something is left out.
_LEAST_CHARS = 200
_BETWEEN = "\n\n"


class Registry(Protocol):
    """What is shown: the sources and their IDs."""

    def __iter__(self) -> Iterator[Source]:
        """Iterate over the sources."""

    def __contains__(self, source_id: object) -> bool:
        """Say whether there is a source with this ID."""

    def __len__(self) -> int:
        """Return the number of sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How sources are shown: the arguments of `SourceRegistry.to_prompt`."""

    style: str
    unit: str
    ids: str | None
    tool_name: str | None
    family: str
    max_chars: int | None
    block_chars: int
    options: Options

    def __post_init__(self) -> None:
        """Refuse what cannot be done."""
        self._check_kinds()
        if self.unit not in _UNITS:
            msg = f"unit: expected one of {', '.join(_UNITS)}, got {self.unit!r}"
            raise ConfigError(msg)
        check_family(self.family)
        if self.max_chars is not None and self.max_chars < _LEAST_CHARS:
            msg = f"max_chars: expected {_LEAST_CHARS} or more, got {self.max_chars}"
            raise ConfigError(msg)
        if self.block_chars < 1:
            msg = f"block_chars: expected 1 or more, got {self.block_chars}"
            raise ConfigError(msg)

    def _check_kinds(self) -> None:
        check_kind("style", self.style, str)
        check_kind("unit", self.unit, str)
        check_kind("ids", self.ids, str, type(None))
        check_kind("tool_name", self.tool_name, str, type(None))
        check_kind("max_chars", self.max_chars, int, type(None))
        check_kind("block_chars", self.block_chars, int)
        check_kind("options", self.options, Options)


class _Piece(NamedTuple):
    """What is shown of one unit."""

    unit: Cited
    head: list[str]
    body: Sequence[str]
    """The lines, some with labels above them."""
    foot: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join((*self.head, *self.body, *self.foot))


def check_family(family: str) -> None:
    """Refuse a *family* that no marker can have.

    Raises:
        ConfigError: it is no word.
    """
    check_kind("family", family, str)
    if not _FAMILY_RE.fullmatch(family):
        msg = f"family: expected a word such as 'cite', got {family!r}"
        raise ConfigError(msg)


def shown_name(tool_name: str) -> str:
    """Return the name of a tool as a prompt shows it, in brackets of its own.

    Raises:
        ConfigError: it is no string.
    """
    check_kind("tool_name", tool_name, str)
    name = clean_line(tool_name, _MOST_NAME_CHARS).replace("`", "'")
    limits = range(_MOST_NAME_CHARS, -1, -1)
    tries = (_bracketed(truncate(name, limit)[0]) for limit in limits)
    return next(shown for shown in tries if len(shown) <= _MOST_SHOWN_CHARS)


def _bracketed(name: str) -> str:
    """Return *name* so that no bracket in it ends those around it."""
    return "⟦U+27E7⟧".join(map(guard, name.split("⟧")))


def build(registry: Registry, layout: Layout) -> tuple[str, list[Source]]:
    """Return the text, and the sources as far as it shows them.

    Raises:
        ConfigError: there is no such style, or the IDs asked for are none.
        SourceError: an ID cannot be written in a marker.
    """
    style = get_style(layout.style)
    preface = []
    if layout.tool_name is not None:
        preface.append(f"⟦Results of {shown_name(layout.tool_name)}⟧")
    units, piece_of = _units(registry, layout), partial(_piece, style, layout)
    if layout.max_chars is None:
        shown, left_out = list(map(piece_of, units)), 0
    else:
        room = layout.max_chars - sum(len(text) + len(_BETWEEN) for text in preface)
        shown, left_out = _fitting(units, piece_of, room)
    texts = [*preface, *(piece.text for piece in shown)]
    if left_out:
        texts.append(_left_out(left_out))
    return _BETWEEN.join(texts), [piece.unit.source for piece in shown]


def _units(registry: Registry, layout: Layout) -> Iterator[Cited]:
    """Yield what gets an ID; what is deleted or unpublished is not shown at all."""
    current = (source for source in registry if source.status == "current")
    units: Iterator[Cited] = (
        in_blocks(current, layout.block_chars, registry)
        if layout.unit == "block"
        else map(Cited, current)
    )
    return (
        checked(units, layout.options.syntax)
        if layout.ids is None
        else renamed(units, layout.ids)
    )


def _piece(style: Style, layout: Layout, unit: Cited) -> _Piece:
    source, options = unit.source, layout.options
    shown = describe(source, 1, options)
    name = source.source_id if source.citable else None
    head = Head(
        source_id=name,
        marker=cite(name, family=layout.family) if name else "",
        title=guard(shown.title) if shown.titled else "",
        section=guard(" > ".join(shown.heading)),
        url=guard(shown.url or ""),
        updated=guard(clean_line(source.modified_at or "")),
        # Where blocks may be cited, this one would count as one in the text.
        label="" if "blocks" in options.locators else unit.label,
    )
    body: Sequence[str] = guard_lines(source.lines)
    if layout.unit == "line":
        body = [_numbered(number, line) for number, line in enumerate(body, start=1)]
    body = labelled(body, unit, options.locators)
    return _Piece(unit, style.head(head), body, style.foot)


def _numbered(number: int, line: str) -> str:
    return f"[L{number}] {line}" if line else f"[L{number}]"


def _fitting(
    units: Iterator[Cited], piece_of: Callable[[Cited], _Piece], room: int
) -> tuple[list[_Piece], int]:
    """Return the pieces that fit into *room*, the last one cut, and how many do not."""
    shown: list[_Piece] = []
    used = -len(_BETWEEN)
    for unit in units:
        shown.append(piece_of(unit))
        used += len(_BETWEEN) + len(shown[-1].text)
        if used > room:
            break
    else:
        return shown, 0
    total = len(shown) + sum(1 for _ in units)
    kept = _shortened(shown, room)
    if len(kept) < total:
        kept = _shortened(shown, room - len(_BETWEEN) - len(_left_out(total)))
    return kept, total - len(kept)


def _shortened(pieces: Sequence[_Piece], room: int) -> list[_Piece]:
    """Return what of *pieces*, which are too many, fits into *room*."""
    ends = list(accumulate(len(piece.text) + len(_BETWEEN) for piece in pieces))
    count = bisect_right(ends, room + len(_BETWEEN))
    part = _cut(pieces[count], room - (ends[count - 1] if count else 0))
    return [*pieces[:count], *([part] if part else [])]


def _cut(piece: _Piece, room: int) -> _Piece | None:
    """Return *piece* with the lines that fit into *room*; None if not one does."""
    count = len(piece.body)
    frame = [*piece.head, _cut_off(count), *piece.foot]
    room -= sum(len(line) + 1 for line in frame) - 1
    ends = accumulate(len(line) + 1 for line in piece.body)
    kept = sum(1 for end in ends if end <= room)
    if not kept:
        return None
    body = [*piece.body[:kept], _cut_off(count - kept)]
    return piece._replace(unit=shortened(piece.unit, kept), body=body)


def _cut_off(count: int) -> str:
    return f"⟦cut here: {how_many(count, 'more line')}⟧"


def _left_out(count: int) -> str:
    return f"⟦left out: {how_many(count, 'more source')}⟧"
