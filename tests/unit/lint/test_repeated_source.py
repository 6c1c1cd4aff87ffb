from __future__ import annotations

import pytest

from tests.unit.lint.style import flagged, mended

RULE = "repeated-source"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One.⟦a⟧ Two.⟦a⟧ Three.⟦a⟧ Four.⟦a⟧", ["⟦a⟧"], id="four"),
        pytest.param("一。⟦a|L1⟧二。⟦a|L1⟧三。⟦a|L1⟧", ["⟦a|L1⟧"], id="one-locator"),
        pytest.param("One⟦a⟧. Two⟦a⟧. Three⟦a⟧.", ["⟦a⟧"], id="before-the-stop"),
        pytest.param("One.⟦a⟧ Two.⟦a⟧ These: ⟦a⟧", ["⟦a⟧"], id="colon-at-the-end"),
        pytest.param("One.⟦a⟧⟦a⟧ Two.⟦a⟧ Three.⟦a⟧", ["⟦a⟧"], id="doubled"),
        pytest.param(
            "Bee.⟦b⟧ One.⟦a⟧ Two.⟦a⟧ Three.⟦a⟧ Bee.⟦b⟧ Bee.⟦b⟧ Bee.⟦b⟧",
            ["⟦a⟧", "⟦b⟧"],
            id="two-sources",
        ),
        pytest.param("One.⟦a⟧ Two.⟦a⟧ Three:⟦a⟧", ["⟦a⟧"], id="colon"),
        pytest.param("One.⟦a⟧ Two.⟦a⟧", [], id="two"),
        pytest.param("One.⟦a⟧ Two.⟦a⟧ Then.⟦b⟧ Three.⟦a⟧", [], id="another-between"),
        pytest.param("One.⟦a⟧ Two.⟦a⟧ Then. Three.⟦a⟧", [], id="uncited-between"),
        pytest.param("One.⟦a⟧ Two.⟦a⟧⟦b⟧ Three.⟦a⟧", [], id="not-alone"),
        pytest.param("One.⟦a|L1⟧ Two.⟦a|L2⟧ Three.⟦a|L3⟧", [], id="other-places"),
        pytest.param("One⟦a⟧ two⟦a⟧ three⟦a⟧.", [], id="one-sentence"),
        pytest.param("One.⟦a⟧\n\nTwo.⟦a⟧\n\nThree.⟦a⟧", [], id="paragraphs"),
        pytest.param("| One.⟦a⟧ Two.⟦a⟧ Three.⟦a⟧ |\n|---|", [], id="cell"),
    ],
)
def test_flags_the_third_in_a_row(text: str, expected: list[str]) -> None:
    assert flagged(RULE, text) == expected


def test_the_finding_is_on_the_one_too_many() -> None:
    text = "One.⟦a|L1⟧ Two.⟦a|L1-L1⟧ Three.⟦a|L1⟧ Four.⟦a|L1-L1⟧"
    assert flagged(RULE, text) == ["⟦a|L1⟧"]
    assert flagged(RULE, text, most=3) == ["⟦a|L1-L1⟧"]
    assert flagged(RULE, text, most=4) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "One. ⟦a⟧ Two.⟦a⟧ Three.⟦a⟧⟦a⟧ Four.⟦b⟧",
            "One. Two. Three.⟦a⟧⟦a⟧ Four.⟦b⟧",
            id="last-stays",
        ),
        pytest.param("一。⟦a⟧二。⟦a⟧三。⟦a⟧", "一。二。三。⟦a⟧", id="cjk"),
    ],
)
def test_the_fix_keeps_the_last(text: str, expected: str) -> None:
    assert mended(RULE, text, unsafe=True) == expected
    assert mended(RULE, text) == text
