"""A marker inside bold, italic or struck-out text.

What it does
    Flags a marker between the delimiters of emphasis, however many are nested.

Why is this bad
    OpenAI's guide forbids it, because applications replace markers by links that do not
    display correctly there; and a note number in bold looks like a part of the word.

Fix safety
    Safe: the marker moves behind the outermost delimiters; emphasis that held nothing
    else goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker in emphasis."""
    yield from misplaced(ctx, codes.MARKER_IN_EMPHASIS)


RULE = Rule(
    code=codes.MARKER_IN_EMPHASIS,
    summary="A marker stands behind emphasis, not inside.",
    check=check,
    examples=(
        Example(
            bad="**Open daily.\ue200cite\ue202turn0search0\ue201**",
            good="**Open daily.**\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="~~***Closed***\ue200cite\ue202turn0search0\ue201~~",
            good="~~***Closed***~~\ue200cite\ue202turn0search0\ue201",
        ),
    ),
)
