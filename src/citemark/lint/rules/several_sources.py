"""One marker with several source IDs, where each source gets a marker of its own.

What it does
    Flags a marker that cites more than one source.

Why is this bad
    Two prompts of OpenAI's guide ask for multiple citation markers, one for each
    source. `adjacent-markers` is for the prompt that asks for the opposite; run one of
    the two.

Fix safety
    Safe: the marker is split into markers of the same kind that stand directly behind
    each other, each with one source ID and its locators.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding, Fix
from citemark.lint.context import LintContext
from citemark.lint.markup import split
from citemark.lint.rule import Example, Rule
from citemark.spans import Edit, Span


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker with several sources."""
    for run in ctx.runs:
        for marker in (ctx.markers[ordinal] for ordinal in run.ordinals):
            number = len(set(marker.source_ids)) if len(marker.citations) > 1 else 1
            if number > 1:
                text = split(ctx, marker)
                edit = Edit(Span(marker.start, marker.end), text or "")
                yield Finding(
                    codes.SEVERAL_SOURCES,
                    f"Unexpected marker with {number} sources, expected one for each",
                    marker.start,
                    marker.end,
                    Fix("Split the marker", (edit,)) if text else None,
                )


RULE = Rule(
    code=codes.SEVERAL_SOURCES,
    summary="A marker cites one source.",
    check=check,
    examples=(
        Example(
            bad="Open.\ue200cite\ue202turn0file0\ue202turn0file1\ue201",
            good="Open.\ue200cite\ue202turn0file0\ue201\ue200cite\ue202turn0file1\ue201",
        ),
        Example(
            bad="Open.\ue200cite\ue202a\ue202L1\ue202L5\ue202b\ue202L2\ue201",
            good="Open.\ue200cite\ue202a\ue202L1\ue202L5\ue201"
            "\ue200cite\ue202b\ue202L2\ue201",
        ),
        Example(good="Open.\ue200cite\ue202a\ue202L1\ue202L5\ue201"),
    ),
    default=False,
)
