from __future__ import annotations

import pytest

from tests.unit.lint.style import flagged, mended

RULE = "marker-mid-sentence"
LONG = ", ".join(["the old harbour opens at six"] * 8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("The quay⟦a⟧ is open.", ["⟦a⟧"], id="after-the-subject"),
        pytest.param("One⟦a⟧, two⟦b⟧ three. Four.", ["⟦a⟧", "⟦b⟧"], id="clauses"),
        pytest.param("One. Two 3⟦a⟧ four", ["⟦a⟧"], id="unfinished"),
        pytest.param("港口⟦a⟧周日关闭。", ["⟦a⟧"], id="chinese"),
        pytest.param("⟦a⟧ One two.", ["⟦a⟧"], id="before-it"),
        pytest.param("- One⟦a⟧ two", ["⟦a⟧"], id="item"),
        pytest.param("One.⟦a⟧ Two⟦b⟧. Three", [], id="at-ends"),
        pytest.param("“One?” ⟦a⟧ Two.**⟦b⟧ Three", [], id="after-closers"),
        pytest.param("一。⟦a⟧二⟦b⟧。三", [], id="cjk-ends"),
        pytest.param("One⟦a⟧\nTwo⟦b⟧\nthree", [], id="line-ends"),
        pytest.param(f"One⟦a⟧, {LONG}.", [], id="long"),
        pytest.param("# One⟦a⟧ two", [], id="heading"),
        pytest.param("**One⟦a⟧** two", [], id="structural"),
    ],
)
def test_flags_what_divides_a_sentence(text: str, expected: list[str]) -> None:
    assert flagged(RULE, text) == expected


def test_settings_say_what_is_long() -> None:
    assert flagged(RULE, f"One⟦a⟧, {LONG}.", long_chars=900) == ["⟦a⟧"]
    assert flagged(RULE, "港口⟦a⟧周日关闭。", long_cjk_chars=5) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One⟦a⟧ two. Three.", "One two.⟦a⟧ Three.", id="plain"),
        pytest.param(
            "One ⟦a⟧ two⟦b⟧, three.⟦c⟧ Four.",
            "One two, three.⟦a⟧⟦b⟧⟦c⟧ Four.",
            id="before-those-at-the-end",
        ),
        pytest.param("One⟦a⟧ two⟦b⟧ ", "One two⟦a⟧⟦b⟧ ", id="unfinished"),
        pytest.param("「港口⟦a⟧关闭。」开", "「港口关闭。」⟦a⟧开", id="closed"),
        pytest.param(
            "> One⟦a⟧ two\n> three.", "> One⟦a⟧ two\n> three.", id="next-line"
        ),
        pytest.param("One⟦a⟧ two `x⟦b⟧` y.", "One two `x⟦b⟧` y.⟦a⟧", id="structural"),
    ],
)
def test_the_fix_moves_to_the_end(text: str, expected: str) -> None:
    assert mended(RULE, text, unsafe=True) == expected
    assert mended(RULE, text) == text
