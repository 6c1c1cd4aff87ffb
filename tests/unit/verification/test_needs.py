from __future__ import annotations

import re
from collections import Counter

import pytest

from citemark.verification.language import (
    NOTHING,
    Language,
    Need,
    folded,
    script_language,
    signs,
    vocabulary,
    words,
)
from citemark.verification.needs import (
    guess_language,
    language_of,
    languages,
    why_needed,
)
from docs.measure_needs import HELD_OUT, Measured, labelled, measure, table

ROWS = labelled()
LANGUAGES = ("en", "de", "fr", "es", "ja", "zh", "ko", "ar")


def test_the_labels_are_many_and_of_every_kind() -> None:
    assert len(ROWS) >= 120
    assert Counter(row.language for row in ROWS) == dict.fromkeys(LANGUAGES, 39)
    assert {row.kind for row in ROWS} >= {
        *("number", "date", "condition", "procedure", "specification", "judgement"),
        *("greeting", "transition", "question", "restatement", "hedge", "offer"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_agrees_with_the_labels(language: str) -> None:
    found = measure(ROWS, lambda row: row.language == language)
    assert found.precision >= 0.95
    assert found.recall >= 0.95


def test_what_was_not_looked_at_agrees_as_well() -> None:
    found = measure(ROWS, lambda row: row.set == HELD_OUT)
    assert found.precision >= 0.9
    assert found.recall >= 0.95
    assert found.sentences == 72


def test_measuring() -> None:
    found = Measured(right=3, wrong=1, missed=3, silent=2)
    assert (found.precision, found.recall, found.sentences) == (0.75, 0.5, 9)
    assert len(list(table())) == len(LANGUAGES) + 4


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("The plan costs $12.", Need.NUMBER),
        ("Seit 2019 gilt das.", Need.DATE),
        ("الباقة بـ ١٢ دولارا", Need.NUMBER),
        ("料金は１２ドル", Need.NUMBER),
        ("Unless it rains.", Need.CONDITION),
        ("Press the button.", Need.PROCEDURE),
        ("It supports WebDAV.", Need.SPECIFICATION),
        ("Cheaper than rail.", Need.JUDGEMENT),
        ("Bridges rust here.", None),
        ("Iron bridges rust here.", Need.FACT),
        ("鉄の橋はここで錆びます。", Need.FACT),
        ("“We never close the quay”", Need.QUOTATION),
        ('"Never, never, ever"', Need.QUOTATION),
        ("", None),
        ("Thanks for asking!", None),
        ("Thanks for the 3 questions.", Need.NUMBER),
        ("I think the quay is closed.", None),
        ("I think the quay closes at 9.", Need.NUMBER),
        ("Is the quay closed at 9?", None),
        ("“Is the quay closed at 9?”", None),
        ("営業は9時までですか。", None),
    ],
)
def test_why(text: str, need: Need | None) -> None:
    assert why_needed(text) is need


def test_what_repeats_the_question_needs_nothing() -> None:
    question = "How long is the warranty of the 2 mixers?"
    text = "The warranty of the 2 mixers is the topic."
    assert why_needed(text, "en") is Need.NUMBER
    assert why_needed(text, "en", question) is None
    assert why_needed("The warranty is 3 years.", "en", question) is Need.NUMBER
    assert why_needed("And so on, to the end.", "en", "?") is Need.FACT
    assert why_needed("This is it.", "en", question) is None


def test_a_known_language_is_used_and_another_guessed() -> None:
    assert language_of("Hallo", "de-CH").name == "de"
    assert language_of("Wie lange gilt das?", "xx").name == "de"
    assert language_of("", None).name == "en"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("港は東", "ja"),
        ("항구 港", "ko"),
        ("港口 port", "zh"),
        ("ميناء", "ar"),
        ("a", ""),
    ],
)
def test_a_script_tells_the_language(text: str, language: str) -> None:
    assert script_language(text) == language
    assert guess_language(text) == (language or "en")


def test_a_language_without_a_file_is_known_by_its_script() -> None:
    assert script_language("बंदरगाह") == "hi"
    assert guess_language("बंदरगाह") == "en"


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_are_told_apart(language: str) -> None:
    text = " ".join(row.text for row in ROWS if row.language == language)
    assert guess_language(text) == language


def test_every_language_has_all_that_is_asked_for() -> None:
    assert sorted(languages()) == sorted(LANGUAGES)
    for name, language in languages().items():
        assert isinstance(language, Language)
        assert (language.name, set(language.needs)) == (
            name,
            set(Need) - {Need.QUOTATION},
        )


def test_patterns() -> None:
    assert words("per  cent|kürz*").search(folded("Kürzer"))
    assert words("per cent").search("12 per\ncent")
    assert not words("per cent").search("super cent")
    assert words("a", before="x?").search("xa")
    assert signs("b c").search("ab cd")
    assert not NOTHING.search("")
    assert vocabulary("A  b") == {"a", "b"}
    assert isinstance(NOTHING, re.Pattern)


def test_no_pattern_is_slow() -> None:
    # Any of them quadratic, and this would take minutes.
    for text in ("kürz" * 9_000, "a " * 18_000, "“" * 36_000, "『あ" * 18_000):
        for name in LANGUAGES:
            why_needed(text, name, text)
