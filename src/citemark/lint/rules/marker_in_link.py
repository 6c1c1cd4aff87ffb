"""A marker inside the text of a link.

What it does
    Flags a marker between the brackets of a link, inline or by reference.

Why is this bad
    OpenAI's guide forbids it. A reference is a link itself, and HTML knows no link in a
    link: a browser closes the outer one where the inner one begins.

Fix safety
    Safe: the marker moves behind the link; a link without other text goes.

Known limits
    The text of an image is CM107's, a link's URL and title are CM106's.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker in link text."""
    yield from misplaced(ctx, codes.MARKER_IN_LINK)


RULE = Rule(
    code=codes.MARKER_IN_LINK,
    summary="A marker stands behind a link, not inside.",
    check=check,
    examples=(
        Example(
            bad="See [the "
            "tables\ue200cite\ue202turn0search0\ue201](https://port.example).",
            good="See [the "
            "tables](https://port.example)\ue200cite\ue202turn0search0\ue201.",
        ),
        Example(
            bad="See [the \ue200cite\ue202turn0search0\ue201 "
            "tables](https://port.example) first.",
            good="See [the "
            "tables](https://port.example)\ue200cite\ue202turn0search0\ue201 first.",
        ),
        Example(
            bad="See [**the "
            "tables\ue200cite\ue202turn0search0\ue201**](https://port.example).",
            good="See [**the "
            "tables**](https://port.example)\ue200cite\ue202turn0search0\ue201.",
        ),
        Example(
            bad="See [the tables\ue200cite\ue202turn0search0\ue201][port].\n\n"
            "[port]: https://port.example",
            good="See [the tables][port]\ue200cite\ue202turn0search0\ue201.\n\n"
            "[port]: https://port.example",
        ),
        Example(
            bad="See\ue200cite\ue202turn0search0\ue201 "
            "[\ue200cite\ue202turn0search1\ue201](https://port.example).",
            good="See\ue200cite\ue202turn0search0\ue201\ue200cite\ue202turn0se"
            "arch1\ue201.",
        ),
    ),
)
