"""Dates: found in a sentence, and looked for in the passages that it cites.

A date is as precise as it is written: a passage that has the day supports a sentence
that has the month, and not the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from citemark.numerals import read_kanji
from citemark.verification.numerals import even_digits

_MONTHS = (
    "january jan januar jänner janvier enero gennaio janeiro يناير",
    "february feb februar feber février fév febrero febbraio fevereiro فبراير",
    "march mar märz mär mars marzo março مارس",
    "april apr avril avr abril aprile أبريل",
    "may mai mayo maggio maio مايو",
    "june jun juni juin junio giugno junho يونيو",
    "july jul juli juillet juil julio luglio julho يوليو",
    "august aug août agosto أغسطس",
    "september sep sept septembre septiembre settembre setembro سبتمبر",
    "october oct oktober okt octobre octubre ottobre outubro أكتوبر",
    "november nov novembre noviembre novembro نوفمبر",
    "december dec dezember dez décembre déc diciembre dicembre dezembro ديسمبر",
)
_MONTH_OF = {name: at for at, names in enumerate(_MONTHS, 1) for name in names.split()}
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_MONTH = "|".join(sorted(map(re.escape, _MONTH_OF), key=len, reverse=True))
_YEAR = "(?:1[0-9]|20|21)[0-9]{2}"
_COUNT = "(?:[0-9]{1,2}|[一二三四五六七八九十]{1,3})"
_YEAR_IN_SIGNS = "(?:[0-9]{4}|[〇零一二三四五六七八九]{4})"
_AND = r"(?: ?[-–/] ?| (?:and|to|und|bis|et|y|e) )"


def _pattern(first: str, second: str, years: str, year: str) -> re.Pattern[str]:
    """Return the pattern for dates, with what is only read in one way of reading.

    *first* and *second* are the other day of ``5–6 May``, *years* two years in a row.
    """
    return re.compile(
        rf"(?<![0-9])(?P<iy>{_YEAR})(?P<sep>[-/.])(?P<im>[0-9]{{1,2}})"
        r"(?:(?P=sep)(?P<id>[0-9]{1,2})|(?<!\.[0-9])(?<!\.[0-9]{2}))"
        rf"(?![0-9]|[-/.][0-9])"
        rf"|(?<![0-9.,/-])(?P<sy>{_YEAR})(?P<sz>{years})(?![0-9]|[-–/.,][0-9])"
        rf"|(?:(?P<era>{'|'.join(_ERAS)})(?P<ey>元|{_COUNT})|(?P<cy>{_YEAR_IN_SIGNS}))"
        rf" ?[年년](?: ?(?P<cm>{_COUNT}) ?[月월](?: ?(?P<cd>{_COUNT}) ?[日号號일])?)?"
        rf"|(?P<bm>{_COUNT}) ?[月월] ?(?P<bd>{_COUNT}) ?[日号號일]"
        r"|(?<![0-9.,/])(?P<na>[0-9]{1,2})(?P<nsep>[./-])(?P<nb>[0-9]{1,2})(?P=nsep)"
        r"(?:(?P<ny>(?:1[0-9]|20|21)[0-9]{2}(?![0-9])"
        r"|(?<=[0-9]{2}[./][0-9]{2}[./])[0-9]{2}(?![0-9]|[./-][0-9]))|(?<=\.)(?![0-9]))"
        rf"|(?<![0-9.,]){first}(?P<dd>[0-9]{{1,2}})(?:\.|st|nd|rd|th|er|º)?"
        rf"(?: de| of)?[ -](?P<dm>{_MONTH})(?!\w)\.?"
        rf"(?:(?:,?(?: de)? |-)(?P<dy>{_YEAR})(?![0-9]))?"
        rf"|(?<!\w)(?P<mm>{_MONTH})(?!\w)\.? (?:(?P<md>[0-9]{{1,2}})"
        rf"(?:st|nd|rd|th)?{second}(?!\w)(?:,? (?P<my>{_YEAR})(?![0-9]))?"
        rf"|(?:de |of )?(?P<oy>{_YEAR})(?![0-9]))"
        rf"|{year}",
        re.IGNORECASE,
    )


_CLAIMED_RE = _pattern(
    "",
    "",
    f"/{_YEAR}|–[0-9]{{2}}",
    rf"(?<![0-9.,/:_-])(?P<year>{_YEAR})(?![0-9]|[.,:/-][0-9])",
)
# In a passage a year may stand in whatever is no longer number: ``Q3/2020``.
_LIBERAL_RE = _pattern(
    rf"(?:(?P<d1>[0-9]{{1,2}})\.?{_AND})?",
    rf"(?:{_AND}(?P<d2>[0-9]{{1,2}})(?:st|nd|rd|th)?)?",
    f"[-–/]{_YEAR}|–[0-9]{{2}}",
    rf"(?<![\w.,/])(?P<ym>0[1-9]|1[0-2])[./-](?P<yy>{_YEAR})(?![0-9]|[.,:/-][0-9])"
    rf"|(?<![0-9])(?<![0-9][.,:])(?:(?<![0-9]-)|(?<={_YEAR}-))"
    rf"(?P<year>{_YEAR})(?![0-9]|[.,:][0-9]|-[0-9])",
)
# A number of four digits is a year behind these words, or in brackets.
_YEAR_BEFORE_RE = re.compile(
    r"(?:\b(?:in|since|until|till|by|from|during|before|after|to|between|and|early|late"
    r"|mid|year|of|as of|im jahr|jahre?|seit|bis|ab|vor|nach|von|und|en|depuis"
    r"|jusqu'en|de|à|dès|avant|après|entre|et|année|el|desde|hasta|nel|dal|fy|q[1-4]"
    r"|spring|summer|autumn|winter|عام|سنة|في)|\(|[0-9]{4} ?[-–—/])[ ]?$",
    re.IGNORECASE,
)
_BEFORE = 12
_SHORT, _THIS_CENTURY = 2, 70
_LAST_DAY, _LAST_MONTH = 31, 12


@dataclass(frozen=True, slots=True)
class Date:
    """A date in a text: ``text[start:end]``, as far as it is given.

    ``readings`` are (year, month, day), with 0 for what is not said: ``3/4/2026`` has
    two. Two years in a row have the second one, negated, for their day.
    """

    start: int
    end: int
    readings: tuple[tuple[int, int, int], ...]


def dates_in(text: str, *, liberal: bool = False) -> Iterator[Date]:
    """Yield the dates in *text*, in order.

    *liberal* also takes each number that could be a year, for passages.

    >>> [date.readings for date in dates_in("On 2 avril 2026, not 2026年4月3日.")]
    [((2026, 4, 2),), ((2026, 4, 3),)]
    """
    even = even_digits(text)
    pattern = _LIBERAL_RE if liberal else _CLAIMED_RE
    for match in pattern.finditer(even):
        start, end = match.span()
        if match["year"] and not liberal and not _is_year(even, start, end):
            continue
        found = _readings(match)
        if liberal:
            found = [*found, *_also(match)]
        readings = tuple(each for each in found if _is_possible(*each))
        if readings:
            yield Date(start, end, readings)


def _is_year(even: str, start: int, end: int) -> bool:
    before = even[max(start - _BEFORE, 0) : start]
    return (
        _YEAR_BEFORE_RE.search(before) is not None and even[end : end + 2] != " %"
    ) and even[end : end + 1] not in ("%", "s")


def _seasons(match: re.Match[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the two years of ``2020/21`` as one date: its day is less than zero."""
    year = int(match["iy"] or match["sy"] or 0)
    if match["sy"] or (match["iy"] and match["sep"] != "." and not match["id"]):
        second = (match["sz"] or match["im"])[-2:]
        if int(second) == (year + 1) % 100 and len(second) > 1:
            yield year, 0, -year - 1


