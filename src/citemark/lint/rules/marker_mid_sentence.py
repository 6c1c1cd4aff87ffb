"""A marker inside a short sentence instead of at its end.

What it does
    Flags markers in a paragraph or list item with words of the same sentence behind
    them, unless that is long: 200 characters, or 80 Chinese or Japanese ones.

Why is this bad
    Two prompts of OpenAI's guide ask for citations at the end of the supported
    sentence, or inline if it is long and contains multiple supported clauses. In a
    short one, a note number separates words that are read together.

Fix safety
    Unsafe: the markers move to the end of the sentence, behind its punctuation, and are
    then read as covering all of it.

Known limits
    A marker at the end of a line counts as placed, and a marker is not moved to another
    line. The URL of a link counts as a part of the sentence.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from citemark import codes
from citemark.diagnostic import Finding
from citemark.lint.context import Block, Cited, LintContext, Run
from citemark.lint.passages import (
    has_words,
    interrupting,
    is_long,
    move,
    place_in,
)
from citemark.lint.rule import Example, Rule
from citemark.punctuation import BRACKETS, QUOTES, SENTENCE_END, sentence_ends

_CLOSERS = "".join(BRACKETS | QUOTES) + "*_~ \t"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What counts as a long sentence."""

    long_chars: int = 200
    """Characters from which a sentence is long."""
    long_cjk_chars: int = 80
    """The same for Chinese and Japanese; in mixed text each counts for its part."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each run of markers that words of its sentence follow."""
    settings = ctx.settings(Settings)
    for block, runs in ctx.cited_paragraphs:
        inside = [
            (piece, run)
            for piece, run in interrupting(block, runs)
            if not _ends_sentence(block, piece, run)
        ]
        if inside:
            yield from _check(ctx, block, inside, settings)


def _ends_sentence(block: Block, piece: int, run: Run) -> bool:
    """Say whether *run* stands directly behind the end of a sentence."""
    before = block.pieces[piece - len(run.ordinals)]
    return before.rstrip(_CLOSERS)[-1:] in SENTENCE_END


def _check(
    ctx: LintContext, block: Block, runs: Sequence[Cited], settings: Settings
) -> Iterator[Finding]:
    """Yield the findings of one paragraph, sentence by sentence."""
    text = block.text
    starts = [0, *accumulate(map(len, block.pieces))]
    ends = sentence_ends(text)
    ends += [len(text)] if ends[-1:] != [len(text)] else []
    sentences: dict[int, list[Cited]] = {}
    for piece, run in runs:
        sentences.setdefault(bisect_left(ends, starts[piece]), []).append((piece, run))
    for number, found in sentences.items():
        start, end = ends[number - 1] if number else 0, ends[number]
        if is_long(text[start:end], settings.long_chars, settings.long_cjk_chars):
            continue
        inside = [run for piece, run in found if has_words(text[starts[piece] : end])]
        piece = bisect_left(starts, end) - 1
        size = len(text[starts[piece] : end].rstrip())
        at = place_in(ctx, block, piece, size)
        fix = move(ctx, inside, at, "the end of the sentence") if at else None
        for run in inside:
            yield Finding(
                codes.MARKER_MID_SENTENCE,
                "Unexpected marker inside a short sentence, expected it at the end",
                run.start,
                run.end,
                fix,
            )


RULE = Rule(
    code=codes.MARKER_MID_SENTENCE,
    summary="A marker stands at the end of its sentence, unless that is long.",
    check=check,
    examples=(
        Example(
            bad="The quay\ue200cite\ue202turn0file0\ue201 is open. Entry is free.",
            good="The quay is open.\ue200cite\ue202turn0file0\ue201 Entry is free.",
        ),
        Example(
            bad="港口\ue200cite\ue202turn0file0\ue201周日关闭。",
            good="港口周日关闭。\ue200cite\ue202turn0file0\ue201",
        ),
        Example(
            good="The quay\ue200cite\ue202turn0file0\ue201 is open.",
            rules={"marker-mid-sentence": {"long_chars": 10}},
        ),
    ),
    default=False,
    settings=Settings,
)
