"""The tags of an answer in an e-mail."""

from __future__ import annotations

import pytest

from citemark.render.mail_dress import TAGS, dress_for

LEFT, RIGHT = dress_for("left"), dress_for("right")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("section", "div"),
        ("details", "div"),
        ("summary", "div"),
        ("figure", "div"),
        ("figcaption", "div"),
        ("mark", "span"),
        ("bdi", "span"),
        ("table", "table"),
        ("font", "span"),
        ("img", "wbr"),
    ],
)
def test_every_element_is_one_that_mail_programs_know(name: str, shown: str) -> None:
    assert LEFT(name, "")[0] == shown
    assert shown in TAGS


def test_only_harmless_attributes_stay() -> None:
    given = ' id="a" class="x" onclick="b" style="c" lang="de" title="t" open rel="d"'
    assert LEFT("em", given) == ("em", ' lang="de" title="t"')


def test_values_stay_escaped() -> None:
    _, attributes = LEFT("a", ' href="https://a.test/?b&amp;c&quot;"')
    assert ' href="https://a.test/?b&amp;c&quot;"' in attributes


def test_sides_are_those_of_the_direction() -> None:
    assert "padding-left:28px" in LEFT("ul", "")[1]
    assert "padding-right:28px" in RIGHT("ul", "")[1]
    assert "text-align:right" in RIGHT("td", "")[1]


@pytest.mark.parametrize("side", ["left", "center", "right"])
def test_cells_keep_their_alignment(side: str) -> None:
    _, attributes = LEFT("td", f' class="cx-{side}"')
    assert attributes.endswith(f';text-align:{side}"')
    assert attributes.count("text-align") == 1
    assert 'class="cx-cell"' in attributes


def test_links_within_the_mail_are_plain_text() -> None:
    assert LEFT("a", ' href="#a" title="t"') == ("span", ' title="t"')


def test_isolated_text_keeps_its_direction() -> None:
    assert LEFT("bdi", "") == ("span", ' dir="auto"')
    assert LEFT("bdi", ' dir="rtl"') == ("span", ' dir="rtl"')


def test_marked_words_have_a_twin_for_dark_mode() -> None:
    name, attributes = LEFT("mark", "")
    assert name == "span"
    assert attributes == ' class="cx-mark" style="background:#fff0b3;color:#1d2125"'


@pytest.mark.parametrize("language", ["ja", "zh-Hant", "AR_EG", "he"])
def test_scripts_without_italics_are_not_slanted(language: str) -> None:
    upright = ' style="font-style:normal;font-weight:600"'
    assert dress_for("left", language)("em", "") == ("em", upright)
    assert dress_for("left", "de")("em", "") == ("em", "")
