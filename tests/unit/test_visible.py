from __future__ import annotations

import pytest

from citemark.visible import draw, draw_line
from tests.strategies import DELIM, START, STOP, cite


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        (f"Yes.{cite('a', 'L8-L13')}", "Yes.⟦a L8-L13⟧"),
        (cite("a", "b", "L2", family="filecite"), "⟦filecite a b L2⟧"),
        (f"{START}cite{DELIM}a and on", "⟦a and on"),
        (f"{START}cite{STOP}", "⟦cite⟧"),
        (f"a{DELIM}b{STOP}", "a\\ue202b\\ue201"),
        (f"{cite('a')}{DELIM}", "⟦a⟧\\ue202"),
        ("a\tb", "a    b"),
        ("\x1b[2J\x07\x9b\x7f", "\\x1b[2J\\x07\\x9b\\x7f"),
        ("a\u202eb\u2066c\u200bd\ufeff", "a\\u202eb\\u2066c\\u200bd\\ufeff"),
        ("a\u2028b\x0bc\x85", "a\\u2028b\\x0bc\\x85"),
        ("\ud800", "\\ud800"),
        ("non\u00a0: \u202f\u3000", "non\u00a0: \u202f\u3000"),
        ("e\u0301 \u0645\u06cc\u200c\u0631", "e\u0301 \u0645\u06cc\u200c\u0631"),
        ("one\r\ntwo\rthree\n", "one\r\ntwo\rthree\n"),
    ],
)
def test_what_hides_is_drawn_and_the_rest_stays(text: str, drawn: str) -> None:
    assert draw(text) == drawn


def test_every_character_of_a_line_has_its_cell() -> None:
    line = f"\t{cite('a', 'L1')}{DELIM}\x00文"
    cells = draw_line(line)
    assert len(cells) == len(line)
    assert cells[-1] == "文"
    assert cells[1:8] == ["⟦", "", "", "", "", "", "a"]


@pytest.mark.parametrize("code", [*range(0x20), *range(0x7F, 0xA0)])
def test_no_control_character_is_left(code: int) -> None:
    line = "" if chr(code) in "\r\n" else chr(code)
    assert "".join(draw_line(line)).isprintable()
