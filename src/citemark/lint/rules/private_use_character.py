"""A private-use character that belongs to no marker.

What it does
    Flags the characters U+E000 to U+F8FF other than those of markers. With
    ``Options(private_use="keep")``, for fonts with icons, it is silent.

Why is this bad
    No two fonts agree on what such a character looks like: readers see a box, and
    screen readers say nothing or read out a number.

Fix safety
    There is no fix: the character may stand for a letter that its font had.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import reported
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each run of private-use characters."""
    yield from reported(ctx, codes.PRIVATE_USE_CHARACTER)


RULE = Rule(
    code=codes.PRIVATE_USE_CHARACTER,
    summary="Text has no private-use characters.",
    check=check,
    examples=(
        Example(bad="Open daily \uf0a7 and on Sundays."),
        Example(good="Open daily \u2022 and on Sundays."),
    ),
)
