"""What the sheet shows: the sentences of an answer, and the passages they stand on.

Everything is made clean here, so that the template only prints. The sheet needs no
script: what is ticked in it is read by a person, and goes into the JSON Lines whose
lines have the numbers of the pairs.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from citemark.describe import Description, describe
from citemark.excerpts import cut_all
from citemark.model import ExcerptLine
from citemark.options import Limits, Options
from citemark.render.labels import direction
from citemark.source import Source
from citemark.sources import Sources, fetch
from citemark.text import clean_block, clean_line, clean_start
from citemark.verification.judge import UNJUDGED, Label, Pair, Verdict
from citemark.verification.judging import claims_of, combined, pairs_of
from citemark.verification.needs import language_of, why_needed
from citemark.verification.passages import Budget
from citemark.verification.report import (
    Passage,
    SentenceCheck,
    VerificationReport,
)
from citemark.verification.verdicts import Record

_MOST_PASSAGES = 10
"""Of one claim: whoever cites more says of none that it supports the claim."""
_MOST_LINES = 60
"""Of one passage: a person has to read them."""
_LINE_CHARS = 2_000
_CUT = Options(limits=Limits(excerpt_lines=_MOST_LINES, excerpt_chars=8_000))
# What all passages may take, in characters: so often the texts of the sources, and
# this much more. A long text that each claim cites is not shown each time.
_REPEATS, _MORE = 4, 1_000_000
_CLAIM_CHARS = 4_000
_LETTERS = frozenset({"L", "R", "AL"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One passage beside its claim, and what is known of the two."""

    number: int
    """Of the pair: the line of the template that it has."""
    source: Description
    direction: str
    locator: str
    lines: tuple[ExcerptLine, ...]
    """A number of None where lines cannot be counted; ``located`` ones are cited."""
    is_cut: bool
    is_left_out: bool
    """Whether the lines are not shown because the page would be too long."""
    verdict: Verdict | None
    is_first: bool
    """False where the same pair stands further up, with the same number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One sentence of the answer."""

    text: str
    kind: str
    starts: bool
    """Whether a paragraph, list item or row begins with it."""
    need: str
    """Why it needs a citation; empty where it needs none."""
    passages: tuple[Shown, ...]
    left_out: int
    """How many more it stands on; the page has no room for them."""
    label: str
    """What the verdicts on its passages come to; empty without any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """All that one sheet shows."""

    name: str
    claims: tuple[Claim, ...]
    language: str
    """Of the answer, a BCP 47 tag; guessed where nobody said."""
    direction: str
    pairs: int
    judged: int
    uncited: int
    """Sentences that need a citation and have none."""


def make_sheet(
    report: VerificationReport,
    sources: Sources,
    *,
    name: str = "",
    options: Options | None = None,
) -> Sheet:
    """Return what the sheet shows: see `citemark.review.review_page`."""
    options = options or Options()
    cited = _cited(report, sources, options)
    language = options.language or language_of(report.answer).name
    numbers: dict[str, int] = {}
    size = sum(len(each.source.text or "") for each in cited.values())
    budget = Budget(_REPEATS * size + _MORE)
    rows = list(_rows(report))
    claims: list[Claim] = []
    for at, row in enumerate(rows):
        claims.append(
            Claim(
                text=clean_start(row.text, _CLAIM_CHARS, clean_line)[0],
                kind=row.checks[0].sentence.kind,
                starts=not at or rows[at - 1].block != row.block,
                need=_need(row, language),
                passages=tuple(_passages(row, cited, numbers, budget)),
                left_out=len(row.judged) - len(row.shown),
                label=_label(row),
            )
        )
    firsts = [each for claim in claims for each in claim.passages if each.is_first]
    return Sheet(
        name=clean_line(name),
        claims=tuple(claims),
        language=language,
        direction=direction(language),
        pairs=len(firsts),
        judged=sum(each.verdict is not None for each in firsts),
        uncited=sum(bool(each.need) and not each.passages for each in claims),
    )


def template_records(
    report: VerificationReport, known: Mapping[str, Record] | None = None
) -> list[Record]:
    """Return a line for each pair of *report*, numbered as in its sheet.

    Lines that are *known* are kept as they are; those of other answers follow.
    """
    known = known or {}
    lines: dict[str, Record] = {}
    for row in _rows(report):
        for each in row.shown:
            line = Record.of(each.pair, each.verdict, each.passage.source_id)
            lines.setdefault(each.pair.key, known.get(each.pair.key, line))
    others = (line for key, line in known.items() if key not in lines)
    return [*lines.values(), *others]


class _Judged(NamedTuple):
    """A passage that a claim stands on."""

    pair: Pair
    passage: Passage
    verdict: Verdict


class _Row(NamedTuple):
    """What is judged as one: a sentence, or a row of a table with all of its cells."""

    text: str
    block: int
    checks: tuple[SentenceCheck, ...]
    needs: bool
    judged: tuple[_Judged, ...]

    @property
    def shown(self) -> tuple[_Judged, ...]:
        """What a person is asked to judge."""
        return self.judged[:_MOST_PASSAGES]


class _Cited(NamedTuple):
    """A source, and what the sheet says of it."""

    source: Source
    description: Description


def _rows(report: VerificationReport) -> Iterator[_Row]:
    """Yield the claims of an answer; greetings and the like have nothing to judge."""
    needing = frozenset(report.needs.needing)
    sentences = report.sentences
    texts, asked = claims_of(sentences), pairs_of(sentences)
    for _, group in groupby(enumerate(sentences), key=_row_key):
        indices = [index for index, _ in group]
        checks = tuple(sentences[index] for index in indices)
        needs = not needing.isdisjoint(indices)
        is_claim = needs or any(check.sentence.ordinals for check in checks)
        found: dict[str, _Judged] = {}
        for index in indices if is_claim else ():
            check = sentences[index]
            verdicts = check.verdicts or (UNJUDGED,) * len(check.passages)
            rows = zip(asked[index], check.passages, verdicts, strict=True)
            found |= {row[0].key: _Judged(*row) for row in rows}
        yield _Row(
            texts[indices[0]],
            checks[0].sentence.block,
            checks,
            needs,
            tuple(found.values()),
        )


def _row_key(numbered: tuple[int, SentenceCheck]) -> tuple[int, int]:
    """Return the same for the cells of one row, and another for all else."""
    index, check = numbered
    sentence = check.sentence
    return sentence.block, -1 if sentence.in_row else index


def _need(row: _Row, language: str) -> str:
    """Say why a claim needs a citation; a hook of the caller's gives no reason."""
    if not row.needs:
        return ""
    return str(why_needed(row.text, language) or "claim")


