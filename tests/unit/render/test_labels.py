from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from citemark import Options
from citemark.errors import ConfigError
from citemark.render.labels import direction, labels_for


@pytest.mark.parametrize(
    ("language", "sources"),
    [
        (None, "Sources"),
        ("", "Sources"),
        ("xx", "Sources"),
        ("de", "Quellen"),
        ("DE_at", "Quellen"),
        ("de-Latn-CH-1996", "Quellen"),
    ],
)
def test_labels_fall_back(language: str | None, sources: str) -> None:
    assert labels_for(Options(language=language))["sources"] == sources


@pytest.mark.parametrize(
    ("language", "same_as"),
    [
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-Hans-SG", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-XX", "zh-Hans"),
    ],
)
def test_chinese_is_chosen_by_script(language: str, same_as: str) -> None:
    found = labels_for(Options(language=language))
    assert found == labels_for(Options(language=same_as))
    assert found["sources"] != "Sources"


def test_the_scripts_of_chinese_differ() -> None:
    simplified = labels_for(Options(language="zh-Hans"))
    assert simplified != labels_for(Options(language="zh-Hant"))


LANGUAGES = [path.stem for path in Path(str(files("citemark.render"))).glob("*/*.toml")]


def test_all_languages_are_found() -> None:
    assert {"en", "de", "fr", "es", "ja", "ko", "ar"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_label_with_its_places(language: str) -> None:
    english = labels_for(Options())
    labels = labels_for(Options(language=language))
    assert labels.keys() == english.keys()
    for key, text in labels.items():
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(
            re.findall(r"\{\w+\}", english[key])
        )
    # The check of overrides is the rule that bundled texts obey, too.
    assert labels_for(Options(labels=labels)) == labels


def test_overrides_replace_single_labels() -> None:
    labels = labels_for(Options(language="de", labels={"sources": "Belege"}))
    assert (labels["sources"], labels["answer"]) == ("Belege", "Antwort")
    assert labels_for(Options(language="de"))["sources"] == "Quellen"


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ({"origin": "x"}, "Options.labels: expected one of answer, sources, back, "),
        (
            {"source_n": "{n} {x}"},
            "Options.labels['source_n']: expected {n}, {t}, got {x}",
        ),
        ({"sources": "{n}"}, "Options.labels['sources']: expected no places, got {n}"),
    ],
)
def test_impossible_overrides_are_refused(labels: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        labels_for(Options(labels=labels))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (None, "auto"),
        ("", "auto"),
        ("en", "ltr"),
        ("he-IL", "rtl"),
        ("ar_EG", "rtl"),
        ("ar-Latn", "ltr"),
        ("az-Arab-IR", "rtl"),
        ("ar-1994", "rtl"),
    ],
)
def test_direction(language: str | None, expected: str) -> None:
    assert direction(language) == expected