def _also(match: re.Match[str]) -> Iterator[tuple[int, int, int]]:
    """Yield what else a passage says by a date: each of two days, or of two years."""
    groups = match.groupdict()
    for year, _, season in _seasons(match):
        yield from ((year, 0, 0), (-season, 0, 0))
    if match["sy"]:
        yield int(match["sy"]), 0, 0
        yield _number(match["sz"][1:]), 0, 0
    elif match["iy"]:
        yield int(match["iy"]), 0, 0
    elif groups["yy"]:
        yield int(groups["yy"]), int(groups["ym"]), 0
    elif day := groups["d1"] or groups["d2"]:
        year = _number(match["dy"] or match["my"])
        yield year, _MONTH_OF[(match["dm"] or match["mm"]).lower()], int(day)


def _readings(match: re.Match[str]) -> Iterable[tuple[int, int, int]]:
    """Return what a match of the pattern may mean."""
    if match["era"]:
        start = 1 if match["ey"] == "元" else _number(match["ey"])
        years = _ERAS[match["era"]] + start
        return [(years, _number(match["cm"]), _number(match["cd"]))]
    if match["cy"] or match["bm"]:
        month, day = match["cm"] or match["bm"], match["cd"] or match["bd"]
        return [(_number(match["cy"]), _number(month), _number(day))]
    if match["na"]:
        first, second = int(match["na"]), int(match["nb"])
        written = _full(match["ny"])
        # With slashes, Americans write the month first.
        is_slash = match["nsep"] != "." and first != second
        found = [(written, second, first)]
        return [*found, (written, first, second)] if is_slash else found
    year = match["iy"] or match["dy"] or match["my"] or match["oy"] or match["year"]
    name = match["dm"] or match["mm"]
    month = _MONTH_OF[name.lower()] if name else _number(match["im"])
    day = match["id"] or match["dd"] or match["md"]
    return [*_seasons(match), (_number(year), month, _number(day))]


def _full(year: str | None) -> int:
    """Return a year that may be written with two digits."""
    value = _number(year)
    if year is None or len(year) > _SHORT:
        return value
    return value + (2000 if value < _THIS_CENTURY else 1900)


def _number(text: str | None) -> int:
    if not text:
        return 0
    return int(text) if text.isdecimal() else int(read_kanji(text))


def _is_possible(year: int, month: int, day: int) -> bool:
    # A year alone, or whatever names a month.
    return month <= _LAST_MONTH and day <= _LAST_DAY and (year > 0 or month > 0)


class DateIndex:
    """Finds dates among those of one text, however many they are."""

    def __init__(self, dates: Sequence[Date]) -> None:
        """Index *dates* by everything that they are precise enough for."""
        self._known: dict[tuple[int, int, int], Date] = {}
        for date in dates:
            for year, month, day in date.readings:
                self._known.setdefault((year, month, day), date)
                self._known.setdefault((year, month, 0), date)
                self._known.setdefault((year, 0, 0), date)
                # ``3 April`` is also said of one in some year.
                self._known.setdefault((0, month, day), date)
                if not year:
                    self._known.setdefault((-1, month, day), date)

    def find(self, date: Date, other: Iterable[DateIndex] = ()) -> Date | None:
        """Return a date of the text that says all that *date* says, or None.

        The year may stand elsewhere in the text, or in one of *other*: its title.
        """
        for year, month, day in date.readings:
            if found := self._known.get((year, month, day)):
                return found
            undated = self._known.get((-1, month, day))
            if undated and any(index.has_year(year) for index in (self, *other)):
                return undated
        return None

    def has_year(self, year: int) -> bool:
        """Say whether the text names *year*."""
        return (year, 0, 0) in self._known
