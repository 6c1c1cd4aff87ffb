from __future__ import annotations

import pytest

from citemark import Options
from citemark.errors import ConfigError
from citemark.render.labels import (
    counted,
    direction,
    fallbacks,
    labels_for,
    languages,
    unknown_language,
)


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


@pytest.mark.parametrize(
    ("language", "sources"),
    [
        ("pt", "Fontes"),
        ("pt-PT", "Fontes"),
        ("pt_br", "Fontes"),
        ("iw-IL", "מקורות"),
        ("uk-Cyrl-UA", "Джерела"),
        ("fa-AF", "منابع"),
    ],
)
def test_the_nearest_catalogue_is_found(language: str, sources: str) -> None:
    assert labels_for(Options(language=language))["sources"] == sources


def test_all_languages_are_found() -> None:
    named = "ar de en es fa fr he hi it ja ko nl pl pt-BR ru tr uk zh-Hans zh-Hant"
    assert languages() == tuple(named.split())


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (None, None),
        ("", None),
        ("en-GB", None),
        ("de-AT", None),
        ("zh-TW", None),
        ("tlh", "tlh"),
        ("x-de", "x-de"),
        ("deutsch", "deutsch"),
    ],
)
def test_unknown_languages_are_told(language: str | None, expected: str | None) -> None:
    assert unknown_language(Options(language=language)) == expected


def test_an_application_may_bring_all_labels_of_a_language() -> None:
    own = dict(labels_for(Options()))
    assert unknown_language(Options(language="tlh", labels=own)) is None
    del own["sources"]
    assert unknown_language(Options(language="tlh", labels=own)) == "tlh"


def test_no_more_of_a_tag_is_read_than_can_mean_anything() -> None:
    assert len(list(fallbacks("de" + "-x" * 100_000))) == 16
    assert labels_for(Options(language="de" + "-x" * 15))["sources"] == "Quellen"


@pytest.mark.parametrize(
    ("language", "count", "expected"),
    [
        (None, 0, "The answer is complete, with 0 sources."),
        ("en", 1, "The answer is complete, with 1 source."),
        ("tlh", 2, "The answer is complete, with 2 sources."),
        ("fr", 0, "La réponse est complète, avec 0 source."),
        ("pl", 22, "Odpowiedź jest gotowa i ma 22 źródła."),
        ("pl", 12, "Odpowiedź jest gotowa i ma 12 źródeł."),
        ("ru", 21, "Ответ готов: 21 источник."),
        ("ru", 111, "Ответ готов: 111 источников."),
        ("ar", 2, "اكتملت الإجابة، ولها مصدران."),
        ("ar", 103, "اكتملت الإجابة، ولها 103 مصادر."),
        ("ja", 1, "回答が完了しました。出典は1件です。"),
    ],
)
def test_numbers_take_their_form(
    language: str | None, count: int, expected: str
) -> None:
    assert counted(Options(language=language), "complete", count) == expected


def test_an_override_is_the_form_for_all_numbers() -> None:
    options = Options(language="pl", labels={"complete": "{n} / {n}"})
    found = [counted(options, "complete", count) for count in (1, 3)]
    assert found == ["1 / 1", "3 / 3"]


@pytest.mark.parametrize("text", ["", "a", " a  a "])
def test_too_few_letters_are_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="expected two or more letters"):
        labels_for(Options(labels={"letters": text}))


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
