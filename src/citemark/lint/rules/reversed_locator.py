"""A line range that is written backwards.

What it does
    Flags a locator whose first line comes after its last one, as in ``L9-L4``, or whose
    first page, second or other part does.

Why is this bad
    It is read as lines 4 to 9 here, but other programs find no line in it, or refuse
    the whole marker.

Fix safety
    Safe: the two numbers change places, which is how the range is read anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citemark import codes
from citemark.diagnostic import Finding, Fix
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule
from citemark.spans import Edit, Span


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each reversed range."""
    for finding in ctx.findings(codes.REVERSED_LOCATOR):
        span = Span(finding.start, finding.end)
        first, _, last = span.of(ctx.source).partition("-")
        fix = Fix("Swap the two numbers", (Edit(span, f"{last}-{first}"),))
        yield replace(finding, fix=fix)


RULE = Rule(
    code=codes.REVERSED_LOCATOR,
    summary="A line range begins with its first line.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue202L9-L4\ue201",
            good="Open daily.\ue200cite\ue202turn0search0\ue202L4-L9\ue201",
        ),
        Example(
            bad="Open.\ue200cite\ue202turn0search0\ue202L1"
            "\ue202turn0search1\ue202L3-L2\ue201",
            good="Open.\ue200cite\ue202turn0search0\ue202L1"
            "\ue202turn0search1\ue202L2-L3\ue201",
        ),
        Example(good="Open daily.\ue200cite\ue202turn0search0\ue202L4-L4\ue201"),
    ),
)
