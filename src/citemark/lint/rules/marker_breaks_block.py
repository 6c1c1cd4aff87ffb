"""A marker at a place where it changes what its line is.

What it does
    Flags a marker before the characters that make a heading, list item or quote, or
    between them and their text, and one beside a heading's underline, a table's
    delimiter row, a thematic break, a heading's closing hashes or a task's box.

Why is this bad
    The line is read as plain text: the list is a paragraph with hyphens in it, and the
    table a row of bars.

Fix safety
    Safe: the marker moves to the end of the text that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import misplaced
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker that breaks its block."""
    yield from misplaced(ctx, codes.MARKER_BREAKS_BLOCK)


RULE = Rule(
    code=codes.MARKER_BREAKS_BLOCK,
    summary="A marker leaves the structure of its block alone.",
    check=check,
    examples=(
        Example(
            bad="\ue200cite\ue202turn0search0\ue201- Leith\n- Dover",
            good="- Leith\ue200cite\ue202turn0search0\ue201\n- Dover",
        ),
        Example(
            bad="\ue200cite\ue202turn0search0\ue201 1. Leith",
            good="1. Leith\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="-\ue200cite\ue202turn0search0\ue201 Leith",
            good="- Leith\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="\ue200cite\ue202turn0search0\ue201# Hours",
            good="# Hours\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="\ue200cite\ue202turn0search0\ue201> Open daily.",
            good="> Open daily.\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="Hours\n=====\ue200cite\ue202turn0search0\ue201",
            good="Hours\ue200cite\ue202turn0search0\ue201\n=====",
        ),
        Example(
            bad="Hours\n\ue200cite\ue202turn0search0\ue201---",
            good="Hours\ue200cite\ue202turn0search0\ue201\n---",
        ),
        Example(
            bad="| Port | Hours |\n|---|---|\ue200cite\ue202turn0search0\ue201\n"
            "| Leith | 9-17 |",
            good="| Port | Hours\ue200cite\ue202turn0search0\ue201 |\n|---|---|\n"
            "| Leith | 9-17 |",
        ),
        Example(
            bad="# Hours #\ue200cite\ue202turn0search0\ue201",
            good="# Hours\ue200cite\ue202turn0search0\ue201 #",
        ),
        Example(
            bad="- [x]\ue200cite\ue202turn0search0\ue201 Leith",
            good="- [x] Leith\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="Open daily.\n\n***\ue200cite\ue202turn0search0\ue201\n\nFree entry.",
            good="Open daily.\ue200cite\ue202turn0search0\ue201\n\n***\n\nFree entry.",
        ),
    ),
)
