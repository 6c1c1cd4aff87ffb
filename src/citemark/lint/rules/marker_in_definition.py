"""A marker in the definition of a link.

What it does
    Flags a marker on a line such as ``[port]: https://port.example``: in its label, its
    URL, its title or behind them.

Why is this bad
    A definition is not shown, and so is what stands in it. With a marker in it it is
    often none any more: it shows up as text, and the links that used it do not work.

Fix safety
    Safe: the marker moves to the end of the text before the definition.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker in a definition."""
    yield from misplaced(ctx, codes.MARKER_IN_DEFINITION)


RULE = Rule(
    code=codes.MARKER_IN_DEFINITION,
    summary="A definition has its line for itself.",
    check=check,
    examples=(
        Example(
            bad="See [port].\n\n"
            "[port]: https://port.example\ue200cite\ue202turn0search0\ue201",
            good="See [port].\ue200cite\ue202turn0search0\ue201\n\n"
            "[port]: https://port.example",
        ),
        Example(
            bad="See [port].\n\n"
            '[port]: https://port.example "Tides\ue200cite\ue202turn0search0\ue201"',
            good="See [port].\ue200cite\ue202turn0search0\ue201\n\n"
            '[port]: https://port.example "Tides"',
        ),
        Example(
            bad="See [port].\n\n"
            "[port\ue200cite\ue202turn0search0\ue201]: https://port.example",
            good="See [port].\ue200cite\ue202turn0search0\ue201\n\n"
            "[port]: https://port.example",
        ),
        Example(
            bad="See [port].\n\n"
            "[port]: https://port.example \ue200cite\ue202turn0search0\ue201\n\n"
            "Open.",
            good="See [port].\ue200cite\ue202turn0search0\ue201\n\n"
            "[port]: https://port.example\n\nOpen.",
        ),
    ),
)
