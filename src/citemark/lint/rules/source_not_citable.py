"""A citation of a source that may not be cited.

What it does
    Flags a citation whose source has ``citable`` set to false: it was given to the
    model to work with, not to be shown. Without sources it is silent.

Why is this bad
    The source must not reach readers, so the reference is dropped.

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
    """Yield a finding for each citation of a source that may not be cited."""
    yield from refused(ctx, codes.SOURCE_NOT_CITABLE)


RULE = Rule(
    code=codes.SOURCE_NOT_CITABLE,
    summary="A cited source may be cited.",
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
                    "citable": False,
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
                },
            ),
        ),
    ),
)
