"""A marker of more than 4,096 characters.

What it does
    Flags a marker that is longer than any that was meant.

Why is this bad
    It cites nothing, and only its first 4,096 characters are hidden: nobody can wait
    for its end while the answer is generated. It is either an attempt to make a program
    slow, or the model has lost itself in a loop.

Fix safety
    There is no fix: a list of hundreds of sources supports no claim.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import reported
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker that is too long."""
    yield from reported(ctx, codes.MARKER_TOO_LONG)


RULE = Rule(
    code=codes.MARKER_TOO_LONG,
    summary="A marker has at most 4,096 characters.",
    check=check,
    examples=(
        Example(bad="Open daily.\ue200cite" + "\ue202turn0search0" * 400 + "\ue201"),
        Example(good="Open daily.\ue200cite\ue202turn0search0\ue201"),
    ),
)
