"""Names and words of a sentence, looked for in a text."""

from __future__ import annotations

import pytest

from citemark.verification.names import find_name, names_in
from citemark.verification.needs import languages
from citemark.verification.normal import normal
from citemark.verification.overlap import band_of, units_of
from citemark.verification.reading import Reading, script_of
from citemark.verification.report import Band

COMMON = languages()["en"].common


def names(text: str, language: str = "en") -> list[str]:
    return [span.of(text) for span in names_in(text, language, COMMON)]


def found(name: str, text: str) -> str | None:
    span = find_name(name, Reading(text))
    return span.of(text) if span else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The head of Bergen met Maria Keller.", ["Bergen", "Maria Keller"]),
        ("Maria Keller of the University of Bergen left.", None),
        ("Permits were given. Then: Ships came.", []),
        ("BBC said so on Monday in May; I agree.", ["BBC"]),
        ("In Bergen’s port, O’Brien, l'Europe", ["Bergen", "O’Brien", "Europe"]),
        ("It has 24 MB and L3.", ["L3"]),
        ("A B C says The of", ["B C"]),
        ("试验在Python上用TensorFlow做。", ["Python", "TensorFlow"]),
        ("開発はアクメロジスティクスとデータ。", ["アクメロジスティクス"]),
        ("x " + "Ab " * 9, ["Ab Ab Ab Ab Ab Ab Ab Ab", "Ab"]),
        ("", []),
    ],
)
def test_names_are_words_with_capitals(text: str, expected: list[str] | None) -> None:
    if expected is None:
        expected = ["Maria Keller of the University of Bergen"]
    assert names(text) == expected


def test_in_german_only_two_capitals_make_a_name() -> None:
    assert names("Der Vorstand der SAP traf Frau Keller.", "de") == ["SAP"]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Maria Keller", "So says Maria\nKeller.", "Maria\nKeller"),
        ("Maria Keller", "Keller, Maria (Bergen)", "Maria"),
        ("Jonathan Reed", "Map: J. Reed, 1912", "J. Reed"),
        ("University of Bergen", "Bergen has a university", "university"),
        ("Permit", "all permits", "permits"),
        ("Permits", "a permit", "permit"),
        ("Bergen", "Bergens, Bergener", "Bergens"),
        ("アクメ", "アクメ社", "アクメ"),
        ("Rolls-Royce", "a rolls-royce", "rolls-royce"),
        ("Maria Keller", "Anna Keller", None),
        ("Art", "start art", "art"),
        ("Of", "x", None),
        ("&", "x", None),
        ("Ro", "rot " * 20, None),
    ],
)
def test_names_are_found_in_other_forms(
    name: str, text: str, expected: str | None
) -> None:
    assert found(name, text) == expected


def test_units_are_stems_and_pairs() -> None:
    found = set(units_of(normal("The permits covered 12 ships").text))
    assert found == set(units_of("permit covering ship"))
    assert len(found) == 3
    assert set(units_of("港湾を拡張する")) == {"港湾", "湾を", "を拡", "拡張", "張す"}
    assert list(units_of("港")) == ["港"]


def test_bands() -> None:
    scores = (1.0, 0.9, 0.89, 0.3, 0.29, 0.0)
    assert list(map(band_of, scores)) == [
        *(Band.LIKELY, Band.LIKELY),
        *(Band.UNCLEAR, Band.UNCLEAR),
        *(Band.DOUBTFUL, Band.DOUBTFUL),
    ]


def test_words_are_expected_in_their_script_and_language_only() -> None:
    english = Reading("The permits that are given for the ships of the port.")
    assert english.may_say("permits")
    assert english.may_say("permits", "en")
    assert not english.may_say("許可")
    assert not english.may_say("Les permis du port", "fr")
    assert Reading("Population 12450").may_say("La population du port", "fr")
    assert english.may_say("12")
    assert script_of("12") is None


@pytest.mark.parametrize("text", ["It cost EUR 3.", "It cost 3 USD.", "It is 5 Mrd. a"])
def test_currencies_and_scales_are_no_names(text: str) -> None:
    assert names(text) == []
