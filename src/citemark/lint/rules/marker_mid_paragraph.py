"""A marker inside a short paragraph instead of at its end.

What it does
    Flags markers that are followed by more words of a paragraph or list item, unless
    that is long: 400 visible characters, or 140 Chinese or Japanese ones.

Why is this bad
    The general prompt of OpenAI's guide asks for citations at the end of the paragraph,
    or inline if the paragraph is long. Note numbers inside a short one interrupt it.

Fix safety
    Unsafe: the markers move to the end of the paragraph, behind its punctuation, and
    are then read as covering all of it.

Known limits
    A marker at the end of a line counts as placed, and in paragraphs of several lines
    only the last line is mended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding, Fix
from citemark.lint.context import Block, LintContext, Run
from citemark.lint.passages import (
    interrupting,
    is_long,
    move,
    place_in,
    visible,
)
from citemark.lint.rule import Example, Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What counts as a long paragraph."""

    long_chars: int = 400
    """Visible characters from which a paragraph is long."""
    long_cjk_chars: int = 140
    """The same for Chinese and Japanese; in mixed text each counts for its part."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each run of markers that words of its paragraph follow."""
    settings = ctx.settings(Settings)
    for block, runs in ctx.cited_paragraphs:
        inside = interrupting(block, runs)
        if not inside or is_long(
            visible(ctx, block), settings.long_chars, settings.long_cjk_chars
        ):
            continue
        last_line = _last_line(block)
        fix = _fix(ctx, block, [run for piece, run in inside if piece > last_line])
        for piece, run in inside:
            yield Finding(
                codes.MARKER_MID_PARAGRAPH,
                "Unexpected marker inside a short paragraph, expected it at the end",
                run.start,
                run.end,
                fix if piece > last_line else None,
            )


def _last_line(block: Block) -> int:
    """Return the index of the last piece with a line end, or -1."""
    at = len(block.pieces) - 1
    while at >= 0 and "\n" not in block.pieces[at]:
        at -= 1
    return at


def _fix(ctx: LintContext, block: Block, runs: list[Run]) -> Fix | None:
    """Return the move of *runs* to the end of *block*, before the markers there."""
    last = len(block.ordinals)
    while not block.pieces[last].strip():
        last -= 1
    at = place_in(ctx, block, last, len(block.pieces[last].rstrip()))
    return move(ctx, runs, at, "the end of the paragraph") if runs and at else None


RULE = Rule(
    code=codes.MARKER_MID_PARAGRAPH,
    summary="A marker stands at the end of its paragraph, unless that is long.",
    check=check,
    examples=(
        Example(
            bad="The quay is open.\ue200cite\ue202turn0file0\ue201 Entry is free.",
            good="The quay is open. Entry is free.\ue200cite\ue202turn0file0\ue201",
        ),
        Example(
            bad="Open\ue200cite\ue202turn0file0\ue201 daily, and on Sundays "
            "\ue200cite\ue202turn0file1\ue201 till noon.\ue200cite\ue202b\ue201",
            good="Open daily, and on Sundays till noon.\ue200cite\ue202turn0file0\ue201"
            "\ue200cite\ue202turn0file1\ue201\ue200cite\ue202b\ue201",
        ),
        Example(
            good="The quay is open.\ue200cite\ue202turn0file0\ue201 Entry is free.",
            rules={"marker-mid-paragraph": {"long_chars": 30}},
        ),
    ),
    default=False,
    settings=Settings,
)
