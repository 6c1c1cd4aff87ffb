"""A marker inside a fenced or indented code block.

What it does
    Flags a marker on a line of a code block. The lines of its fence are CM104's.

Why is this bad
    OpenAI's guide forbids it. Code is shown as it is written, so no link can stand in
    it, and a program that is copied with a marker in it does not run.

Fix safety
    Safe: the marker joins the end of the paragraph before the code, or stands in a
    paragraph of its own behind it where there is none. A line that held nothing else
    goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker in a code block."""
    yield from misplaced(ctx, codes.MARKER_IN_CODE_BLOCK)


RULE = Rule(
    code=codes.MARKER_IN_CODE_BLOCK,
    summary="A marker stands before a code block, not inside.",
    check=check,
    examples=(
        Example(
            bad="Ask for the tide.\n\n```\n"
            "tide --now\ue200cite\ue202turn0search0\ue201\n```",
            good="Ask for the tide.\ue200cite\ue202turn0search0\ue201\n\n```\n"
            "tide --now\n```",
        ),
        Example(
            bad="Ask for the tide.\n\n```sh\ntide\n"
            "\ue200cite\ue202turn0search0\ue201\n```",
            good="Ask for the tide.\ue200cite\ue202turn0search0\ue201\n\n```sh\ntide\n"
            "```",
        ),
        Example(
            bad="Ask for the tide.\n\n"
            "    tide --now \ue200cite\ue202turn0search0\ue201",
            good="Ask for the tide.\ue200cite\ue202turn0search0\ue201\n\n"
            "    tide --now",
        ),
        Example(
            bad="- Ask:\n\n  ~~~\n  tide\ue200cite\ue202turn0search0\ue201\n  ~~~",
            good="- Ask:\ue200cite\ue202turn0search0\ue201\n\n  ~~~\n  tide\n  ~~~",
        ),
        Example(
            bad="```\ntide\ue200cite\ue202turn0search0\ue201\n```\n\nThen wait.",
            good="```\ntide\n```\n\n\ue200cite\ue202turn0search0\ue201\n\nThen wait.",
        ),
    ),
)
