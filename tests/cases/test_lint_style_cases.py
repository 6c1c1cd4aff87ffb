"""Cases of style: where markers stand beside punctuation, spaces and empty lines."""

from __future__ import annotations

import pytest

from citemark import Diagnostic, Options, fix, lint
from tests.cases.support import Given, case, cite

A, B = cite("turn0file0"), cite("turn0file1")
STYLE = Options(
    select=("punctuation-side", "marker-spacing", "lone-marker", "marker-in-heading")
)
SOURCES = tuple(
    {"id": name, "title": title, "url": f"https://example.org/{name}"}
    for name, title in (("turn0file0", "Handbook"), ("turn0file1", "Travel rules"))
)


def found_in(text: str) -> list[Diagnostic]:
    return lint(text, SOURCES, options=STYLE)


def names_in(text: str) -> list[str]:
    return [found.name for found in found_in(text)]


def fixed(text: str, *, unsafe: bool = False) -> str:
    return fix(text, SOURCES, options=STYLE, unsafe=unsafe).text


@case("b010")
def test_a_full_stop_behind_an_address_stays_out_of_it(given: Given) -> None:
    head, tail = "详见 https://example.com/docs", "谢谢"
    assert given.answer.startswith(head)
    assert names_in(given.answer) == ["punctuation-side"]
    marker = given.answer[len(head) : -len(f"。{tail}")]
    assert fixed(given.answer) == f"{head}。{marker}{tail}"
    # With bare addresses as links, the stop would become a part of the link.
    linked = Options(select=STYLE.select, linkify=True)
    assert fix(given.answer, options=linked).text == given.answer


@case("b011")
def test_mixed_sides_of_urdu_punctuation(given: Given) -> None:
    (found,) = found_in(given.answer)
    assert (found.name, found.start) == ("punctuation-side", given.answer.index(B))
    assert fixed(given.answer) == f"یہ ہے۔{A} اور وہ،{B} پھر۔"
    before = Options(
        select=STYLE.select, rules={"punctuation-side": {"side": "before"}}
    )
    assert fix(given.answer, options=before).text == f"یہ ہے{A}۔ اور وہ{B}، پھر۔"


@pytest.mark.parametrize("text", [f"Some text {A}, more text {B}."], ids=["b012"])
def test_markers_go_behind_commas_and_stops(text: str) -> None:
    assert names_in(text) == ["punctuation-side", "punctuation-side"]
    assert fixed(text) == f"Some text,{A} more text.{B}"
    keep = Options(select=STYLE.select, rules={"punctuation-side": {"side": "keep"}})
    assert lint(text, SOURCES, options=keep) == []


@pytest.mark.parametrize("text", [f"lastword {A}. lastword{A}."], ids=["b013"])
def test_a_blank_does_not_decide_on_the_side(text: str) -> None:
    assert fixed(text) == f"lastword.{A} lastword.{A}"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"- Ipsum {A}\n- Lorem", id="b059"),
        pytest.param(f"1. one {A}\n\n   more {B}\n2. two", id="b193"),
    ],
)
def test_one_space_in_a_list_is_fine(text: str) -> None:
    assert names_in(text) == []


@case("b061")
def test_a_marker_behind_a_year_is_fine(given: Given) -> None:
    assert names_in(given.answer) == []


@case("b062")
def test_a_marker_inside_a_word(given: Given) -> None:
    assert names_in(given.answer) == ["punctuation-side", "marker-spacing"]
    # Whether it split a word is the author's to say: that fix is not safe.
    assert fixed(given.answer) == f"twice in one week.{A} Next{B}word"
    assert fixed(given.answer, unsafe=True) == f"twice in one week.{A} Next{B} word"


@case("b063")
def test_a_blank_before_the_stop_goes(given: Given) -> None:
    first, second = cite("turn0search0"), cite("turn0search1")
    assert fixed(given.answer) == f"Answer {first} goes on. End.{second}"


@case("b064")
def test_a_broken_marker_moves_no_sentence(given: Given) -> None:
    assert names_in(given.answer) == ["punctuation-side"]
    cut = given.answer.index(" Gamma")
    assert fixed(given.answer) == f"{given.answer[:cut]} Gamma.{B}"


@case("b094")
def test_quote_and_full_stop_keep_their_order(given: Given) -> None:
    assert names_in(given.answer) == ["punctuation-side"]
    assert fixed(given.answer) == f"他说“走吧”。{A}"


@pytest.mark.parametrize(
    "text",
    [f"A{A}. B.{B} C…{A} D?! {A} 3.5{B} e.g. x"],
    ids=["b097"],
)
def test_only_the_marker_before_the_stop_is_found(text: str) -> None:
    (found,) = found_in(text)
    assert (found.name, found.start, found.end) == ("punctuation-side", 1, 1 + len(A))
    assert fixed(text) == f"A.{A}{text[len(A) + 2 :]}"


@case("b196")
def test_one_space_before_a_marker_is_fine(given: Given) -> None:
    assert names_in(given.answer) == []
    assert names_in(f"end of line\n{A} next") == []


@case("b199")
def test_only_the_marker_moves(given: Given) -> None:
    assert names_in(given.answer) == ["punctuation-side"]
    words = "On turn2 you cite, then turn0 left."
    assert given.answer == f"{words} {A}, ok."
    assert fixed(given.answer) == f"{words},{A} ok."


@case("b201")
def test_markers_left_alone_join_the_item_before(given: Given) -> None:
    assert names_in(given.answer) == ["lone-marker", "lone-marker"]
    # The first item has no text before it in its list.
    assert fixed(given.answer) == f"- {A}\n- b {A}{A}\n\nEnd."
