"""Which sentences need a citation, which have one, and which are known to be supported.

What is counted are sentences of paragraphs and cells of tables; headings need nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Literal

from citemark.errors import ConfigError
from citemark.verification.judge import Label
from citemark.verification.judging import combined
from citemark.verification.needs import Hook, why_needed
from citemark.verification.report import (
    CitationCheck,
    Coverage,
    Outcome,
    SentenceCheck,
)

Reach = Literal["sentence", "paragraph-tail", "block"]
"""What a citation covers: its own sentence; also those before it in its paragraph that
have none of their own; or all of its paragraph, list item or table row."""

_REACHES = ("sentence", "paragraph-tail", "block")
_USABLE = frozenset({"id_validity", "source_status"})


def measure_coverage(
    sentences: Sequence[SentenceCheck],
    citations: Iterable[CitationCheck],
    *,
    reach: Reach = "paragraph-tail",
    needs: Hook = why_needed,
    language: str | None = None,
    question: str | None = None,
) -> Coverage:
    """Return what of *sentences* needs a citation and has one of *citations*.

    *needs* decides, in the *language* of the answer; a sentence that only repeats the
    user's *question* needs nothing. A citation of an unknown or withdrawn source does
    not count.

    Raises:
        ConfigError: there is no such *reach*.
    """
    if reach not in _REACHES:
        msg = f"reach: expected one of {', '.join(_REACHES)}, got {reach!r}"
        raise ConfigError(msg)
    covered = _covered(sentences, usable_ordinals(citations), reach)
    needing = find_needing(sentences, needs=needs, language=language, question=question)
    verdicts = {index: combined(sentences[index].verdicts) for index in needing}
    supported = tuple(
        index for index, verdict in verdicts.items() if verdict.label is Label.SUPPORTED
    )
    is_judged = any(each.label is not Label.UNKNOWN for each in verdicts.values())
    return Coverage(
        needing=needing,
        cited=tuple(index for index in needing if index in covered),
        supported=supported if is_judged else None,
    )


def find_needing(
    sentences: Sequence[SentenceCheck],
    *,
    needs: Hook = why_needed,
    language: str | None = None,
    question: str | None = None,
) -> tuple[int, ...]:
    """Return the indices of the *sentences* that need a citation."""
    return tuple(
        index
        for index, check in enumerate(sentences)
        if not check.sentence.is_title
        and needs(check.sentence.text, language, question) is not None
    )


def usable_ordinals(citations: Iterable[CitationCheck]) -> frozenset[int]:
    """Return the markers with a citation of a source that is known and current."""
    return frozenset(
        citation.ordinal
        for citation in citations
        if not any(
            check.name in _USABLE and check.outcome is Outcome.FAILED
            for check in citation.checks
        )
    )


def _covered(
    sentences: Sequence[SentenceCheck], usable: frozenset[int], reach: Reach
) -> frozenset[int]:
    """Return the indices of the sentences that one of the markers *usable* covers."""
    covered: set[int] = set()
    numbered = enumerate(sentences)
    for _, group in groupby(numbered, key=lambda each: each[1].sentence.block):
        block = list(group)
        own = [not usable.isdisjoint(each.sentence.ordinals) for _, each in block]
        # A row says one thing in several cells.
        if reach == "block" or block[0][1].sentence.in_row:
            own = [any(own)] * len(own)
        elif reach == "paragraph-tail":
            own = _with_tail([each.sentence.ordinals for _, each in block], usable)
        covered |= {
            index for (index, _), is_own in zip(block, own, strict=True) if is_own
        }
    return frozenset(covered)


def _with_tail(ordinals: Sequence[Sequence[int]], usable: frozenset[int]) -> list[bool]:
    """Let citations cover the sentences before them that have no marker."""
    covered: list[bool] = []
    following = False
    for own in reversed(ordinals):
        following = not usable.isdisjoint(own) if own else following
        covered.append(following)
    return covered[::-1]
