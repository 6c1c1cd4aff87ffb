r"""A marker inside a formula.

What it does
    Flags a marker between ``$`` and ``$``, ``$$`` and ``$$``, ``\(`` and ``\)``, or
    ``\[`` and ``\]``, whether the answer is rendered with math or not, and one right
    behind a ``$$`` that ends its line.

Why is this bad
    The formula cannot be set, and shows up as an error or as its source.

Fix safety
    Safe: the marker moves behind the formula, or to the paragraph before it where the
    formula is a block of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker in a formula."""
    yield from misplaced(ctx, codes.MARKER_IN_MATH)


RULE = Rule(
    code=codes.MARKER_IN_MATH,
    summary="A marker stands behind a formula, not inside.",
    check=check,
    examples=(
        Example(
            bad="The height is $h = 2\ue200cite\ue202turn0search0\ue201$ today.",
            good="The height is $h = 2$\ue200cite\ue202turn0search0\ue201 today.",
        ),
        Example(
            bad="The height is \\(h = 2\ue200cite\ue202turn0search0\ue201\\) today.",
            good="The height is \\(h = 2\\)\ue200cite\ue202turn0search0\ue201 today.",
        ),
        Example(
            bad="The height is \\[h = 2\ue200cite\ue202turn0search0\ue201\\] today.",
            good="The height is \\[h = 2\\]\ue200cite\ue202turn0search0\ue201 today.",
        ),
        Example(
            bad="The height is $$h = 2\ue200cite\ue202turn0search0\ue201$$ today.",
            good="The height is $$h = 2$$\ue200cite\ue202turn0search0\ue201 today.",
        ),
        Example(
            good="The fee is $2\ue200cite\ue202turn0search0\ue201 or $3"
            "\ue200cite\ue202turn0search1\ue201 today.",
        ),
    ),
)
