"""A locator that has no source ID before it.

What it does
    Flags a locator such as ``L8-L13`` that comes first in its marker, or right behind
    a field that is broken.

Why is this bad
    A locator belongs to the source ID before it. Without one it points nowhere, and the
    claim has no source.

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
    """Yield a finding for each locator without a source."""
    yield from reported(ctx, codes.LOCATOR_WITHOUT_SOURCE)


RULE = Rule(
    code=codes.LOCATOR_WITHOUT_SOURCE,
    summary="A locator follows a source ID.",
    check=check,
    examples=(
        Example(bad="Open daily.\ue200cite\ue202L8-L13\ue201"),
        Example(bad="Open daily.\ue200cite\ue202L8\ue202turn0search0\ue201"),
        Example(good="Open daily.\ue200cite\ue202turn0search0\ue202L8-L13\ue201"),
    ),
)
