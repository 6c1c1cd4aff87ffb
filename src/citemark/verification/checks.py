"""What is checked of a sentence against the passages that it cites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from citemark.diagnostic import Severity
from citemark.loaders import show
from citemark.spans import Span
from citemark.text import clean_line
from citemark.verification.dates import Date, dates_in
from citemark.verification.language import Language
from citemark.verification.names import find_name, names_in
from citemark.verification.normal import normal
from citemark.verification.numbers import Number, numbers_in
from citemark.verification.overlap import LEAST_UNITS, band_of, units_of
from citemark.verification.passages import Budget, Target
from citemark.verification.quotes import find_quote, quotes_in
from citemark.verification.reading import Reading
from citemark.verification.report import Band, Check, Found, Outcome, SentenceCheck
from citemark.verification.sentence import Sentence

Find = Callable[[Reading], Span | None]
_SHOWN_CHARS = 80


@dataclass(frozen=True, slots=True)
class Asked:
    """One sentence, what it is held against, and the language of the answer."""

    sentence: Sentence
    targets: tuple[Target, ...]
    language: Language
    style: str | None
    """The language whose numbers the answer writes; None where nobody said."""
    budget: Budget


@dataclass(frozen=True, slots=True)
class _Kind:
    """One of the checks for things that are in a passage or not."""

    name: str
    noun: str
    missing: Severity
    elsewhere: Severity | None


_QUOTE = _Kind("quote_verbatim", "quotation", Severity.ERROR, Severity.WARNING)
_BLOCK_QUOTE = _Kind("quote_verbatim", "quotation", Severity.WARNING, Severity.INFO)
_NUMBER = _Kind("number_support", "number", Severity.WARNING, Severity.INFO)
# A few of something are often counted where the passage only lists them.
_WORD = _Kind("number_support", "number", Severity.INFO, None)
_DATE = _Kind("date_support", "date", Severity.WARNING, Severity.INFO)
_NAME = _Kind("name_support", "name", Severity.INFO, None)


def check_sentence(asked: Asked) -> SentenceCheck:
    """Return what the checks say of one sentence."""
    passages = tuple(target.passage for target in asked.targets)
    if not passages:
        return SentenceCheck(sentence=asked.sentence)
    checks = [*_quotes(asked), *_dates_and_numbers(asked), *_names(asked)]
    overlap = _overlap(asked)
    band = None
    if overlap is not None:
        checks.append(overlap)
        band = None if overlap.score is None else band_of(overlap.score)
    if any(_is_missing(check) for check in checks):
        band = Band.DOUBTFUL
    return SentenceCheck(
        sentence=asked.sentence, passages=passages, checks=tuple(checks), band=band
    )


def _is_missing(check: Check) -> bool:
    return check.name == _NUMBER.name and check.severity is Severity.WARNING


def _quotes(asked: Asked) -> Iterator[Check]:
    text = asked.sentence.text
    for span in quotes_in(asked.sentence):
        quote = span.of(text)
        can_say = _that_may_say(asked, quote)
        is_block = not span.start or text[span.start - 1].isspace()
        kind = _BLOCK_QUOTE if is_block and asked.sentence.quoted else _QUOTE
        yield _search(asked, kind, span, partial(find_quote, quote), can_say)


def _dates_and_numbers(asked: Asked) -> Iterator[Check]:
    prose = asked.sentence.prose
    dates = list(dates_in(prose))
    for date in dates:
        yield _date(asked, date)
    places = [Span(date.start, date.end) for date in dates]
    for number in numbers_in(prose, asked.style, without=places):
        find = partial(_find_number, number)
        kind = _WORD if number.is_word else _NUMBER
        yield _search(asked, kind, Span(number.start, number.end), find)


def _date(asked: Asked, date: Date) -> Check:
    contexts = [target.context.dates for target in asked.targets]

    def find(reading: Reading) -> Span | None:
        found = reading.dates.find(date, contexts)
        return Span(found.start, found.end) if found else None

    return _search(asked, _DATE, Span(date.start, date.end), find)


def _find_number(number: Number, reading: Reading) -> Span | None:
    found = reading.numbers.find(number)
    return Span(found.start, found.end) if found else None


def _names(asked: Asked) -> Iterator[Check]:
    if asked.sentence.is_title:
        return
    prose = asked.sentence.prose
    prose = _blanked(prose, dates_in(prose))
    for span in names_in(prose, asked.language.name, asked.language.common):
        name = span.of(prose)
        can_say = _that_may_say(asked, name)
        yield _search(asked, _NAME, span, partial(find_name, name), can_say)


def _that_may_say(asked: Asked, text: str) -> list[Target]:
    """Return the targets to search for *text*: in its script, within the budget."""
    found = []
    for target in asked.targets:
        searched = target.whole or target.reading
        if searched.may_say(text) and asked.budget.spend(len(searched.text)):
            found.append(target)
    return found


def _blanked(text: str, dates: Iterable[Date]) -> str:
    """Return *text*, as long as it is, without the *dates* in it."""
    pieces: list[str] = []
    done = 0
    for date in dates:
        pieces += text[done : date.start], " " * (date.end - date.start)
        done = date.end
    return "".join([*pieces, text[done:]])


def _search(
    asked: Asked,
    kind: _Kind,
    span: Span,
    find: Find,
    targets: Sequence[Target] | None = None,
) -> Check:
    """Return the check of what stands at *span* of a sentence, once it is looked for.

    *targets* are those in which it can be expected.
    """
    targets = asked.targets if targets is None else targets
    targets = [target for target in targets if target.passage.text]
    outcome, found = _looked_for(find, targets)
    text = span.of(asked.sentence.text)
    message, severity = "", None
    if outcome in (Outcome.FAILED, Outcome.ELSEWHERE):
        severity = kind.missing if outcome is Outcome.FAILED else kind.elsewhere
        shown = show(clean_line(text, _SHOWN_CHARS))
        place = "not in the cited passage"
        if outcome is Outcome.ELSEWHERE:
            place += f", but elsewhere in source {show(found[0].source_id)}"
        message = f"{kind.noun} {shown} is {place}"
    place_in_answer = asked.sentence.span(span.start, span.end)
    return Check(
        name=kind.name,
        outcome=outcome,
        start=place_in_answer.start,
        end=place_in_answer.end,
        text=text,
        message=message,
        severity=severity,
        source_ids=tuple(dict.fromkeys(each.passage.source_id for each in targets)),
        found=found,
    )


def _looked_for(
    find: Find, targets: Sequence[Target]
) -> tuple[Outcome, tuple[Found, ...]]:
    if not targets:
        return Outcome.UNCHECKED, ()
    found: list[Found] = []
    is_found = False
    for target in targets:
        place = find(target.reading)
        if place is not None:
            is_found = True
            start = target.passage.start
            if start is not None:
                name = target.passage.source_id
                found.append(Found(name, start + place.start, start + place.end))
    if is_found or any(find(target.context) for target in targets):
        return Outcome.PASSED, tuple(found)
    for target in targets:
        place = find(target.whole) if target.whole else None
        if place is not None:
            name = target.passage.source_id
            found.append(Found(name, place.start, place.end))
    return (Outcome.ELSEWHERE if found else Outcome.FAILED), tuple(found)


def _overlap(asked: Asked) -> Check | None:
    """Return the share of the sentence's words that its passages have."""
    sentence = asked.sentence
    units = frozenset(units_of(normal(sentence.prose).text))
    if len(units) < LEAST_UNITS:
        return None
    targets = [
        target
        for target in asked.targets
        if target.passage.text
        and target.reading.may_say(sentence.prose, asked.language.name)
    ]
    score = None
    outcome, message, severity = Outcome.UNCHECKED, "", None
    if targets:
        readings = [target.reading.units for target in targets]
        there = sum(any(unit in each for each in readings) for unit in units)
        score = there / len(units)
        outcome = Outcome.PASSED
        if band_of(score) is Band.DOUBTFUL:
            outcome, severity = Outcome.FAILED, Severity.INFO
            message = f"{there} of {len(units)} words are in the cited passage"
    return Check(
        name="lexical_overlap",
        outcome=outcome,
        start=sentence.start,
        end=sentence.end,
        text=clean_line(sentence.text, _SHOWN_CHARS),
        message=message,
        severity=severity,
        source_ids=tuple(dict.fromkeys(each.passage.source_id for each in targets)),
        score=score,
    )
