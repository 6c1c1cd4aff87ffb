"""A marker character outside any marker.

What it does
    Flags ends and delimiters that no start opened, and the characters U+E203 to U+E206,
    with which some models wrap the prose that they cite. The prose itself is untouched.

Why is this bad
    Where it is not removed, readers see a box, and search and copies of the text fail.

Fix safety
    Safe: only the characters go, with the space that only they needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import invisible
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each run of stray characters."""
    yield from invisible(
        ctx, codes.STRAY_MARKER_CHARACTER, "Remove the marker characters"
    )


RULE = Rule(
    code=codes.STRAY_MARKER_CHARACTER,
    summary="Marker characters stand in markers only.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue201",
            good="Open daily.",
        ),
        Example(
            bad="Open \ue203daily\ue204.\ue200cite\ue202turn0search0\ue201",
            good="Open daily.\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="Open \ue202\ue201 daily.",
            good="Open daily.",
        ),
        Example(good="Open daily.\ue200cite\ue202turn0search0\ue201"),
    ),
)
