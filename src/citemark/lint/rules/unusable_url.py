"""A cited source without a URL that can be linked.

What it does
    Flags the first citation of a source that has no URL, or one that the URL policy
    refuses: another scheme than https or http, credentials in it, a host that is none.
    An anchor or ``url_template`` that spoils the URL counts too. Without sources it is
    silent.

Why is this bad
    The source is listed without a link, so that readers cannot look it up.

Fix safety
    There is no fix in the answer: mend the registry.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import about_sources
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each cited source without a link."""
    yield from about_sources(ctx, codes.UNUSABLE_URL)


RULE = Rule(
    code=codes.UNUSABLE_URL,
    summary="A cited source has a URL that can be linked.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue201",
            sources=({"source_id": "turn0search0", "title": "Port"},),
        ),
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue201",
            sources=(
                {
                    "source_id": "turn0search0",
                    "title": "Port",
                    "url": "javascript:open()",
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
