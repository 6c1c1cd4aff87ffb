"""Paragraphs and sentences around markers: how long they are, what follows a marker."""

from __future__ import annotations

from collections.abc import Sequence

from citemark.diagnostic import Applicability, Fix
from citemark.lint.context import Block, Cited, LintContext, Run
from citemark.lint.markup import removal
from citemark.scripts import is_cjk
from citemark.spans import Edit, Span

_SHOWN = frozenset({"text", "text_special", "code_inline"})


def has_words(text: str) -> bool:
    """Say whether *text* holds a letter or digit: more than punctuation and markup."""
    return any(map(str.isalnum, text))


def is_long(text: str, chars: int, cjk_chars: int) -> bool:
    """Say whether *text* is of *chars* characters, or of *cjk_chars* where it is CJK.

    In mixed text each character counts for its part.

    >>> is_long("abcd", 4, 2), is_long("港口", 4, 2), is_long("ab港", 4, 2)
    (True, True, True)
    """
    size = len(text)
    cjk = 0 if text.isascii() else sum(map(is_cjk, text))
    return (size - cjk) * cjk_chars + cjk * chars >= chars * cjk_chars


def visible(ctx: LintContext, block: Block) -> str:
    """Return the words of *block* as a reader sees them, without markers."""
    children = ctx.document.tokens[block.token].children or ()
    return "".join(child.content for child in children if child.type in _SHOWN)


def interrupting(block: Block, runs: Sequence[Cited]) -> list[Cited]:
    """Return those of *runs* that words follow in the same line of *block*."""
    found: list[Cited] = []
    followed, done = False, len(block.pieces)
    for cited in reversed(runs):
        piece, _ = cited
        for text in reversed(block.pieces[piece:done]):
            head, line_end, _ = text.partition("\n")
            followed = has_words(head) or (followed and not line_end)
        done = piece
        if followed:
            found.append(cited)
    return found[::-1]


def place_in(ctx: LintContext, block: Block, piece: int, size: int) -> int | None:
    """Return the source offset behind *size* characters of a *piece* after a marker.

    None where that is not certain: on a later line than the marker before.
    """
    text = block.pieces[piece][:size]
    at = ctx.markers[block.ordinals[piece - 1]].end
    return at + size if ctx.source.startswith(text, at) and "\n" not in text else None


def move(ctx: LintContext, runs: Sequence[Run], at: int, where: str) -> Fix:
    """Return the fix that takes *runs* to *at*: unsafe, as there they claim more."""
    markers = "".join(ctx.markers[each].raw for run in runs for each in run.ordinals)
    edits = [removal(ctx, Span(run.start, run.end)) for run in runs]
    return Fix(
        f"Move to {where}",
        (*edits, Edit(Span(at, at), markers)),
        Applicability.UNSAFE,
    )
