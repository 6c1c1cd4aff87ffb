"""More sources at one place than a reader will follow.

What it does
    Flags markers at one place that cite more than three sources together. ``most`` sets
    how many are fine.

Why is this bad
    A row of numbers hides which source says what, and often pads a claim that the first
    of them supports.

Fix safety
    No fix: which sources to keep, only a reader of them can say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.markup import pairs
from citemark.lint.rule import Example, Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How many sources may be cited together."""

    most: int = 3
    """Sources at one place, whatever their locators."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each run of markers that cites too many sources."""
    most = ctx.settings(Settings).most
    for run in ctx.runs:
        markers = [ctx.markers[ordinal] for ordinal in run.ordinals]
        if sum(len(marker.citations) for marker in markers) <= most:
            continue
        cited = {source for source, _ in pairs(markers)}
        if len(cited) > most:
            yield Finding(
                codes.TOO_MANY_SOURCES,
                f"Unexpected {len(cited)} sources together, expected {most} at most",
                run.start,
                run.end,
            )


RULE = Rule(
    code=codes.TOO_MANY_SOURCES,
    summary="One place cites few sources.",
    check=check,
    examples=(
        Example(
            bad="Open.\ue200cite\ue202a\ue202b\ue201\ue200cite\ue202c\ue202d\ue201"
        ),
        Example(good="Open.\ue200cite\ue202a\ue202b\ue201\ue200cite\ue202c\ue201"),
        Example(
            bad="Open.\ue200cite\ue202a\ue202b\ue201",
            rules={"too-many-sources": {"most": 1}},
        ),
    ),
    settings=Settings,
)
