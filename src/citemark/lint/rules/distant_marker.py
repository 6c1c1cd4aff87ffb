"""A long paragraph whose citations all stand at its very end.

What it does
    Flags the markers at the end of a paragraph or list item of several sentences that
    is long (600 visible characters, or 250 Chinese or Japanese ones) and cites two or
    more sources, all of them there.

Why is this bad
    Readers cannot tell which sentence rests on which source. The general prompt of
    OpenAI's guide asks for citations inline if the paragraph is long.

Fix safety
    No fix: only the author knows what each source supports.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import LintContext
from citemark.lint.markup import pairs
from citemark.lint.passages import has_words, is_long, visible
from citemark.lint.rule import Example, Rule
from citemark.punctuation import sentence_ends

_SENTENCE = "Ferries leave the old harbour every hour from six in the morning on. "


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What counts as a long paragraph."""

    long_chars: int = 600
    """Visible characters from which a paragraph is long."""
    long_cjk_chars: int = 250
    """The same for Chinese and Japanese; in mixed text each counts for its part."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for the markers that a long paragraph has at its end only."""
    settings = ctx.settings(Settings)
    for block, runs in ctx.cited_paragraphs:
        piece, run = runs[0]
        if len(run.ordinals) != len(block.ordinals) or has_words(block.pieces[piece]):
            continue
        cited = {
            source for source, _ in pairs([ctx.markers[at] for at in run.ordinals])
        }
        if (
            len(cited) > 1
            and is_long(
                visible(ctx, block), settings.long_chars, settings.long_cjk_chars
            )
            and len(sentence_ends(block.text)) > 1
        ):
            yield Finding(
                codes.DISTANT_MARKER,
                f"Unexpected citations of {len(cited)} sources at the end of a long "
                "paragraph, expected each behind what it supports",
                run.start,
                run.end,
            )


RULE = Rule(
    code=codes.DISTANT_MARKER,
    summary="In a long paragraph each marker stands behind what it supports.",
    check=check,
    examples=(
        Example(
            bad=_SENTENCE * 9 + "Boats are new.\ue200cite\ue202a\ue202b\ue201",
        ),
        Example(
            good=_SENTENCE * 9 + "\ue200cite\ue202a\ue201 Boats are new."
            "\ue200cite\ue202b\ue201",
        ),
        Example(good=_SENTENCE * 2 + "\ue200cite\ue202a\ue202b\ue201"),
    ),
    default=False,
    settings=Settings,
)
