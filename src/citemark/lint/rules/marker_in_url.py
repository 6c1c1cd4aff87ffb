"""A marker inside a URL or the title beside it.

What it does
    Flags a marker in the destination or the title of a link or image, right before the
    destination's bracket, or in an autolink in angle brackets.

Why is this bad
    The link leads nowhere, or is no link any more. Taking the marker out without care
    is worse: what was harmless in two pieces can be a script in one.

Fix safety
    Safe: the marker moves behind the link or image.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker in a URL."""
    yield from misplaced(ctx, codes.MARKER_IN_URL)


RULE = Rule(
    code=codes.MARKER_IN_URL,
    summary="A marker stands behind a URL, not inside.",
    check=check,
    examples=(
        Example(
            bad="See [the "
            "tables](https://port.example/\ue200cite\ue202turn0search0\ue201).",
            good="See [the "
            "tables](https://port.example/)\ue200cite\ue202turn0search0\ue201.",
        ),
        Example(
            bad="See [the "
            "tables](https://\ue200cite\ue202turn0search0\ue201port.example/).",
            good="See [the "
            "tables](https://port.example/)\ue200cite\ue202turn0search0\ue201.",
        ),
        Example(
            bad="See [the tables](https://port.example/ "
            '"Tides\ue200cite\ue202turn0search0\ue201").',
            good="See [the tables](https://port.example/ "
            '"Tides")\ue200cite\ue202turn0search0\ue201.',
        ),
        Example(
            bad="See [the "
            "tables]\ue200cite\ue202turn0search0\ue201(https://port.example/).",
            good="See [the "
            "tables](https://port.example/)\ue200cite\ue202turn0search0\ue201.",
        ),
        Example(
            bad="See <https://port.example/\ue200cite\ue202turn0search0\ue201> first.",
            good="See <https://port.example/>\ue200cite\ue202turn0search0\ue201 first.",
        ),
        Example(
            bad="![Tide "
            "table](https://port.example/t.png\ue200cite\ue202turn0search0\ue201)",
            good="![Tide "
            "table](https://port.example/t.png)\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            good="See https://port.example/\ue200cite\ue202turn0search0\ue201 first."
        ),
    ),
)
