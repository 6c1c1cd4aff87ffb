"""The same source with the same locator, twice at one place.

What it does
    Flags a marker that repeats a citation of its own, or one of the markers directly
    before it. The same source at another place (other lines) is no repetition.

Why is this bad
    Readers see the same note number twice and look for a difference that is not there.

Fix safety
    Safe: only the repetition goes; the first citation stays where it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding, Fix
from citemark.lint.context import LintContext, Run
from citemark.lint.markup import Pair, with_citations
from citemark.lint.rule import Example, Rule
from citemark.spans import Edit, Span


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker with citations that its run has already."""
    for run in ctx.runs:
        if len(run.ordinals) > 1 or len(ctx.markers[run.ordinals[0]].citations) > 1:
            yield from _check(ctx, run)


def _check(ctx: LintContext, run: Run) -> Iterator[Finding]:
    """Yield the findings of one *run*; one fix mends them all."""
    seen: dict[Pair, Span] = {}
    found: list[tuple[Span, str, Span]] = []
    text, done = "", run.start
    for marker in (ctx.markers[ordinal] for ordinal in run.ordinals):
        span = Span(marker.start, marker.end)
        kept: set[int] = set()
        repeated = None
        for index, citation in enumerate(marker.citations):
            pair = (citation.source_id, citation.locator)
            if pair in seen:
                repeated = repeated or pair
            else:
                seen[pair] = span
                kept.add(index)
        if repeated:
            found.append((span, repeated[0], seen[repeated]))
        if len(kept) == len(marker.citations):
            text += ctx.source[done : marker.end]
        elif left := with_citations(ctx, marker, kept):
            text += ctx.source[done : marker.start] + left
        done = marker.end
    fix = Fix("Remove the repetition", (Edit(Span(run.start, run.end), text),))
    for span, source_id, first in found:
        message = f"Unexpected repeated citation of {source_id!r}, expected it once"
        yield Finding(
            codes.REPEATED_CITATION, message, span.start, span.end, fix, (first,)
        )


RULE = Rule(
    code=codes.REPEATED_CITATION,
    summary="One place cites a source's place once.",
    check=check,
    examples=(
        Example(
            bad="Open.\ue200cite\ue202turn0file0\ue201\ue200cite\ue202turn0file0\ue201",
            good="Open.\ue200cite\ue202turn0file0\ue201",
        ),
        Example(
            bad="Open.\ue200cite\ue202a\ue202L4\ue202b\ue202a\ue202L4\ue201",
            good="Open.\ue200cite\ue202a\ue202L4\ue202b\ue201",
        ),
        Example(good="Open.\ue200cite\ue202a\ue202L4\ue202L9\ue201"),
    ),
)
