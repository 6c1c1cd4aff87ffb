"""All citations of an answer, grouped together at its end.

What it does
    Flags citations that all stand in the last paragraph or list item of an answer, in
    its last lines that hold nothing else, or in a section named "Sources" (in any of
    many languages) at its end, while two or more paragraphs or list items of at least
    ``min_chars`` characters call for one. Where the last paragraph has words between
    its markers, or there is only one marker (with several sources), the paragraphs
    before it have to be two. Questions and what ends in a colon do not count.

Why is this bad
    OpenAI's guide forbids it: readers cannot tell which source supports which claim.

Fix safety
    No fix: only the author knows what each source supports.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import Block, LintContext
from citemark.lint.headings import names_sources
from citemark.lint.markup import pairs
from citemark.lint.passages import has_words, is_long, visible
from citemark.lint.rule import Example, Rule
from citemark.model import MarkerKind

_INTRODUCES = tuple(":：?？؟")
_FEW = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Which paragraphs call for a citation."""

    min_chars: int = 40
    """Visible characters from which a paragraph does."""
    min_cjk_chars: int = 16
    """The same for Chinese and Japanese; in mixed text each counts for its part."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield one finding for the citations, if all of them are at the end."""
    if not ctx.runs:
        return
    first = bisect_left(ctx.blocks, ctx.runs[0].block.token, key=_token)
    body = _body(ctx.blocks, first)
    if not body:
        return
    ordinals = [ordinal for run in ctx.runs for ordinal in run.ordinals]
    markers = [ctx.markers[ordinal] for ordinal in ordinals]
    sources = {source for source, _ in pairs(markers)}
    citing = [each for each in ctx.markers if each.kind is MarkerKind.CITATION]
    if len(citing) != len(markers) or max(len(markers), len(sources)) < _FEW:
        return
    last = ctx.blocks[first]
    scattered = len(markers) == 1 or any(map(has_words, last.pieces[1:]))
    apart = first + 1 < len(ctx.blocks) or not _calls(ctx, last)
    needed = _FEW if scattered or apart else 1
    if sum(_calls(ctx, block) for block in body) >= needed:
        yield Finding(
            codes.GROUPED_AT_END,
            "Unexpected citations all at the end of the answer, expected each behind "
            "what it supports",
            markers[0].start,
            markers[-1].end,
        )


def _token(block: Block) -> int:
    return block.token


def _body(blocks: Sequence[Block], first: int) -> Sequence[Block]:
    """Return the blocks before the group that begins in number *first*, if one does."""
    tail = blocks[first:]
    if any(block.kind != "paragraph" for block in tail):
        return ()
    for at in range(first - 1, -1, -1):
        if names_sources(blocks[at].text):
            return blocks[:at]
        if blocks[at].kind == "heading":
            break
    bare = not any(has_words(block.text) for block in tail)
    return blocks[:first] if bare or len(tail) == 1 else ()


def _calls(ctx: LintContext, block: Block) -> bool:
    """Say whether *block* has a claim that calls for a citation."""
    settings = ctx.settings(Settings)
    text = visible(ctx, block).rstrip()
    return (
        block.kind == "paragraph"
        and not text.endswith(_INTRODUCES)
        and is_long(text, settings.min_chars, settings.min_cjk_chars)
    )


RULE = Rule(
    code=codes.GROUPED_AT_END,
    summary="Citations stand with the claims, not all at the end of the answer.",
    check=check,
    examples=(
        Example(
            bad="The old harbour opens at six in the morning.\n\n"
            "Boats to the islands leave every full hour."
            "\ue200cite\ue202a\ue201\ue200cite\ue202b\ue201"
        ),
        Example(
            bad="- The old harbour opens at six in the morning.\n"
            "- Boats to the islands leave every full hour.\n\n"
            "## Sources\n\n- \ue200cite\ue202a\ue201\n- \ue200cite\ue202b\ue201"
        ),
        Example(
            good="The old harbour opens at six in the morning."
            "\ue200cite\ue202a\ue201\n\n"
            "Boats to the islands leave every full hour.\ue200cite\ue202b\ue201"
        ),
        Example(
            good="The old harbour opens at six in the morning. Boats leave hourly."
            "\ue200cite\ue202a\ue201\ue200cite\ue202b\ue201"
        ),
    ),
    settings=Settings,
)
