"""A cited source whose URL is http, not https.

What it does
    Flags the first citation of a source with a URL that is not encrypted. Without
    sources it is silent.

Why is this bad
    Anyone on the way can read which source is opened, and change what it says.

Fix safety
    There is no fix in the answer: most hosts answer to https too, but only a try shows
    it.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import about_sources
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each cited source with an http URL."""
    yield from about_sources(ctx, codes.INSECURE_URL)


RULE = Rule(
    code=codes.INSECURE_URL,
    summary="A cited source has an https URL.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "http://port.example",
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
