"""A marker whose family is missing, or is none that cites.

What it does
    Flags a closed marker of a family that ``Options.families`` does not list. The words
    that some families display (``entity``, ``url``) stay in the answer as text.

Why is this bad
    Such a marker cites nothing, whatever its fields say. Navigation lists and image
    groups of the product that the model was trained for mean nothing elsewhere.

Fix safety
    There is no fix. A family of your own belongs into ``Options.families``.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.known import reported
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker of another family."""
    yield from reported(ctx, codes.UNKNOWN_FAMILY)


RULE = Rule(
    code=codes.UNKNOWN_FAMILY,
    summary="A marker is of a family that cites.",
    check=check,
    examples=(
        Example(bad="Open daily.\ue200navlist\ue202turn0search0\ue201"),
        Example(bad="Open daily.\ue200\ue202turn0search0\ue201"),
        Example(good="Open daily.\ue200filecite\ue202turn0file0\ue201"),
    ),
)
