"""More markers than ``Options.limits.markers``, which is 10,000.

What it does
    Flags the first marker that is past the limit; those behind it are dropped too.

Why is this bad
    No reader follows so many references. Each of them costs memory in every output, so
    that without a limit one answer could bring a server down.

Fix safety
    There is no fix. Where such answers are meant, raise the limit.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import reported
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each answer with more markers than the limit."""
    yield from reported(ctx, codes.TOO_MANY_MARKERS)


RULE = Rule(
    code=codes.TOO_MANY_MARKERS,
    summary="An answer has no more markers than the limit.",
    check=check,
    examples=(Example(good="Open daily.\ue200cite\ue202turn0search0\ue201"),),
)
