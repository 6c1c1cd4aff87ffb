"""A locator that reaches past the end of its source.

What it does
    Flags a line range that is not, or not as a whole, among the lines of the source's
    text. Lines end at LF, CRLF and CR, and count from 1. Without sources it is silent.

Why is this bad
    The model counted lines of something else, or made the place up. Only the lines that
    there are can be shown, and where there are none, no excerpt.

Fix safety
    Unsafe: the range is cut to the lines that there are, as readers see it anyway;
    a locator without any goes, and the citation then means the whole source.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import by_marker, relocated
from citemark.lint.rule import Example, Rule
from citemark.model import Lines
from citemark.sources import fetch

_NO_LINES = Lines(0, 0)


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each locator with lines that its source does not have."""
    for marker, found in by_marker(ctx, codes.LOCATOR_OUT_OF_RANGE):
        cited = [marker.citations[index] for _, index in found]
        sources = fetch(ctx.sources, [each.source_id for each in cited])
        for (finding, index), citation in zip(found, cited, strict=True):
            count = len(sources[citation.source_id].lines)
            locator = _within(citation.locator or _NO_LINES, count)
            yield replace(finding, fix=relocated(marker, index, locator))


def _within(locator: Lines, count: int) -> str:
    """Return what of *locator* is in a text of *count* lines, if anything."""
    first, last = max(locator.first, 1), min(locator.last, count)
    return str(Lines(first, last)) if first <= last else ""


RULE = Rule(
    code=codes.LOCATOR_OUT_OF_RANGE,
    summary="A locator stays within its source.",
    check=check,
    examples=(
        Example(
            bad="Open.\ue200cite\ue202turn0search0\ue202L2-L9\ue201",
            good="Open.\ue200cite\ue202turn0search0\ue202L2\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                    "text": "one\ntwo",
                },
            ),
        ),
        Example(
            bad="Open.\ue200cite\ue202turn0search0\ue202L40\ue201",
            good="Open.\ue200cite\ue202turn0search0\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                    "text": "one\ntwo",
                },
            ),
        ),
        Example(
            bad="Open.\ue200cite\ue202turn0search0\ue202L1\ue202L40\ue201",
            good="Open.\ue200cite\ue202turn0search0\ue202L1\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                    "text": "one\ntwo",
                },
            ),
        ),
        Example(
            good="Open.\ue200cite\ue202turn0search0\ue202L1-L2\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "https://port.example",
                    "text": "one\ntwo",
                },
            ),
        ),
    ),
)
