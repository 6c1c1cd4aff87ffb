"""A source ID with other characters than letters, digits, ``_`` and ``-``.

What it does
    Flags a field of a marker that is neither a source ID nor a locator: it holds a
    slash, a dot, brackets or letters outside ASCII. The other fields of the marker
    still count.

Why is this bad
    No source can have that ID, so the citation is dropped. A locator behind it is
    dropped too, since it would be read as a place in another source.

Fix safety
    There is no fix: only the author of the answer knows which source was meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import reported
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each field that is no source ID."""
    yield from reported(ctx, codes.MALFORMED_SOURCE_ID)


RULE = Rule(
    code=codes.MALFORMED_SOURCE_ID,
    summary="A source ID has letters, digits, '_' and '-' only.",
    check=check,
    examples=(
        Example(bad="Open daily.\ue200cite\ue202turn0/search0\ue201"),
        Example(bad="Open daily.\ue200cite\ue202turn0search0\ue202port.example\ue201"),
        Example(good="Open daily.\ue200cite\ue202port-hours_2\ue201"),
    ),
)
