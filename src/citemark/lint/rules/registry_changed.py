"""A registry that is not the one that the model was shown.

What it does
    Flags the first citation of an answer if ``Options.fingerprint`` is given and the
    registry has another one: its sources were changed, renamed or put in another order.

Why is this bad
    ``S2`` may now name a source that the model never meant. Every citation looks fine
    and any of them may be wrong.

Fix safety
    There is no fix: resolve the answer with ``Prompt.registry``.

Known limits
    Stores that look sources up by ID have no fingerprint, and are not compared.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import about_sources
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding if the registry is not the one that was shown."""
    yield from about_sources(ctx, codes.REGISTRY_CHANGED)


RULE = Rule(
    code=codes.REGISTRY_CHANGED,
    summary="An answer meets the registry that its model was shown.",
    check=check,
    examples=(
        Example(
            good="Open daily.\ue200cite\ue202turn0search0\ue201",
            sources=({"source_id": "turn0search0", "title": "Port"},),
        ),
    ),
)
