"""A marker inside inline code.

What it does
    Flags a marker between the backticks of inline code.

Why is this bad
    OpenAI's guide forbids it. Code is shown as it is written: no link can stand in it,
    and who copies the code gets the marker's characters.

Fix safety
    Safe: the marker moves behind the code; code that held nothing else goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker in inline code."""
    yield from misplaced(ctx, codes.MARKER_IN_CODE_SPAN)


RULE = Rule(
    code=codes.MARKER_IN_CODE_SPAN,
    summary="A marker stands behind inline code, not inside.",
    check=check,
    examples=(
        Example(
            bad="Run `tide --now\ue200cite\ue202turn0search0\ue201` first.",
            good="Run `tide --now`\ue200cite\ue202turn0search0\ue201 first.",
        ),
        Example(
            bad="Run `tide \ue200cite\ue202turn0search0\ue201 --now` first.",
            good="Run `tide --now`\ue200cite\ue202turn0search0\ue201 first.",
        ),
        Example(
            bad="Run ``tide`now\ue200cite\ue202turn0search0\ue201`` first.",
            good="Run ``tide`now``\ue200cite\ue202turn0search0\ue201 first.",
        ),
        Example(
            bad="Run `\ue200cite\ue202turn0search0\ue201` first.",
            good="Run\ue200cite\ue202turn0search0\ue201 first.",
        ),
    ),
)
