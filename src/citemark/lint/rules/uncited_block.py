"""A paragraph or list item that cites nothing.

What it does
    Flags a paragraph, of a list item or quote too, of at least ``min_chars`` visible
    characters without any citation; a Chinese, Japanese or Korean character counts as
    two. Not flagged: headings, table cells, questions, what ends in a colon and so
    introduces what follows, and a paragraph right under a heading if the next one is
    cited. A marker alone in the next paragraph counts for the one before.

Why is this bad
    The reader cannot tell where it comes from, beside paragraphs that say so.

Fix safety
    There is no fix: whether a source supports the text has to be checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import Block, LintContext
from citemark.lint.rule import Example, Rule
from citemark.model import MarkerKind
from citemark.scripts import CJK, HANGUL

_DENSE_RE = re.compile(f"[{CJK}{HANGUL}]")
_OPEN_ENDS = tuple(":：?？؟")
_CLOSING = "!！ \t\n*_~\"'”’»)）]】」』"


@dataclass(frozen=True, slots=True)
class Settings:
    """What calls for a citation."""

    min_chars: int = 80
    """Visible characters, from which on a block does."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each block of some length without a citation."""
    least = ctx.settings(Settings).min_chars
    before = ""
    for block, following in _neighbours(ctx.blocks):
        leads = before == "heading"
        before = block.kind
        if (
            block.kind != "paragraph"
            or (block.ordinals and _is_cited(ctx, block))
            or sum(map(len, block.pieces)) * 2 < least
        ):
            continue
        text = _visible(ctx, block).strip()
        size = len(text) + len(_DENSE_RE.findall(text))
        if (
            size < least
            or text.rstrip(_CLOSING).endswith(_OPEN_ENDS)
            or (following and _covers(ctx, following, leads=leads))
        ):
            continue
        span = ctx.span_of(block)
        message = "Unexpected text without a citation, expected one at its end"
        yield Finding(codes.UNCITED_BLOCK, message, span.start, span.end)


def _neighbours(blocks: Sequence[Block]) -> Iterator[tuple[Block, Block | None]]:
    """Yield each block with the one after it."""
    yield from zip(blocks, (*blocks[1:], None), strict=False)


def _is_cited(ctx: LintContext, block: Block) -> bool:
    markers = ctx.markers
    return any(
        markers[ordinal].kind is MarkerKind.CITATION for ordinal in block.ordinals
    )


def _covers(ctx: LintContext, following: Block, *, leads: bool) -> bool:
    """Say whether the citations of the next block hold for the one before it."""
    if following.kind != "paragraph" or not _is_cited(ctx, following):
        return False
    return leads or not following.text.strip()


def _visible(ctx: LintContext, block: Block) -> str:
    """Return the words of *block* without links' addresses, markup and markers."""
    children = ctx.document.tokens[block.token].children or ()
    return "".join(
        "\n" if child.type == "softbreak" else child.content
        for child in children
        if child.type in ("text", "text_special", "code_inline", "softbreak")
    )


_CLAIM = (
    "Employees may work remotely up to three days per week, and managers may approve "
    "further days in writing."
)

RULE = Rule(
    code=codes.UNCITED_BLOCK,
    summary="Every paragraph of some length has a citation.",
    check=check,
    examples=(
        Example(bad=_CLAIM),
        Example(good=f"{_CLAIM}\ue200cite\ue202turn0file0\ue201"),
        Example(good="Remote work is possible."),
    ),
    default=False,
    settings=Settings,
)
