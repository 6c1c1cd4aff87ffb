"""A locator into a source that has no text.

What it does
    Flags a locator whose source was given without its ``text``, unless it is clear
    without one: a page of a file, a time in a recording. Without sources it is silent.

Why is this bad
    Nobody can tell whether these lines exist, and no excerpt can be cut from them.

Fix safety
    Unsafe: the locator goes. Where a source's ``url_template`` takes line numbers, its
    link then leads to the whole source; there, give the text instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import by_marker, relocated
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each locator into a source without text."""
    for marker, found in by_marker(ctx, codes.LOCATOR_WITHOUT_TEXT):
        for finding, index in found:
            yield replace(finding, fix=relocated(marker, index, ""))


RULE = Rule(
    code=codes.LOCATOR_WITHOUT_TEXT,
    summary="A locator points into a text.",
    check=check,
    examples=(
        Example(
            bad="Open.\ue200cite\ue202turn0search0\ue202L2-L9\ue201",
            good="Open.\ue200cite\ue202turn0search0\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                },
            ),
        ),
        Example(
            good="Open.\ue200cite\ue202turn0search0\ue202L1\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                    "text": "one",
                },
            ),
        ),
    ),
)
