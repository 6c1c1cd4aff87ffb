"""A marker in a heading.

What it does
    Flags a marker that stands in a heading of any level.

Why is this bad
    A heading claims nothing that a source could prove, and its text is used elsewhere:
    in tables of contents, page titles and anchors, where a note number is noise.

Fix safety
    Unsafe: the marker moves to the end of the paragraph directly under the heading,
    which then cites a source that it did not cite before. Where there is none, or where
    the heading is nothing but markers, no fix is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from citemark import codes
from citemark.diagnostic import Applicability, Finding, Fix
from citemark.lint.context import Block, LintContext, Run
from citemark.lint.neighbours import text_end
from citemark.lint.rule import Example, Rule
from citemark.spans import Edit, Span

_BLANKS = " \t\u00a0\u202f"


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each run of markers in a heading."""
    headings: dict[int, list[Run]] = {}
    for run in ctx.runs:
        if run.block.kind == "heading":
            headings.setdefault(run.block.token, []).append(run)
    if not headings:
        return
    below = {block.token: after for block, after in pairwise(ctx.blocks)}
    for token, runs in headings.items():
        # One fix for all: each alone would insert at the same place.
        fix = _fix(ctx, runs, below.get(token))
        for run in runs:
            yield Finding(
                codes.MARKER_IN_HEADING,
                "Unexpected marker in a heading, expected it in the text below",
                run.start,
                run.end,
                fix,
            )


def _fix(ctx: LintContext, runs: list[Run], below: Block | None) -> Fix | None:
    heading = runs[0].block
    if below is None or not heading.text.strip():
        return None
    between = ctx.document.tokens[heading.token + 1 : below.token]
    if [token.type for token in between] != ["heading_close", "paragraph_open"]:
        return None
    edits = [Edit(_with_blanks(ctx.source, run), "") for run in runs]
    end = text_end(ctx, below)
    raw = "".join(ctx.source[run.start : run.end] for run in runs)
    return Fix(
        "Move the marker to the end of the paragraph below",
        (*edits, Edit(Span(end, end), raw)),
        Applicability.UNSAFE,
    )


def _with_blanks(source: str, run: Run) -> Span:
    start = run.start
    while start and source[start - 1] in _BLANKS:
        start -= 1
    return Span(start, run.end)


RULE = Rule(
    code=codes.MARKER_IN_HEADING,
    summary="A heading cites nothing.",
    check=check,
    examples=(
        Example(
            bad="# Hours \ue200cite\ue202turn0search0\ue201\n\nOpen daily.",
            good="# Hours\n\nOpen daily.\ue200cite\ue202turn0search0\ue201",
        ),
    ),
)
