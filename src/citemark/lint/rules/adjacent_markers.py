"""Markers directly behind each other, where one marker holds several source IDs.

What it does
    Flags two or more markers of one family with nothing or blanks between them, if the
    marker syntax lets one marker say what they say.

Why is this bad
    The general prompt of OpenAI's guide asks for one marker with all source IDs.
    `several-sources` is for the prompts that ask for the opposite; run one of the two.

Fix safety
    Safe: the markers become one, in the same order, each locator behind its source ID.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from citemark import codes
from citemark.diagnostic import Finding, Fix
from citemark.lint.context import LintContext
from citemark.lint.markup import merge
from citemark.lint.rule import Example, Rule
from citemark.spans import Edit, Span


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for adjacent markers that one marker could be."""
    for run in ctx.runs:
        if len(run.ordinals) == 1:
            continue
        markers = [ctx.markers[ordinal] for ordinal in run.ordinals]
        for _, same in groupby(markers, lambda marker: marker.family):
            adjacent = list(same)
            text = merge(ctx, adjacent) if len(adjacent) > 1 else None
            if text is not None:
                span = Span(adjacent[0].start, adjacent[-1].end)
                yield Finding(
                    codes.ADJACENT_MARKERS,
                    f"Unexpected {len(adjacent)} markers at one place, expected one",
                    span.start,
                    span.end,
                    Fix("Merge the markers", (Edit(span, text),)),
                )


RULE = Rule(
    code=codes.ADJACENT_MARKERS,
    summary="One place has one marker, with all source IDs.",
    check=check,
    examples=(
        Example(
            bad="Open.\ue200cite\ue202turn0file0\ue201\ue200cite\ue202turn0file1\ue201",
            good="Open.\ue200cite\ue202turn0file0\ue202turn0file1\ue201",
        ),
        Example(
            bad="Open.\ue200cite\ue202a\ue202L1\ue201 \ue200cite\ue202b\ue202L2\ue201",
            good="Open.\ue200cite\ue202a\ue202L1\ue202b\ue202L2\ue201",
        ),
        Example(good="Open.\ue200cite\ue202a\ue201\ue200filecite\ue202b\ue201"),
    ),
    default=False,
)
