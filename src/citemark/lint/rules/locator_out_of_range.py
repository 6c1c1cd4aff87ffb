"""A locator that reaches past the end of its source.

What it does
    Flags a line range that is not, or not as a whole, among the lines of the source's
    text. Lines end at LF, CRLF and CR, and count from 1. The same goes for other kinds
    of locators, where the text shows its pages, times or headings. Without sources it
    is silent.

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
from citemark.places import Places
from citemark.sources import fetch


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each locator with lines that its source does not have."""
    places = Places()
    for marker, found in by_marker(ctx, codes.LOCATOR_OUT_OF_RANGE):
        cited = [marker.citations[index] for _, index in found]
        sources = fetch(ctx.sources, [each.source_id for each in cited])
        for (finding, index), citation in zip(found, cited, strict=True):
            place, _ = places.find(sources[citation.source_id], citation)
            locator = str(place.locator) if place.locator else ""
            yield replace(finding, fix=relocated(marker, index, locator))


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
