"""What stands around markers: the Markdown beside them, and where a block ends."""

from __future__ import annotations

from collections.abc import Iterator

from citemark.lint.context import Block, LintContext, Run


def neighbours(ctx: LintContext) -> Iterator[tuple[Run, str, str]]:
    """Yield each run of markers with the Markdown before it and after it.

    Either reaches to the next marker or to the edge of the block.
    """
    block, at = None, 0
    for run in ctx.runs:
        if run.block is not block:
            block, at = run.block, 0
        at = run.block.ordinals.index(run.ordinals[0], at)
        before = run.block.pieces[at]
        at += len(run.ordinals)
        yield run, before, run.block.pieces[at]


def text_end(ctx: LintContext, block: Block) -> int:
    """Return where the text of *block* ends in the source, with markers at its end."""
    end = ctx.span_of(block).end
    return max(end, ctx.markers[block.ordinals[-1]].end) if block.ordinals else end
