"""The same source, alone, behind sentence after sentence of a paragraph.

What it does
    Flags the third citation in a row where adjacent sentences of one paragraph or list
    item each cite the same source, without locators or with the same one, and no other
    source. ``most`` sets how many are fine.

Why is this bad
    One citation at the end of the passage says the same; the others only interrupt it.

Fix safety
    Unsafe: the last citation of the passage stays, and it no longer shows where the
    passage that it covers begins.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby

from citemark import codes
from citemark.diagnostic import Applicability, Finding, Fix
from citemark.lint.context import Block, Cited, LintContext, Run
from citemark.lint.markup import Pair, pairs, removal
from citemark.lint.rule import Example, Rule
from citemark.punctuation import sentence_ends
from citemark.spans import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How often a source may be cited in a row."""

    most: int = 2
    """Adjacent sentences that may each cite the same place of a source."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each row of sentences that cite the same."""
    most = max(ctx.settings(Settings).most, 1)
    for block, runs in ctx.cited_paragraphs:
        if len(runs) <= most:
            continue
        for pair, same in groupby(runs, lambda each: _alone(ctx, each[1])):
            alike = list(same)
            if pair is None or len(alike) <= most:
                continue
            for row in _rows(block, alike):
                if len(row) > most:
                    yield _finding(ctx, pair, row, most)


def _alone(ctx: LintContext, run: Run) -> Pair | None:
    """Return what *run* cites if that is one place of one source."""
    first, *rest = pairs([ctx.markers[ordinal] for ordinal in run.ordinals])
    return first if all(pair == first for pair in rest) else None


def _rows(block: Block, runs: list[Cited]) -> Iterator[list[Run]]:
    """Yield *runs* in rows with exactly one sentence from each to the next."""
    starts = [0, *accumulate(map(len, block.pieces))]
    ends = sentence_ends(block.text)
    # What a block ends with ends a sentence, be it a colon.
    if ends[-1:] != [size := len(block.text.rstrip())]:
        ends.append(size)
    row: list[Run] = []
    before = 0
    for piece, run in runs:
        number = bisect_right(ends, starts[piece])
        if row and number - before != 1:
            yield row
            row = []
        row.append(run)
        before = number
    yield row


def _finding(ctx: LintContext, pair: Pair, row: list[Run], most: int) -> Finding:
    edits = [removal(ctx, Span(run.start, run.end)) for run in row[:-1]]
    fix = Fix("Keep the last citation", tuple(edits), Applicability.UNSAFE)
    return Finding(
        codes.REPEATED_SOURCE,
        f"Unexpected citation of {pair[0]!r} in {len(row)} adjacent sentences, "
        f"expected {most} at most",
        row[most].start,
        row[most].end,
        fix,
        tuple(Span(run.start, run.end) for at, run in enumerate(row) if at != most),
    )


RULE = Rule(
    code=codes.REPEATED_SOURCE,
    summary="A passage that rests on one source cites it once.",
    check=check,
    examples=(
        Example(
            bad="It is old.\ue200cite\ue202a\ue201 It is deep.\ue200cite\ue202a\ue201 "
            "It is free.\ue200cite\ue202a\ue201",
            good="It is old. It is deep. It is free.\ue200cite\ue202a\ue201",
        ),
        Example(
            good="It is old.\ue200cite\ue202a\ue202L1\ue201 It is deep."
            "\ue200cite\ue202a\ue202L2\ue201 It is free."
            "\ue200cite\ue202a\ue202L3\ue201"
        ),
    ),
    settings=Settings,
)
