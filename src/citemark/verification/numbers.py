"""Numbers: found in a sentence, and looked for in the passages that it cites.

Compared are values: ``1,200``, ``1200``, ``1.2 thousand``, ``١٬٢٠٠`` and ``1200`` in
full width are one number. Units must agree where both are known; metric ones are
converted. That a number is in the passage says nothing of what it counts there.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from operator import itemgetter

from citemark.numerals import NUMERALS, read_digits, read_kanji
from citemark.scripts import LATIN
from citemark.spans import Span
from citemark.verification.numerals import (
    COMMA_LANGUAGES,
    LOOSE_WORDS,
    ORDINAL_RE,
    SCALE_RE,
    UNIT_RE,
    WORD_RE,
    Unit,
    currency_of,
    even_digits,
    is_part,
    scale_of,
    unit_of,
    word_value,
)

_NUMBER_RE = re.compile(
    r"(?P<time>(?<![0-9.,:/])[0-9]{1,2}(?:[:時时点]| ?[hH] ?|시 ?)[0-9]{2}"
    r"(?:[分분]|(?![0-9]))|[0-9]{1,2}\.[0-9]{2}(?= Uhr))"
    r"|(?P<grouped>(?<![0-9.,])[0-9]{1,3}(?:[ '][0-9]{3})+(?:[.,][0-9]+)?(?![0-9]))"
    r"|(?P<mixed>(?<![0-9.,/])[0-9]{1,4} ?[½¼¾⅛⅜⅝⅞])"
    r"|(?P<power>(?<![0-9.,])10\^[0-9]{1,2}(?![0-9.^]))"
    rf"|(?P<plain>(?:(?<![\w.,])\.(?=[0-9]))?[{NUMERALS}0-9]"
    rf"(?:[{NUMERALS}0-9]|[.,/](?=[0-9])|(?<=[만억조万億亿萬兆]) (?=[0-9]))*)"
)
_SIGN_RE = re.compile(r"(?:US)?[$€£₩¥] ?$")
_RANGE_RE = re.compile(r" ?(?:[-–—~〜]|to|bis|à|a|至|到|から|until) ?(?=[0-9$€£¥])")
_HEDGE_RE = re.compile(
    r"(?:about|around|approximately|approx\.|roughly|nearly|almost|over|more than"
    r"|some|circa|ca\.|etwa|rund|fast|über|knapp|mehr als|environ|près de|plus de"
    r"|quelque|約|约|およそ|ほぼ|近|超) ?$",
    re.IGNORECASE,
)
_HEDGE_REACH = 16
_SIGN_REACH = 4
_COUNTER_RE = re.compile(
    "[年月日時时秒円元人名個个件回割倍週周歳岁台本枚社条章位点票期冊度項种種階箇か%天]"
)
_AFTER_LETTER_RE = re.compile(rf"[{LATIN}_#][-_./]?$")
_CLOCK_RE = re.compile(r" ?(?P<half>[ap])\.?m\b", re.IGNORECASE)
_HOUR_RE = re.compile(r"([0-9]{1,2})(?:(?:[:.時时点]|시 ?)([0-9]{2})분?)?分?")
_HOUR_SIGN_RE = re.compile("(?P<sign>[時时点시])(?![間间])(?P<thirty>半|반)?")
_AFTERNOON, _FORENOON = (
    ("午後", "下午", "오후", "오후 "),
    ("午前", "上午", "오전", "오전 "),
)
_NOON = 12
_LETTER_RE = re.compile(f"[{LATIN}]")
_ENUMERATED_RE = re.compile(r"\(?[0-9]{1,2}[.)]\s")
_DIGITS_RE = re.compile(r"[0-9]+")
_PERCENT = Unit("%")
_ONE = frozenset({Decimal(1)})
_NEAR, _SLIGHT = Decimal("0.05"), Decimal("0.01")
_MOST_COMPARED = 16


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text: ``text[start:end]``."""

    start: int
    end: int
    values: frozenset[Decimal]
    """What it may mean; empty for a time or version, which are compared as written."""
    written: str
    unit: Unit | None = None
    scale: Decimal | None = None
    """The scale that is written out, and counted in ``values``: a million."""
    is_round: bool = False
    """Whether it may stand for a number close to it: ``about 1.2 million``."""
    is_word: bool = False
    to: Number | None = None
    """The other end of a range."""
    time: str = ""
    """The time of the day that it plainly is, on a clock of 24 hours: ``17:00``."""


