"""A citation of a source that was deleted or unpublished.

What it does
    Flags a citation whose source has a ``status`` other than ``current``. Without
    sources it is silent.

Why is this bad
    What the source said does not stand any more, or nobody may see it: the reference is
    dropped.

Fix safety
    Unsafe: the citation goes, and the claim stands without a source.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import refused
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each citation of a source that is gone."""
    yield from refused(ctx, codes.SOURCE_UNAVAILABLE)


RULE = Rule(
    code=codes.SOURCE_UNAVAILABLE,
    summary="A cited source still stands.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue201",
            good="Open daily.",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                    "status": "deleted",
                },
            ),
        ),
        Example(
            bad="Open daily \ue200cite\ue202turn0search0\ue201 until nine.",
            good="Open daily until nine.",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                    "status": "unpublished",
                },
            ),
        ),
        Example(
            good="Open daily.\ue200cite\ue202turn0search0\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                    "status": "current",
                },
            ),
        ),
    ),
)
