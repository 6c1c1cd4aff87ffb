"""A marker that is not closed after its fields.

What it does
    Flags the start of a marker that is followed by something else than fields and an
    end: by prose, by another marker or by nothing, where the answer breaks off. What is
    hidden from readers is the family and the run of source IDs right behind it, never
    the prose.

Why is this bad
    The citation is lost: nothing can be numbered, and the claim before it has no
    source.

Fix safety
    Unsafe where the marker holds a source ID: it is closed right behind its fields,
    which adds a citation that the model may not have finished. Safe otherwise: without
    an ID there is nothing to cite, and what is removed was not shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from citemark import codes
from citemark.answer import find_markers
from citemark.diagnostic import Applicability, Finding, Fix
from citemark.lint.context import LintContext
from citemark.lint.markup import removal
from citemark.lint.rule import Example, Rule
from citemark.spans import Edit, Span


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each marker that is not closed."""
    for finding in ctx.findings(codes.UNTERMINATED_MARKER):
        yield replace(finding, fix=_fix(ctx, Span(finding.start, finding.end)))


# However its characters are spelled.
_STOPS = {"\\": r"\ue201", "{": "{CITATION_STOP}"}


def _fix(ctx: LintContext, broken: Span) -> Fix:
    fields = broken.of(ctx.source).rstrip()
    stop = _STOPS.get(fields[:1], "\ue201")
    closed = find_markers(fields + stop, ctx.options)
    if len(closed) == 1 and closed[0].citations:
        at = broken.start + len(fields)
        edit = Edit(Span(at, at), stop)
        return Fix("Close the marker", (edit,), Applicability.UNSAFE)
    return Fix("Remove the broken marker", (removal(ctx, broken),))


RULE = Rule(
    code=codes.UNTERMINATED_MARKER,
    summary="A marker is closed after its fields.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0",
            good="Open daily.\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="Open daily\ue200cite\ue202turn0search0 until nine.",
            good="Open daily\ue200cite\ue202turn0search0\ue201 until nine.",
        ),
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue200cite"
            "\ue202turn0search1\ue201",
            good="Open daily.\ue200cite\ue202turn0search0\ue201"
            "\ue200cite\ue202turn0search1\ue201",
        ),
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue202L1-L2 Closed on Mondays.",
            good="Open daily.\ue200cite\ue202turn0search0\ue202L1-L2\ue201 "
            "Closed on Mondays.",
        ),
        Example(good="Open daily.\ue200cite\ue202\nturn0search0 \ue201"),
    ),
)
