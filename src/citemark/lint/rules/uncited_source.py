"""A source of the registry that the answer does not cite.

What it does
    Flags each source that may be cited and is not: the first 20 one by one, the others
    as a number. The finding stands at the end of the answer, on its last character or
    on the marker that it ends with; in an empty answer at its start.

Why is this bad
    Mostly it is not. Where every source was chosen by hand, one that is left out may be
    a point that the answer misses.

Fix safety
    There is no fix: what the source would support is not written yet.

Known limits
    Only a registry can list its sources; a store that looks them up by ID cannot.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule
from citemark.loaders import show
from citemark.sources import SourceRegistry
from citemark.spans import Span

_MOST = 20


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each source that nothing cites, up to a number."""
    if not isinstance(ctx.sources, SourceRegistry):
        return
    cited = {name for marker in ctx.markers for name in marker.source_ids}
    uncited = [
        source.source_id
        for source in ctx.sources
        if source.source_id not in cited
        and source.citable
        and source.status == "current"
    ]
    span = _end(ctx)
    messages = [
        f"Unexpected source {show(name)} that nothing cites, expected a citation of it"
        for name in uncited[:_MOST]
    ]
    if rest := len(uncited) - len(messages):
        messages.append(
            f"Unexpected further sources that nothing cites: {rest}, expected citations"
        )
    for message in messages:
        yield Finding(codes.UNCITED_SOURCE, message, span.start, span.end)


def _end(ctx: LintContext) -> Span:
    """Return the last character of the answer, or its last marker."""
    end = len(ctx.source.rstrip())
    if ctx.markers and ctx.markers[-1].end >= end:
        return Span(ctx.markers[-1].start, ctx.markers[-1].end)
    return Span(max(end - 1, 0), end)


RULE = Rule(
    code=codes.UNCITED_SOURCE,
    summary="Every source is cited.",
    check=check,
    examples=(
        Example(
            bad="High at six.\ue200cite\ue202turn0search0\ue201",
            sources=({"source_id": "turn0search0"}, {"source_id": "turn0search1"}),
        ),
        Example(
            good="High at six.\ue200cite\ue202turn0search0\ue201",
            sources=({"source_id": "turn0search0"},),
        ),
    ),
    default=False,
)
