"""A cited source without a title.

What it does
    Flags the first citation of a source whose title shows nothing: it is empty, or has
    only characters that are taken out of it. Without sources it is silent.

Why is this bad
    The list of sources then names a host or a bare number, which tells readers little.

Fix safety
    There is no fix in the answer: give the source a title.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import about_sources
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each cited source without a title."""
    yield from about_sources(ctx, codes.UNTITLED_SOURCE)


RULE = Rule(
    code=codes.UNTITLED_SOURCE,
    summary="A cited source has a title.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "",
                    "url": "https://port.example",
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
