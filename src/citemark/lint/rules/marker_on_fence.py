"""A marker on the line that opens or closes a code block.

What it does
    Flags a marker in front of a fence, in its info string, or behind its end.

Why is this bad
    Behind the closing fence it keeps the block open, so that the rest of the answer
    becomes code. In the info string it spoils the name of the language.

Fix safety
    Safe: the marker joins the end of the paragraph before the code, or stands in a
    paragraph of its own behind it where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker on a fence."""
    yield from misplaced(ctx, codes.MARKER_ON_FENCE)


RULE = Rule(
    code=codes.MARKER_ON_FENCE,
    summary="A code fence has its line for itself.",
    check=check,
    examples=(
        Example(
            bad="Ask for the tide.\n\n```\ntide\n```\ue200cite\ue202turn0search0\ue201",
            good="Ask for the tide.\ue200cite\ue202turn0search0\ue201\n\n"
            "```\ntide\n```",
        ),
        Example(
            bad="Ask for the tide.\n\n~~~\ntide\n"
            "~~~ \ue200cite\ue202turn0search0\ue201\n\nThen wait.",
            good="Ask for the tide.\ue200cite\ue202turn0search0\ue201\n\n~~~\ntide\n"
            "~~~\n\nThen wait.",
        ),
        Example(
            bad="Ask for the tide.\n\n```sh \ue200cite\ue202turn0search0\ue201\ntide\n"
            "```",
            good="Ask for the tide.\ue200cite\ue202turn0search0\ue201\n\n```sh\ntide\n"
            "```",
        ),
        Example(
            bad="Ask for the tide.\n\n\ue200cite\ue202turn0search0\ue201```\ntide\n```",
            good="Ask for the tide.\ue200cite\ue202turn0search0\ue201\n\n"
            "```\ntide\n```",
        ),
        Example(
            bad="```\ntide\n```\ue200cite\ue202turn0search0\ue201\n\nThen wait.",
            good="```\ntide\n```\n\n\ue200cite\ue202turn0search0\ue201\n\nThen wait.",
        ),
    ),
)
