"""Dates as readers write them: ISO 8601, or in the words of a language, by Babel."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from citemark.dates import read_day
from citemark.errors import ConfigError
from citemark.options import Options
from citemark.render.labels import direction, fallbacks, unknown_language

# What the ``datetime`` attribute may hold.
DATE_RE = re.compile(
    r"(\d{4}(?:-\d\d(?:-\d\d)?)?)"
    r"(?:(?<=\d-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?"
)
_DEFAULT = "en"


def shown_date(updated: str, locale: str | None = None) -> str:
    """Return the day of a date, which is all a reader needs, as *locale* writes it.

    >>> shown_date("2026-04-02T10:00:00+02:00"), shown_date("spring")
    ('2026-04-02', 'spring')
    """
    match = DATE_RE.fullmatch(updated)
    if match is None:
        return updated
    return _in_words(match[1], locale) if locale else match[1]


def date_direction(locale: str | None) -> str:
    """Return where a date runs: digits and hyphens stay in their order everywhere."""
    return direction(locale) if locale else "ltr"


def date_locale(options: Options) -> str | None:
    """Return the locale that dates are written in, None for ISO 8601.

    It is that of the labels, which dates stand beside.

    Raises:
        ConfigError: *options* ask for Babel, and it is not installed.
    """
    if options.dates == "iso":
        return None
    language = None if unknown_language(options) else options.language
    try:
        return _nearest(language)
    except ImportError as error:
        msg = (
            "Options.dates: expected Babel to be installed for 'locale': "
            "pip install 'citemark[i18n]'"
        )
        raise ConfigError(msg) from error


@lru_cache(64)
def _nearest(language: str | None) -> str:
    """Return the locale that is nearest to *language*, as Babel calls it."""
    from babel import Locale, UnknownLocaleError

    # Tags can say more than locales do, and have regions without one.
    for tag in fallbacks(language):
        try:
            return str(Locale.parse(tag, sep="-"))
        except (UnknownLocaleError, ValueError):
            continue
    return _DEFAULT


@lru_cache(1_024)
def _in_words(day: str, locale: str) -> str:
    from babel.dates import format_date, format_skeleton

    found = read_day(day)
    if found is None:
        return day
    when = date(found.year, found.month or 1, found.day or 1)
    if found.day:
        return format_date(when, "long", locale)
    return format_skeleton("yMMMM" if found.month else "y", when, locale=locale)
