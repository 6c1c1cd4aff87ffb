"""Excerpts: what is shown of a source, cut from its text and never from the answer.

**Why** no line is shown twice: several citations of one source often overlap. Ranges
that overlap or touch become one excerpt, as long as it stays within the limit of
lines; otherwise, and for context, a line that another excerpt of the same source
shows is left out. The other way, one full excerpt per range, repeats whole paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from citemark.locator import Lines, Locator
from citemark.model import Excerpt, ExcerptLine
from citemark.options import Options
from citemark.source import Source, remembered
from citemark.text import clean_block, clean_line, clean_start, count_characters

_VISIBLE_RE = re.compile(r"\S")
_SLICE = 64


class _Wanted(NamedTuple):
    """All that the excerpts of a source depend on."""

    locators: tuple[Lines, ...]
    context: int
    most_lines: int
    most_chars: int
    matched: tuple[Lines, ...] = ()


def cut(source: Source, locator: Lines | None, options: Options) -> Excerpt | None:
    """Return the excerpt for one *locator*, or the start of the text without one.

    None means that there is nothing to show: no text, nothing visible in it, a locator
    outside of it, or no excerpt wanted.
    """
    if locator is not None:
        return next(iter(cut_all(source, (locator,), options)), None)
    return None if options.excerpt == "none" else _lead(source, options.lead_chars)


def cut_all(
    source: Source,
    locators: Iterable[Lines],
    options: Options,
    matched: Iterable[Lines] = (),
) -> tuple[Excerpt, ...]:
    """Return the excerpts of a reference: each line once, in the order of first use.

    Lines that are only *matched* come last, as far as no citation names them.
    """
    if source.text is None or options.excerpt == "none":
        return ()
    wanted = _Wanted(
        locators=tuple(locators),
        context=options.excerpt_context if options.excerpt == "context" else 0,
        most_lines=options.limits.excerpt_lines,
        most_chars=options.limits.excerpt_chars,
        matched=tuple(matched),
    )
    return _cut_all(source, wanted)


def quoted(text: str, cited: Sequence[Locator], options: Options) -> Excerpt | None:
    """Return the excerpt that a provider quotes as *text*, of the *cited* places."""
    limit = options.limits.excerpt_chars
    if options.excerpt == "none" or not limit:
        return None
    shown, is_cut = clean_start(text, limit, clean_line)
    if not shown:
        return None
    line = ExcerptLine(None, shown, located=True)
    return Excerpt((line,), truncated=is_cut, cited=tuple(cited))


@remembered
def _cut_all(source: Source, wanted: _Wanted) -> tuple[Excerpt, ...]:
    located: list[tuple[Lines, tuple[int, ...], bool]] = []
    shown: set[int] = set()
    for given, is_matched in (wanted.locators, False), (wanted.matched, True):
        for locator in _merge(given, wanted.most_lines):
            numbers = _located(source.lines, locator, wanted.most_lines)
            fresh = tuple(number for number in numbers if number not in shown)
            shown.update(fresh)
            located.append((locator, fresh, is_matched))
    excerpts = []
    for locator, numbers, is_matched in located:
        excerpt = _assemble(source.lines, locator, numbers, wanted, shown)
        if excerpt is not None:
            if is_matched:
                excerpt = replace(excerpt, is_matched=True)
            excerpts.append(excerpt)
            shown.update(line.number or 0 for line in excerpt.lines)
    return tuple(excerpts)


@remembered
def _lead(source: Source, most: int) -> Excerpt | None:
    """Return the start of a text, however it is divided into lines, as one line."""
    text = source.text or ""
    first = _VISIBLE_RE.search(text)
    if first is None or not most:
        return None
    # Only a slice, for huge texts; more than is ever looked at, so that it is cut.
    start = text[first.start() : first.start() + _SLICE * (most + 4)]
    lead, cut_short = clean_start(start, most, clean_line)
    if not lead:
        return None
    return Excerpt((ExcerptLine(None, lead, located=True),), truncated=cut_short)


def _merge(locators: Iterable[Lines], most: int) -> list[Lines]:
    """Join ranges that overlap or touch, unless lines would be lost to the limit."""
    first_use = {locator: at for at, locator in enumerate(dict.fromkeys(locators))}
    merged: list[tuple[int, Lines]] = []
    for locator in sorted(first_use):
        at = first_use[locator]
        if merged:
            before_at, before = merged[-1]
            touches = locator.first <= before.last + 1
            # Only the first *most* lines of a range are shown.
            if touches and locator.last - before.first < most:
                union = Lines(before.first, max(before.last, locator.last))
                merged[-1] = (min(at, before_at), union)
                continue
        merged.append((at, locator))
    return [locator for _, locator in sorted(merged)]


def _located(lines: Sequence[str], locator: Lines, most: int) -> tuple[int, ...]:
    """Return the numbers of the lines of *locator* that may be shown."""
    last = min(locator.last, len(lines), locator.first + most - 1)
    return tuple(range(max(locator.first, 1), last + 1))


def _assemble(
    lines: Sequence[str],
    locator: Lines,
    numbers: Sequence[int],
    wanted: _Wanted,
    shown: Collection[int],
) -> Excerpt | None:
    """Build the excerpt of the lines *numbers* and the context that is not *shown*."""
    body, left, is_cut = _body(lines, numbers, wanted.most_chars)
    if not any(line.text for line in body):
        return None
    place = Lines(max(locator.first, 1), min(locator.last, len(lines)))
    is_cut = is_cut or place.last - place.first >= wanted.most_lines
    most = wanted.context
    top, bottom = numbers[0], numbers[-1]
    above = range(top - 1, max(top - 1 - most, 0), -1)
    before, left = _context(lines, above, shown, left)
    # After a cut, what follows in the source does not follow what is shown.
    below = range(bottom + 1, min(bottom + most, len(lines)) + 1)
    after, _ = _context(lines, () if is_cut else below, shown, left)
    return Excerpt((*before[::-1], *body, *after), place, truncated=is_cut)


def _body(
    lines: Sequence[str], numbers: Sequence[int], budget: int
) -> tuple[list[ExcerptLine], int, bool]:
    """Return the located lines, what is left of *budget*, and if it was too small."""
    # Counting characters is dear, and code points are never fewer.
    is_long = sum(len(lines[number - 1]) for number in numbers) > budget
    count = count_characters if is_long else len
    body: list[ExcerptLine] = []
    for number in numbers:
        if not budget:
            return body, 0, True
        text, is_cut = clean_start(_line(lines, number), budget, clean_block)
        body.append(ExcerptLine(number, text, located=True))
        if is_cut:
            return body, 0, True
        budget -= count(text)
    return body, budget, False


def _line(lines: Sequence[str], number: int) -> str:
    """Return a line without the form feeds of a page that it begins."""
    return lines[number - 1].lstrip("\f")


def _context(
    lines: Sequence[str], numbers: Iterable[int], shown: Collection[int], budget: int
) -> tuple[list[ExcerptLine], int]:
    """Return the lines around, the nearest first, as far as they fit into *budget*."""
    found: list[ExcerptLine] = []
    for number in numbers:
        if number in shown:
            break
        text, is_cut = clean_start(_line(lines, number), budget, clean_block)
        if is_cut:
            break
        found.append(ExcerptLine(number, text, located=False))
        budget -= min(len(text), budget)
    while found and not found[-1].text:
        found.pop()
    return found, budget