def _label(row: _Row) -> str:
    """Return what the verdicts come to, empty where there is none."""
    label = combined(each.verdict for each in row.judged).label
    return "" if label is Label.UNKNOWN else label.value


def _cited(
    report: VerificationReport, sources: Sources, options: Options
) -> dict[str, _Cited]:
    ids = dict.fromkeys(
        passage.source_id for check in report.sentences for passage in check.passages
    )
    return {
        name: _Cited(source, describe(source, number, options))
        for number, (name, source) in enumerate(fetch(sources, list(ids)).items(), 1)
    }


def _passages(
    row: _Row,
    cited: Mapping[str, _Cited],
    numbers: dict[str, int],
    budget: Budget,
) -> Iterator[Shown]:
    for pair, passage, verdict in row.shown:
        found = cited[passage.source_id]
        description = found.description
        is_first = pair.key not in numbers
        number = numbers.setdefault(pair.key, len(numbers) + 1)
        lines, is_cut = _lines(found.source, passage)
        is_left_out = not budget.spend(sum(len(line.text) for line in lines))
        yield Shown(
            number=number,
            source=description,
            direction=_direction(description.language, lines),
            locator=clean_line(passage.locator or ""),
            lines=() if is_left_out else tuple(lines),
            is_cut=is_cut,
            is_left_out=is_left_out,
            verdict=None if verdict.label is Label.UNKNOWN else verdict,
            is_first=is_first,
        )


def _direction(language: str | None, lines: Sequence[ExcerptLine]) -> str:
    """Return the direction of a passage: its language's, or its first letter's."""
    if language:
        return direction(language)
    kinds = (unicodedata.bidirectional(char) for line in lines for char in line.text)
    return "rtl" if next(filter(_LETTERS.__contains__, kinds), "L") != "L" else "ltr"


def _lines(source: Source, passage: Passage) -> tuple[Sequence[ExcerptLine], bool]:
    """Return the lines of *passage* with their context, and whether some are left out.

    Where a citation names no place, they are the first lines of the source.
    """
    if passage.lines is not None:
        found = cut_all(source, (passage.lines,), _CUT)
        return (found[0].lines, found[0].truncated) if found else ((), False)
    return [
        ExcerptLine(
            number, clean_start(line, _LINE_CHARS, clean_block)[0], located=False
        )
        for number, line in enumerate(source.lines[:_MOST_LINES], 1)
    ], len(source.lines) > _MOST_LINES
