from __future__ import annotations

import pytest

from tests.unit.lint.style import flagged, mended

RULE = "marker-mid-paragraph"
LONG = "The old harbour opens at six. " * 20
LONG_CJK = "港口早上六点开放，船每小时一班。" * 16


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One.⟦a⟧ Two.", ["⟦a⟧"], id="between-sentences"),
        pytest.param("One⟦a⟧⟦b⟧ two⟦c⟧, three.⟦d⟧", ["⟦a⟧⟦b⟧", "⟦c⟧"], id="several"),
        pytest.param("- One.⟦a⟧ Two.", ["⟦a⟧"], id="item"),
        pytest.param("> 一。⟦a⟧二。", ["⟦a⟧"], id="quote"),
        pytest.param("One.⟦a⟧ [Two](https://example.org)", ["⟦a⟧"], id="link-after"),
        pytest.param("One. Two.⟦a⟧", [], id="at-end"),
        pytest.param("One. Two⟦a⟧.”**", [], id="punctuation-after"),
        pytest.param("One.⟦a⟧ 🙂", [], id="no-words-after"),
        pytest.param("Name: One⟦a⟧  \nRole: Two⟦b⟧", [], id="lines"),
        pytest.param("One⟦a⟧.\nTwo", [], id="punctuation-ends-line"),
        pytest.param("# One⟦a⟧ two", [], id="heading"),
        pytest.param("**One.⟦a⟧** Two.", [], id="structural"),
        pytest.param(f"One.⟦a⟧ {LONG}", [], id="long"),
        pytest.param(f"一。⟦a⟧{LONG_CJK}", [], id="long-cjk"),
        pytest.param(
            f"One.⟦a⟧ [x](https://example.org/{'y' * 900})", ["⟦a⟧"], id="url"
        ),
    ],
)
def test_flags_what_words_follow(text: str, expected: list[str]) -> None:
    assert flagged(RULE, text) == expected


def test_settings_say_what_is_long() -> None:
    text = f"One.⟦a⟧ {LONG}"
    assert flagged(RULE, text, long_chars=2000) == ["⟦a⟧"]
    assert flagged(RULE, "一。⟦a⟧二三。", long_cjk_chars=4) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One.⟦a⟧ Two.", "One. Two.⟦a⟧", id="plain"),
        pytest.param(
            "One ⟦a⟧ two⟦b|L1⟧. Three. ⟦c⟧",
            "One two. Three.⟦a⟧⟦b|L1⟧ ⟦c⟧",
            id="before-those-at-the-end",
        ),
        pytest.param("> - One⟦a⟧ **two**", "> - One **two**⟦a⟧", id="nested"),
        pytest.param("⟦a⟧ One.", "One.⟦a⟧", id="first"),
        pytest.param("One\n⟦a⟧ two.\n\nThree.", "One\ntwo.⟦a⟧\n\nThree.", id="line"),
        pytest.param("One⟦a⟧ two.\nThree.", "One⟦a⟧ two.\nThree.", id="other-line"),
        pytest.param(
            "One⟦a⟧ two.\nThree⟦b⟧ four.",
            "One⟦a⟧ two.\nThree four.⟦b⟧",
            id="last-line-only",
        ),
    ],
)
def test_the_fix_moves_to_the_end(text: str, expected: str) -> None:
    assert mended(RULE, text, unsafe=True) == expected
    assert mended(RULE, text) == text
