"""A marker inside the description of an image.

What it does
    Flags a marker between the brackets of an image, inline or by reference.

Why is this bad
    The description is read aloud, or shown where the image is missing, and can hold no
    link: a reference in it is lost.

Fix safety
    Safe: the marker moves behind the image.

Known limits
    The URL and the title of an image are CM106's.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker in an image's description."""
    yield from misplaced(ctx, codes.MARKER_IN_IMAGE)


RULE = Rule(
    code=codes.MARKER_IN_IMAGE,
    summary="A marker stands behind an image, not inside.",
    check=check,
    examples=(
        Example(
            bad="![Tide "
            "table\ue200cite\ue202turn0search0\ue201](https://port.example/t.png)",
            good="![Tide "
            "table](https://port.example/t.png)\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="![Tide \ue200cite\ue202turn0search0\ue201 "
            "table](https://port.example/t.png) for May",
            good="![Tide table](https://port.example/t.png)\ue200cite\ue202turn0searc"
            "h0\ue201 for May",
        ),
        Example(
            bad="![Tide table\ue200cite\ue202turn0search0\ue201][may]\n\n"
            "[may]: https://port.example/t.png",
            good="![Tide table][may]\ue200cite\ue202turn0search0\ue201\n\n"
            "[may]: https://port.example/t.png",
        ),
        Example(
            bad="![\ue200cite\ue202turn0search0\ue201](https://port.example/t.png)",
            good="![](https://port.example/t.png)\ue200cite\ue202turn0search0\ue201",
        ),
    ),
)
