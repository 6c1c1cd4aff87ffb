"""Findings that exist before any rule runs: the scanner's, the parser's, resolution's.

A rule for one of their codes only adds what the linter knows besides: the fix.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from citemark.diagnostic import Applicability, Code, Finding, Fix
from citemark.lint.context import LintContext
from citemark.lint.markup import removal, with_citations
from citemark.model import Marker
from citemark.spans import Edit, Span

Cited = tuple[Finding, int]
"""A finding, and the index of the citation of its marker that it is about."""


def reported(ctx: LintContext, code: Code) -> Iterator[Finding]:
    """Yield the findings of a *code* that nothing can mend but their author."""
    yield from ctx.findings(code)


def misplaced(ctx: LintContext, code: Code) -> Iterator[Finding]:
    """Yield the findings of a structural *code*, each with the move that mends it."""
    for finding in ctx.findings(code):
        yield replace(finding, fix=ctx.fix_of(finding))


def invisible(ctx: LintContext, code: Code, message: str) -> Iterator[Finding]:
    """Yield the findings of a *code* whose spans show nothing, and can just go."""
    for finding in ctx.findings(code):
        edit = removal(ctx, Span(finding.start, finding.end))
        yield replace(finding, fix=Fix(message, (edit,)))


def about_sources(ctx: LintContext, code: Code) -> Iterator[Finding]:
    """Yield the findings of a *code* that means something only if sources are given."""
    if ctx.sources is not None:
        yield from ctx.findings(code)


def refused(ctx: LintContext, code: Code) -> Iterator[Finding]:
    """Yield the findings about sources that *code* refuses; their citations can go."""
    for marker, found in by_marker(ctx, code):
        fix = without(ctx, marker, {index for _, index in found})
        for finding, _ in found:
            yield replace(finding, fix=fix)


def by_marker(ctx: LintContext, code: Code) -> Iterator[tuple[Marker, list[Cited]]]:
    """Yield each marker that *code* was found in, with these findings."""
    found = list(about_sources(ctx, code))
    if not found:
        return
    places = {
        (place.start, place.end): (ordinal, index)
        for ordinal, marker in enumerate(ctx.markers)
        for index, citation in enumerate(marker.citations)
        # Where a marker cites but once, resolution reports on all of it.
        for place in ((citation if len(marker.citations) > 1 else marker),)
    }
    groups: dict[int, list[Cited]] = {}
    for finding in found:
        ordinal, index = places[finding.start, finding.end]
        groups.setdefault(ordinal, []).append((finding, index))
    for ordinal, group in groups.items():
        yield ctx.markers[ordinal], group


def without(ctx: LintContext, marker: Marker, gone: Collection[int]) -> Fix | None:
    """Return the fix that takes the citations *gone*, by index, out of *marker*.

    None where other fields of the marker are broken: they would change their meaning.
    """
    if marker.findings or not gone:
        return None
    kept = frozenset(range(len(marker.citations))).difference(gone)
    span = Span(marker.start, marker.end)
    edit = Edit(span, with_citations(ctx, marker, kept)) if kept else removal(ctx, span)
    return Fix("Remove the citation", (edit,), Applicability.UNSAFE)


def relocated(marker: Marker, index: int, locator: str) -> Fix:
    """Return the fix that gives a citation of *marker* another *locator*, or none."""
    citation = marker.citations[index]
    start = citation.end - len(citation.raw_locator or "")
    if locator:
        message = "Keep the part that there is"
    else:
        message = "Remove the locator"
        # The delimiter goes too, back to the field before.
        before = marker.citations[index - 1] if index else citation
        shared = before is not citation and before.start == citation.start
        start = before.end if shared else citation.start + len(citation.source_id)
    edit = Edit(Span(start, citation.end), locator)
    return Fix(message, (edit,), Applicability.UNSAFE)