def numbers_in(
    text: str,
    language: str | None = None,
    *,
    liberal: bool = False,
    without: Sequence[Span] = (),
) -> Iterator[Number]:
    """Yield the numbers in *text*, in order; ranges are one number each.

    *liberal* also takes what may be a number, for passages; *without* names the places
    of dates. What belongs to a name (``COVID-19``) or counts items is left out.

    >>> [(n.written, int(max(n.values))) for n in numbers_in("3–5 of 1.2 million")]
    [('3–5', 3), ('1.2 million', 1200000)]
    """
    even = even_digits(text)
    style = None if not language else language in COMMA_LANGUAGES
    taken = iter(without)
    date = next(taken, None)
    before: Number | None = None
    for number in _merged(even, style, liberal=liberal):
        while date is not None and date.end <= number.start:
            date = next(taken, None)
        if date is not None and date.start < number.end:
            continue
        if before is not None and _is_range(even, before, number):
            start, end = before.start, number.end
            unit = before.unit or number.unit
            before = replace(
                before, end=end, written=even[start:end], unit=unit, to=number
            )
            continue
        if before is not None:
            yield before
        before = number
    if before is not None:
        yield before


def _is_range(text: str, first: Number, second: Number) -> bool:
    match = _RANGE_RE.match(text, first.end, second.start + 1)
    return first.to is None and match is not None and match.end() == second.start


def _merged(even: str, style: bool | None, *, liberal: bool) -> Iterator[Number]:  # noqa: FBT001 - one of three states
    """Yield what is in digits and what is in words, in order."""
    words = WORD_RE.finditer(even)
    word = next(words, None)
    for match in _NUMBER_RE.finditer(even):
        while word is not None and word.start() < match.start():
            yield from _word(even, word, liberal=liberal)
            word = next(words, None)
        if number := _digits(even, match, style, liberal=liberal):
            yield number
    while word is not None:
        yield from _word(even, word, liberal=liberal)
        word = next(words, None)


def _word(even: str, match: re.Match[str], *, liberal: bool) -> Iterator[Number]:
    is_loose = match["word"].lower() in LOOSE_WORDS or even.startswith("-", match.end())
    if liberal or not is_loose:
        values = frozenset({word_value(match)})
        found = _with_unit(even, match.start(), match.end(), values)
        unit = _PERCENT if is_part(match) else found.unit
        yield replace(found, unit=unit, is_word=True)


def _digits(
    even: str,
    match: re.Match[str],
    style: bool | None,  # noqa: FBT001 - one of three states
    *,
    liberal: bool,
) -> Number | None:
    start, end = match.span()
    written = match[0]
    is_kanji = any(char in NUMERALS for char in written)
    if not liberal and _is_no_claim(even, start, end, is_kanji=is_kanji):
        return None
    time = _time_of_day(even, start, end)
    if match["time"]:
        return replace(_clock(start, end, written), time=time)
    if match["mixed"]:
        values = frozenset({Decimal(written[:-1].strip()) + _fraction(written[-1])})
    elif match["power"]:
        values = frozenset({Decimal(10) ** int(written[3:])})
    elif is_kanji:
        values = frozenset({read_kanji(written)})
    else:
        values = read_digits(written, style)
    found = replace(_with_unit(even, start, end, values), time=time)
    # "1 HDMI port" is said where the passage has "HDMI port".
    is_article = found.values == _ONE and found.unit != _PERCENT
    return None if is_article and not liberal else found


def _fraction(sign: str) -> Decimal:
    return Decimal(unicodedata.numeric(sign))


def _time_of_day(even: str, start: int, end: int) -> str:
    """Return the time that a number is said to be, on a clock of 24 hours, or ""."""
    match = _HOUR_RE.fullmatch(even, start, end)
    if match is None:
        return ""
    hours, minutes = int(match[1]), match[2] or "00"
    latin, sign = _CLOCK_RE.match(even, end), _HOUR_SIGN_RE.match(even, end)
    if sign and sign["thirty"]:
        minutes = "30"
    is_late = even.endswith(_AFTERNOON, 0, start)
    is_east = (is_late or even.endswith(_FORENOON, 0, start)) and (sign or match[2])
    if latin or is_east:
        is_late = is_late or (latin is not None and latin["half"] in "pP")
        hours = hours % _NOON + _NOON * is_late
    elif sign is None or sign["sign"] == "点":
        return ""
    return f"{hours}:{minutes}"


def _clock(start: int, end: int, written: str) -> Number:
    """Return a time of the day; at full hours it is a number, too."""
    hours, minutes = _DIGITS_RE.findall(written)
    values = frozenset({Decimal(hours)}) if minutes == "00" else frozenset()
    return Number(start, end, values, f"{int(hours)}:{minutes}")


def _is_no_claim(even: str, start: int, end: int, *, is_kanji: bool) -> bool:
    """Say whether a number belongs to a name, a list or a word."""
    if is_kanji and not any(map(str.isdigit, even[start:end])):
        counted = _COUNTER_RE.match(even, end) is not None
        counted = counted or even.endswith(("第", "百分之"), 0, start)
        return not counted or even[start:end] in ("一", "百")
    if _AFTER_LETTER_RE.search(even, max(start - 2, 0), start):
        return True
    after = even[end : end + 1]
    if even[max(start - 1, 0) : start] == "[" and after == "]":
        return True
    if start <= 1 and _ENUMERATED_RE.match(even):
        return True
    return _LETTER_RE.match(even, end) is not None and not any(
        pattern.match(even, end)
        for pattern in (UNIT_RE, SCALE_RE, ORDINAL_RE, _CLOCK_RE)
    )


