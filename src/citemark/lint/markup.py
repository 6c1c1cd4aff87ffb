"""The text of markers: taken apart, put together, and taken out of the answer.

Whatever a marker is written with stays: its characters are taken from the answer.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from citemark.answer import find_markers, known_by
from citemark.lint.context import LintContext
from citemark.locator import Locator
from citemark.model import Citation, Marker
from citemark.punctuation import CLOSING
from citemark.spans import Edit, Span

Pair = tuple[str, Locator | None]
"""A source ID and the place in that source: what a citation says."""

_BLANKS = " \t"
_DELIMITERS = frozenset("*_~`")


def pairs(markers: Sequence[Marker]) -> list[Pair]:
    """Return what *markers* cite, in order, with repetitions."""
    return [
        (citation.source_id, citation.locator)
        for marker in markers
        for citation in marker.citations
    ]


def with_citations(ctx: LintContext, marker: Marker, kept: Container[int]) -> str:
    """Return *marker* with those of its citations only whose indexes are *kept*.

    Empty where none is.
    """
    source = ctx.source
    prefix = source[marker.start : marker.citations[0].start]
    text = gap = ""
    start = done = -1
    for index, citation in enumerate(marker.citations):
        if citation.start != start:
            gap = source[done : citation.start] if text else ""
            start, done = citation.start, citation.start + len(citation.source_id)
            gap += citation.source_id
        if index in kept:
            # The ID is written with the first of its places that is kept.
            text += gap + source[done : citation.end]
            gap = ""
        done = citation.end
    suffix = source[done : marker.end]
    return prefix + text + suffix if text else ""


def without_citation(ctx: LintContext, marker: Marker, citation: Citation) -> Edit:
    """Return the edit that removes one *citation* of *marker*, or all of the marker.

    A locator goes alone where its source ID has other ones.
    """
    gone = marker.citations.index(citation)
    kept = set(range(len(marker.citations))) - {gone}
    if not kept:
        return removal(ctx, Span(marker.start, marker.end))
    text = with_citations(ctx, marker, kept)
    return Edit(Span(marker.start, marker.end), text)


def removal(ctx: LintContext, span: Span) -> Edit:
    """Return the edit that takes *span*, markers, out and closes the gap."""
    source = ctx.source
    start, end = span.start, span.end
    while start and source[start - 1] in _BLANKS:
        start -= 1
    before, after = source[max(0, start - 1) : start], source[end : end + 1]
    if (before == after and after in _DELIMITERS) or start in ctx.silent_ends:
        # Two runs of delimiters would become one, and a broken marker would go on.
        return Edit(Span(start, end), " ")
    if before in ("", "\n", "\r"):
        return _from_line_start(source, start, span)
    if after and not after.isspace() and after not in CLOSING:
        start = span.start
    return Edit(Span(start, end), "")


def _from_line_start(source: str, line: int, span: Span) -> Edit:
    """Remove markers that a line begins with, and the line if it holds nothing else."""
    end = span.end
    while end < len(source) and source[end] in _BLANKS:
        end += 1
    if source[end : end + 1] in ("", "\n", "\r") and line:
        line -= 2 if source[:line].endswith("\r\n") else 1
        return Edit(Span(line, end), "")
    return Edit(Span(span.start, end), "")


def split(ctx: LintContext, marker: Marker) -> str | None:
    """Return a marker for each source ID of *marker*, or None where that cannot be."""
    prefix, suffix = _around(ctx.source, marker)
    text = "".join(
        prefix + part.of(ctx.source) + suffix for part in _parts(marker.citations)
    )
    return text if _says(ctx, text, [marker]) else None


def merge(ctx: LintContext, markers: Sequence[Marker]) -> str | None:
    """Return one marker that says all that *markers* say, or None if none can."""
    prefix, _ = _around(ctx.source, markers[0])
    _, suffix = _around(ctx.source, markers[-1])
    delimiter = prefix.rpartition(markers[0].family)[2].strip()
    text = delimiter.join(
        part.of(ctx.source) for marker in markers for part in _parts(marker.citations)
    )
    text = prefix + text + suffix
    merged = find_markers(text, ctx.options, known_by(markers))
    return text if len(merged) == 1 and _says(ctx, text, markers) else None


def _around(source: str, marker: Marker) -> tuple[str, str]:
    """Return what *marker* has before its first source ID, and behind its last."""
    first, last = marker.citations[0], marker.citations[-1]
    return source[marker.start : first.start], source[last.end : marker.end]


def _parts(citations: Sequence[Citation]) -> Iterator[Span]:
    """Yield where each source ID stands with its locators."""
    for start, same in groupby(citations, lambda citation: citation.start):
        *_, last = same
        yield Span(start, last.end)


def _says(ctx: LintContext, text: str, markers: Sequence[Marker]) -> bool:
    """Say whether *text* is read as markers that say just what *markers* say."""
    written = find_markers(text, ctx.options, known_by(markers))
    return (
        pairs(written) == pairs(markers)
        and {each.family for each in written} == {each.family for each in markers}
        and sum(len(each.findings) for each in written)
        == sum(len(each.findings) for each in markers)
    )
