"""A marker of another syntax, such as ``【4:0†source】``.

What it does
    Flags the dagger forms of file-search annotations.

Why is this bad
    They address a list that only the producing service had: nothing can resolve them.

Fix safety
    There is no fix. The dialect ``lenticular`` hides them.
"""

from __future__ import annotations

from collections.abc import Iterator

from citemark import codes
from citemark.diagnostic import Finding
from citemark.dialects.lenticular import MARKER_RE
from citemark.lint.context import LintContext
from citemark.lint.rule import Example, Rule


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each dagger form."""
    if "†" not in ctx.source:
        return
    for span in ctx.prose:
        for match in MARKER_RE.finditer(ctx.document.source, span.start, span.end):
            message = "Unexpected foreign marker, expected one of the dialect in use"
            yield Finding(codes.FOREIGN_MARKER, message, *match.span())


RULE = Rule(
    code=codes.FOREIGN_MARKER,
    summary="Markers are of the dialect in use.",
    check=check,
    examples=(
        Example(bad="Leave is 25 days【4:2†source】."),
        Example(good="【注意】 ask first."),
    ),
)
