from __future__ import annotations

import sys

import pytest

from citemark import ConfigError, Options
from citemark.render.days import date_direction, date_locale, shown_date


@pytest.mark.parametrize(
    ("updated", "language", "expected"),
    [
        ("2026-04-02", None, "April 2, 2026"),
        ("2026-04-02T23:30:00+09:00", "en-GB", "2 April 2026"),
        ("2026-04", "en", "April 2026"),
        ("2026", "en", "2026"),
        ("2026-01-02", "de", "2. Januar 2026"),
        ("2026-01-02", "de-AT", "2. Jänner 2026"),
        ("2026-04-02", "pt", "2 de abril de 2026"),
        ("2026-04-02", "zh-TW", "2026年4月2日"),
        ("2026-04-02", "ar", "2 أبريل 2026"),
        ("spring", "de", "spring"),
        ("2026-13-45", "de", "2026-13-45"),
        ("0000", "de", "0000"),
    ],
)
def test_dates_in_words(updated: str, language: str | None, expected: str) -> None:
    locale = date_locale(Options(language=language, dates="locale"))
    assert shown_date(updated, locale) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de-XX", "de"),
        ("de-CH-1996", "de_CH"),
        ("iw", "he"),
        ("zh-HK", "zh_Hant"),
        ("not a tag", "en"),
        # Babel knows Swedish; beside English labels it would be out of place.
        ("sv", "en"),
        ("", "en"),
    ],
)
def test_the_locale_is_that_of_the_labels(language: str, expected: str) -> None:
    assert date_locale(Options(language=language, dates="locale")) == expected


def test_dates_follow_labels_that_the_application_brings() -> None:
    from citemark.render.labels import labels_for

    own = dict(labels_for(Options()))
    swedish = Options(language="sv", dates="locale", labels=own)
    assert shown_date("2026-05-02", date_locale(swedish)) == "2 maj 2026"
    unknown = Options(language="tlh", dates="locale", labels=own)
    assert date_locale(unknown) == "en"


def test_dates_are_iso_by_default() -> None:
    assert date_locale(Options(language="de")) is None
    assert shown_date("2026-04-02T10:00:00Z") == "2026-04-02"


@pytest.mark.parametrize(
    ("locale", "expected"), [(None, "ltr"), ("de", "ltr"), ("ar_EG", "rtl")]
)
def test_only_words_run_from_right_to_left(locale: str | None, expected: str) -> None:
    assert date_direction(locale) == expected


def test_without_babel_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "babel", None)
    # A language that no other test asks for: what was found is remembered.
    options = Options(language="de-LI", dates="locale")
    with pytest.raises(ConfigError, match=r"^Options\.dates: .* 'citemark\[i18n\]'$"):
        date_locale(options)


def test_other_values_are_refused() -> None:
    with pytest.raises(ConfigError, match="'iso', 'locale', got 'short'"):
        Options(dates="short")  # type: ignore[arg-type] # what it is about
