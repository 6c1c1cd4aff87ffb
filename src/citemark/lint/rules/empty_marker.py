"""A marker without any field.

What it does
    Flags a marker that is closed and names no source: ``START STOP``, or a family
    without fields.

Why is this bad
    It cites nothing, and leaves characters in the answer that other programs show.

Fix safety
    Safe: the marker goes, with the space that only it needed. Readers saw neither.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import invisible
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker without a field."""
    yield from invisible(ctx, codes.EMPTY_MARKER, "Remove the empty marker")


RULE = Rule(
    code=codes.EMPTY_MARKER,
    summary="A marker names a source.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue200cite\ue201",
            good="Open daily.",
        ),
        Example(
            bad="Open \ue200cite\ue202\ue201 daily.",
            good="Open daily.",
        ),
        Example(
            bad="Open daily \ue200\ue201.",
            good="Open daily.",
        ),
        Example(good="Open daily.\ue200cite\ue202turn0search0\ue201"),
    ),
)
