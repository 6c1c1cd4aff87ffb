from __future__ import annotations

import pytest

from citemark import Options, fix, lint
from tests.strategies import cite

M = cite("turn0file0")
OPTIONS = Options(select=("marker-spacing",))


def shown(text: str, *, unsafe: bool = False) -> str:
    """Return the fixed text; markers are written ``^``."""
    fixed = fix(text.replace("^", M), options=OPTIONS, unsafe=unsafe)
    return fixed.text.replace(M, "^")


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        ("word  ^ x", "word^ x"),
        ("word\t\t^ x", "word^ x"),
        ("word \u00a0^", "word^"),
        ("word.^  Next", "word.^ Next"),
        ("word.^ \tNext", "word.^ Next"),
        ("word.^Next", "word.^ Next"),
        ("word. ^Next", "word. ^ Next"),
        ("word.^(so)", "word.^ (so)"),
        ("word.^[so](https://example.org)", "word.^ [so](https://example.org)"),
        ("word.^“So”", "word.^ “So”"),
        ("word.^«So»", "word.^ «So»"),
        ("^Word", "^ Word"),
        ("word\n^Word", "word\n^ Word"),
        ("word^ ^  ^ x^\t ^", "word^ ^^ x^^"),
        ("字 ^", "字^"),
        ("字。 ^次。\u3000^", "字。^次。^"),
        ("**字。** ^", "**字。**^"),
        ("“字。” ^", "“字。”^"),
        ("かな^ かな", "かな^かな"),
        ("字。^ （次）", "字。^（次）"),
        ("다.^음", "다.^ 음"),
        ("نص.^نص", "نص.^ نص"),
        ("यह।^वह", "यह।^ वह"),
        ("| a  ^ | b |\n| - | - |\n| c | d |", "| a^ | b |\n| - | - |\n| c | d |"),
    ],
)
def test_gaps_are_mended(bad: str, good: str) -> None:
    assert lint(bad.replace("^", M), options=OPTIONS)
    assert shown(bad) == good
    assert lint(good.replace("^", M), options=OPTIONS) == []


@pytest.mark.parametrize(
    "text",
    [
        "word ^ x",
        "word\u00a0^ x",
        "word^, x^. y",
        "word.^  \nNext",
        "word.\n   ^ x",
        "- ^ a\n-   ^ b",
        "> ^ a\n>  ^ b",
        "| a ^   |  ^  |\n| - | - |\n|   ^ c | d |",
        "字^次",
        "字^ Python",
        "字^Python",
        "字？^\u3000次",
        "다. ^ 음",
        "서울^은",
        "‘서울’^은",
        "ไทย^ไทย",
        "ខ្មែរ^ខ្មែរ",
        "(^so) “^so” and/^or pre-^fix",
        "word^'s",
        "word^” x",
        "word.^**Next**",
        "word.^[^1] and^[2]",
        "word^( x",
        "word.^(",
        "कि^ा",
    ],
)
def test_gaps_that_are_fine(text: str) -> None:
    assert lint(text.replace("^", M), options=OPTIONS) == []


@pytest.mark.parametrize(
    ("bad", "good"), [("un^like", "un^ like"), ("2^5", "2^ 5"), ("f^(s)", "f^ (s)")]
)
def test_splitting_a_word_is_unsafe(bad: str, good: str) -> None:
    assert shown(bad) == bad
    assert shown(bad, unsafe=True) == good


def test_each_gap_has_its_finding() -> None:
    text = f"a  {M}  b"
    found = lint(text, options=OPTIONS)
    assert [each.message for each in found] == [
        "Unexpected blanks before a marker, expected none",
        "Unexpected blanks behind a marker, expected one",
    ]
    assert {text[each.start : each.end] for each in found} == {M}


def test_a_broken_marker_beside_it_is_no_gap() -> None:
    broken = cite("")
    assert lint(f"a.{M}  {broken}", options=OPTIONS) == []
