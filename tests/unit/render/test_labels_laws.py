"""Labels: languages, fallbacks, overrides, direction."""

from __future__ import annotations

import pytest

from citemark import ConfigError, Options
from citemark.render.labels import direction, labels_for


@pytest.mark.parametrize(
    ("language", "sources"),
    [
        (None, "Sources"),
        ("", "Sources"),
        ("de", "Quellen"),
        ("de-AT", "Quellen"),
        ("es_MX", "Fuentes"),
        ("JA", "出典"),
        ("zh", "来源"),
        ("zh-Hans", "来源"),
        ("zh-SG", "来源"),
        ("zh-TW", "來源"),
        ("zh-Hant-HK", "來源"),
        ("zh-hk", "來源"),
        ("ko-KR", "출처"),
        ("ar", "المصادر"),
        ("xx-yy", "Sources"),
    ],
)
def test_language_falls_back(language: str | None, sources: str) -> None:
    assert labels_for(Options(language=language))["sources"] == sources


def test_french_colons_have_a_narrow_space_before_them() -> None:
    labels = labels_for(Options(language="fr"))
    assert labels["source_n"] == "Source {n}\u202f: {t}"


def test_labels_can_be_replaced() -> None:
    labels = labels_for(Options(language="de", labels={"sources": "Belege"}))
    assert labels["sources"] == "Belege"
    assert labels["excerpt"] == "Auszug"


def test_unknown_label_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"expected one of .*, got 'origin'"):
        labels_for(Options(labels={"origin": "x"}))


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("source_n", "{n} {title}", r"expected \{n\}, \{t\}, got \{title\}"),
        ("sources", "{n}", r"expected no places, got \{n\}"),
    ],
)
def test_unknown_place_is_refused(key: str, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        labels_for(Options(labels={key: text}))


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (None, "auto"),
        ("", "auto"),
        ("en", "ltr"),
        ("ar", "rtl"),
        ("he-IL", "rtl"),
        ("fa_IR", "rtl"),
        ("az-Arab", "rtl"),
        ("ar-Latn", "ltr"),
        ("de-1996", "ltr"),
    ],
)
def test_direction(language: str | None, expected: str) -> None:
    assert direction(language) == expected