def _with_unit(even: str, start: int, end: int, values: frozenset[Decimal]) -> Number:
    """Return the number with the scale and unit around it."""
    unit = None
    if sign := _SIGN_RE.search(even, max(start - _SIGN_REACH, 0), start):
        unit = currency_of(sign[0].strip())
        start = sign.start()
    elif even.endswith("百分之", 0, start):
        unit = _PERCENT
    is_round = any(char in NUMERALS for char in even[start:end])
    scale = None
    if scaled := SCALE_RE.match(even, end):
        scale = scale_of(scaled)
        values = frozenset(value * scale for value in values)
        end, is_round = scaled.end(), True
    if named := UNIT_RE.match(even, end):
        unit = unit or unit_of(named["unit"])
        end = named.end()
    return Number(
        start,
        end,
        values,
        even[start:end],
        unit,
        scale=scale,
        is_round=is_round or _is_hedged(even, start),
    )


def _is_hedged(even: str, start: int) -> bool:
    return _HEDGE_RE.search(even, max(start - _HEDGE_REACH, 0), start) is not None


class NumberIndex:
    """Finds numbers among those of one text, however many they are."""

    def __init__(self, numbers: Sequence[Number]) -> None:
        """Index *numbers*, both ends of a range each by itself."""
        self._written: dict[str, Number] = {}
        self._same_unit: dict[tuple[str, Decimal], Number] = {}
        self._any: dict[Decimal, Number] = {}
        self._bare: dict[Decimal, Number] = {}
        self._scales: set[Decimal] = set()
        self._measured: dict[str, list[tuple[Decimal, Number]]] = {}
        for each in numbers:
            self._add(each)
            if each.to is not None:
                self._add(each.to)
        self._ordered = sorted(self._any)
        for measured in self._measured.values():
            measured.sort(key=itemgetter(0))

    def _add(self, number: Number) -> None:
        self._written.setdefault(_plain(number.written), number)
        if number.time:
            self._written.setdefault(_plain(number.time), number)
        if number.scale is not None:
            self._scales.add(number.scale)
        for value in number.values:
            self._any.setdefault(value, number)
            if number.unit is not None:
                kind, base = number.unit.kind, value * number.unit.factor
                self._same_unit.setdefault((kind, base), number)
                self._measured.setdefault(kind, []).append((base, number))
            elif not number.is_word:
                self._bare.setdefault(value, number)

    def find(self, number: Number) -> Number | None:
        """Return a number of the text that *number* may be, or else None.

        Of a range, both ends must be there.
        """
        if number.to is not None and self._find(number.to) is None:
            return None
        return self._find(number)

    def _find(self, number: Number) -> Number | None:
        written = self._written.get(_plain(number.written))
        if written is None and number.time:
            written = self._written.get(_plain(number.time))
        if written is not None or not number.values:
            return written
        found = self._equal(number) or self._converted(number)
        return found or (self._close(number) if number.is_round else None)

    def _equal(self, number: Number) -> Number | None:
        unit = number.unit
        for value in sorted(number.values):
            if unit is None:
                found = self._any.get(value)
            else:
                found = self._same_unit.get((unit.kind, value * unit.factor))
                found = found or self._bare.get(value)
            if found is None and number.scale in self._scales:
                # A table says once that it counts millions.
                found = self._bare.get(value / (number.scale or 1))
            if found is not None:
                return found
        return None

    def _converted(self, number: Number) -> Number | None:
        """Return a number in another unit of the same kind, if it is about as much."""
        unit = number.unit
        if unit is None:
            return None
        measured = self._measured.get(unit.kind, [])
        for value in number.values:
            base = value * unit.factor
            at = bisect_left(measured, base * (1 - _SLIGHT), key=itemgetter(0))
            for other, found in measured[at : at + _MOST_COMPARED]:
                if other > base * (1 + _SLIGHT):
                    break
                if found.unit != unit:
                    return found
        return None

    def _close(self, number: Number) -> Number | None:
        """Return a number that *number* is when rounded."""
        for value in number.values:
            exponent = value.normalize().as_tuple().exponent
            step = Decimal(10) ** exponent if isinstance(exponent, int) else Decimal(0)
            reach = min(step / 2, value * _NEAR)
            first = bisect_left(self._ordered, value - reach)
            last = bisect_right(self._ordered, value + reach)
            for at in range(first, min(last, first + _MOST_COMPARED)):
                found = self._any[self._ordered[at]]
                if None in (found.unit, number.unit) or found.unit == number.unit:
                    return found
        return None


def _plain(written: str) -> str:
    return written.lstrip("0").replace(" ", "")
