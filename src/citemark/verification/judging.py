"""What a judge is asked about an answer, and what becomes of the verdicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from citemark.verification.judge import UNJUDGED, Judge, Label, Pair, Verdict, ask
from citemark.verification.report import SentenceCheck

# From the worst thing that can be said of a sentence to the least.
_ORDER = (Label.CONTRADICTED, Label.SUPPORTED, Label.PARTIAL, Label.UNSUPPORTED)


def pairs_of(sentences: Sequence[SentenceCheck]) -> list[tuple[Pair, ...]]:
    """Return what a judge is asked about each sentence: the passages that cover it."""
    return [
        tuple(
            Pair(claim, passage.text, passage.locator or "")
            for passage in check.passages
        )
        for claim, check in zip(claims_of(sentences), sentences, strict=True)
    ]


def claims_of(sentences: Sequence[SentenceCheck]) -> list[str]:
    """Return what each sentence claims: a cell says something only with its row."""
    claims: list[str] = []
    for _, group in groupby(sentences, key=lambda check: check.sentence.block):
        block = list(group)
        row = " | ".join(check.sentence.text for check in block)
        claims += [
            row if check.sentence.in_row else check.sentence.text for check in block
        ]
    return claims


def judged(
    sentences: Sequence[SentenceCheck],
    judge: Judge,
    needing: Collection[int] | None = None,
) -> list[SentenceCheck]:
    """Return *sentences* with the verdicts of *judge*, who is asked once.

    With the indices of the sentences *needing* a citation, no others are asked about,
    but those that have a marker of their own: a greeting at the start of a paragraph
    is covered by its citations, and claims nothing.

    Raises:
        ConfigError: *judge* returned something else than a verdict for each pair.
    """
    asked = [
        pairs if needing is None or index in needing or check.sentence.ordinals else ()
        for index, (pairs, check) in enumerate(
            zip(pairs_of(sentences), sentences, strict=True)
        )
    ]
    answers = iter(ask(judge, [pair for pairs in asked for pair in pairs]))
    return [
        replace(check, verdicts=tuple(next(answers) for _ in pairs))
        for check, pairs in zip(sentences, asked, strict=True)
    ]


def combined(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the one verdict that decides on a sentence with several citations.

    One passage that contradicts it is enough against it; otherwise one that supports
    it is enough.

    >>> combined([Verdict("partial"), Verdict("supported")]).label.value
    'supported'
    """
    found = list(verdicts)
    for label in _ORDER:
        for verdict in found:
            if verdict.label is label:
                return verdict
    return next(iter(found), UNJUDGED)
