from __future__ import annotations

import pytest

from citemark.integrations.page import Page, given_options, given_sources
from citemark.integrations.slots import find_places
from citemark.options import Options
from tests.site_pages import SOURCES, marker

A, B = marker("alpha"), marker("beta")


def test_a_disguise_is_a_character_that_the_page_does_not_hold() -> None:
    page = Page()
    text = page.disguise(f"\U000f0000\U00010100 a{A}")
    assert text == "\U000f0000\U00010100 a\U00010101\U000f0001\U00010101"
    assert page.split(text) == ["\U000f0000\U00010100 a", 0]


def test_a_page_may_hold_every_guard() -> None:
    page = Page()
    guards = "\U00010100\U00010101\U0001039f\U000103d0\U00010857\U0001091f"
    text = page.disguise(f"{guards}{A}")
    assert page.split(text) == [guards, 0]
    assert page.disguise(f"{guards}{B}") == f"{guards}\U000f0001"


def test_what_an_entity_spells_is_taken() -> None:
    page = Page()
    assert "\U000f0000" not in page.disguise(f"&#xF0000; {A}")


def test_icons_of_a_page_are_no_markers_of_a_file_it_includes() -> None:
    page = Page()
    first = page.disguise("\U000f0000 one")
    assert page.split(page.disguise(f"{B} two")) == [0, " two"]
    assert page.split(first) == [first]


def test_there_are_no_more_disguises_than_characters(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    planes = (range(0xF0000, 0xF0002), range(0x100000, 0x100001))
    monkeypatch.setattr("citemark.integrations.page._DISGUISES", planes)
    page = Page()
    text = page.disguise(f"a{A}{A}{B}{B}{A}")
    assert page.count == 5
    assert page.split(text) == ["a", 0, 1, 2]


def test_a_page_without_markers_stays_as_it_is() -> None:
    page = Page()
    text = "a \U000f0000 b"
    assert page.disguise(text) == text
    assert page.split(text) == [text]
    assert page.without(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a #b", "a| b"),
        ("  #b", "  |b"),
        ("a\n  #b", "a\n  |b"),
        ("one #\ntwo", "one|\ntwo"),
        ("one # #", "one||"),
    ],
)
def test_blanks_before_a_marker_go_unless_they_indent(text: str, expected: str) -> None:
    page = Page()
    disguised = page.disguise(text.replace("#", A))
    pieces = page.split(disguised)
    assert (
        "".join("|" if isinstance(each, int) else each for each in pieces) == expected
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"a {A}b", "a b"),
        (f"a {A}{B}b", "a b"),
        (f"a {A} {B}b", "a b"),
        (f"a {A} b", "a b"),
        (f"a {A}.", "a."),
        (f"a {A}", "a"),
        ("a \ue203b", "a b"),
        (f"日 {A}本", "日 本"),
    ],
)
def test_words_are_not_joined_where_a_marker_stood(text: str, shown: str) -> None:
    page = Page()
    assert page.without(page.disguise(text)) == shown


def test_what_displays_a_word_is_that_word() -> None:
    page = Page()
    text = page.disguise('by \ue200entity\ue202["person","A & B"]\ue201.')
    word = page.split(text)
    assert word == ["by ", "A & B", "."]
    assert page.without(text, str.upper) == "by A & B."


def test_rows_of_tables_keep_their_width() -> None:
    page = Page()
    row = f"| a {A}{B} | b |"
    assert len(page.disguise(row, keeps_width=True)) == len(row)
    assert len(page.disguise(row)) < len(row)


@pytest.mark.parametrize(
    ("bare", "offset", "expected"),
    [
        ("~~~\n~~~", 7, None),
        ("~~~", 3, None),
        ("---", 3, None),
        ("\n---", 4, None),
        ("===\n===", 7, None),
        ("one\n---", 7, 3),
        ("~~~\na\n~~~\n---", 13, None),
        ("| a |\n|---|\n| b |\n\n", 18, 15),
        ("| a | b |\n|---|---|\n| c | d |", 20, 21),
        ("{: .a }", 7, 0),
        ("one\n{: .a }\n{: .b }", 19, 4),
    ],
)
def test_markers_on_lines_of_structure(
    bare: str, offset: int, expected: int | None
) -> None:
    assert find_places(bare, [offset]) == [expected]


def test_several_markers_on_lines_of_structure() -> None:
    bare = "~~~\na\n~~~\n\n~~~\nb\n~~~"
    assert find_places(bare, [9, 19]) == [5, 16]


def test_sources_and_options_may_be_given_in_several_ways() -> None:
    assert given_sources("") is None
    assert given_sources(None) is None
    assert given_sources(SOURCES) is SOURCES
    options = Options(grouped=True)
    assert given_options(options) is options
    kept = Options(grouped=True, private_use="keep")
    assert given_options({"grouped": True}) == kept
    assert given_options(None) == Options(private_use="keep")
