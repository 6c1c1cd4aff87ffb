"""Citable units: what of each source gets an ID of its own."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count
from typing import NamedTuple

from citemark.blocks import split_blocks
from citemark.dependencies import content_hash
from citemark.errors import SourceError
from citemark.loaders import show
from citemark.series import check_prefix, first_number, is_writable
from citemark.source import Source
from citemark.spans import split_lines
from citemark.syntax import Syntax

# No pattern of an application's own lets an ID end the head that holds it.
_SHOWABLE_RE = re.compile(r"[A-Za-z0-9_.:/#@+~-]+")


class Cited(NamedTuple):
    """A unit: a source, or a part of one as a source of its own."""

    source: Source
    label: str = ""
    """Which block of its source it is: ``[Block2]``."""
    whole: Source | None = None
    """What it is a block of."""
    first: int = 1
    """The line of the whole that it begins with."""


def renamed(units: Iterable[Cited], prefix: str) -> Iterator[Cited]:
    """Yield *units* with the IDs of a series.

    Raises:
        ConfigError: *prefix* does not make source IDs.
    """
    first = first_number(check_prefix(prefix))
    for number, unit in enumerate(units, start=first):
        name = f"{prefix}{number}"
        document = unit.source.document_id or unit.source.source_id
        named = replace(unit.source, source_id=name, document_id=document)
        yield unit._replace(source=named)


def checked(units: Iterable[Cited], syntax: Syntax) -> Iterator[Cited]:
    """Yield *units*, whose IDs a model has to be able to write.

    Raises:
        SourceError: it is not.
    """
    for unit in units:
        name = unit.source.source_id
        is_fine = _SHOWABLE_RE.fullmatch(name) and is_writable(name, syntax)
        if unit.source.citable and not is_fine:
            msg = f"the source ID {show(name)} cannot be written in a marker: pass ids="
            raise SourceError(msg)
        yield unit


def in_blocks(
    sources: Iterable[Source], most: int, taken: Container[str]
) -> Iterator[Cited]:
    """Yield the blocks of *sources*, of about *most* characters each.

    A source of one block stays as it is. IDs that are *taken* are not given again.
    """
    for source in sources:
        ranges = _joined(source.lines, most)
        if len(ranges) < 2:  # noqa: PLR2004 - one block is no part
            yield Cited(source, "[Block1]" if ranges else "")
            continue
        # Once, not for each block.
        whole = replace(source, content_hash=content_hash(source))
        for number, (first, last) in enumerate(ranges, start=1):
            block = _block(whole, number, first, last)
            yield Cited(_free(block, taken), f"[Block{number}]", whole, first)


def shortened(unit: Cited, count: int) -> Cited:
    """Return *unit* with no more than its first *count* lines."""
    part = cut(unit.source, unit.source.lines[:count])
    if unit.whole is not None:
        part = _placed(part, unit.whole, unit.first)
    return unit._replace(source=part)


def cut(source: Source, lines: Sequence[str]) -> Source:
    """Return *source* with the text that consists of *lines*.

    Its content hash stays that of the whole, so that what was made of it is known to
    be out of date when the whole changes.
    """
    text = "\n".join(lines) + ("" if lines and lines[-1] else "\n")
    part = replace(source, text=text, splitter=None, content_hash=content_hash(source))
    if split_lines(text) != list(lines):
        # The registry's own lines hold line ends.
        part = replace(part, splitter=partial(_as_given, tuple(lines)))
    return part


def _as_given(lines: tuple[str, ...], text: str) -> tuple[str, ...]:
    del text
    return lines


def _joined(lines: Sequence[str], most: int) -> list[tuple[int, int]]:
    """Return ranges of lines: as many blocks together as *most* characters hold."""
    ranges: list[tuple[int, int]] = []
    chars = 0
    for first, last in split_blocks(lines, most):
        start = ranges[-1][1] if ranges else first - 1
        size = sum(len(line) + 1 for line in lines[start:last])
        if ranges and chars + size <= most:
            ranges[-1] = (ranges[-1][0], last)
            chars += size
        else:
            ranges.append((first, last))
            # A line end counts, but for the last one.
            chars = sum(len(line) + 1 for line in lines[first - 1 : last]) - 1
    return ranges


def _block(source: Source, number: int, first: int, last: int) -> Source:
    """Return the lines *first* to *last* of *source* as a source of their own."""
    chunk = f"{source.chunk_id or source.source_id}#block{number}"
    block = replace(
        cut(source, source.lines[first - 1 : last]),
        source_id=f"{source.source_id}_block{number}",
        document_id=source.document_id or source.source_id,
        chunk_id=chunk,
    )
    return _placed(block, source, first)


def _placed(part: Source, whole: Source, first: int) -> Source:
    """Return *part* with where it stands in *whole*, from the line *first*."""
    last = first + len(part.lines) - 1
    place = {"source_id": whole.source_id, "locator": f"L{first}-L{last}"}
    return replace(
        part,
        # Lines of the part are other lines of the document.
        url_template=_fixed(whole.url_template, first, last),
        extra={**whole.extra, "block_of": place},
    )


def _fixed(template: str | None, first: int, last: int) -> str | None:
    """Return *template* with its numbers filled in, and its ``{url}`` as it is."""
    places = {"{first}": first, "{line}": first, "{last}": last}
    for slot, number in places.items():
        template = template and template.replace(slot, str(number))
    return template


def _free(block: Source, taken: Container[str]) -> Source:
    name = block.source_id
    names = chain((name,), (f"{name}_{number}" for number in count(2)))
    free = next(each for each in names if each not in taken)
    return block if free == name else replace(block, source_id=free)
