"""A marker beside the cells of a table.

What it does
    Flags a marker behind the last pipe of a row or before its first one, and one on a
    line of its own right under a table.

Why is this bad
    What is behind the last pipe is dropped, and with a line of its own the marker
    becomes another row.

Fix safety
    Safe: the marker moves to the end of the last cell, or of the first one if it was
    before the row.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker beside a table's cells."""
    yield from misplaced(ctx, codes.MARKER_OUTSIDE_CELL)


RULE = Rule(
    code=codes.MARKER_OUTSIDE_CELL,
    summary="A marker stands in a cell of its row.",
    check=check,
    examples=(
        Example(
            bad="| Port | Hours |\n|---|---|\n"
            "| Leith | 9-17 |\ue200cite\ue202turn0search0\ue201",
            good="| Port | Hours |\n|---|---|\n"
            "| Leith | 9-17\ue200cite\ue202turn0search0\ue201 |",
        ),
        Example(
            bad="| Port | Hours | \ue200cite\ue202turn0search0\ue201\n|---|---|\n"
            "| Leith | 9-17 |",
            good="| Port | Hours\ue200cite\ue202turn0search0\ue201 |\n|---|---|\n"
            "| Leith | 9-17 |",
        ),
        Example(
            bad="| Port | Hours |\n|---|---|\n| Leith | 9-17 |\n"
            "\ue200cite\ue202turn0search0\ue201",
            good="| Port | Hours |\n|---|---|\n"
            "| Leith | 9-17\ue200cite\ue202turn0search0\ue201 |",
        ),
        Example(
            bad="| Port | Hours |\n|---|---|\n"
            "\ue200cite\ue202turn0search0\ue201| Leith | 9-17 |",
            good="| Port | Hours |\n|---|---|\n"
            "| Leith\ue200cite\ue202turn0search0\ue201 | 9-17 |",
        ),
        Example(
            good="| Port | Hours |\n|---|---|\n"
            "| Leith\ue200cite\ue202turn0search0\ue201 | 9-17 "
            "\ue200cite\ue202turn0search1\ue201 |",
        ),
    ),
)
