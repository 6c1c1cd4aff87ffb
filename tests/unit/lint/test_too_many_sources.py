from __future__ import annotations

import pytest

from tests.unit.lint.style import flagged

RULE = "too-many-sources"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("A.⟦a|b|c|d⟧", ["⟦a|b|c|d⟧"], id="one-marker"),
        pytest.param("A.⟦a⟧⟦b⟧ ⟦c|d⟧ B", ["⟦a⟧⟦b⟧ ⟦c|d⟧"], id="several"),
        pytest.param("# A⟦a|b|c|d⟧", ["⟦a|b|c|d⟧"], id="heading"),
        pytest.param("A.⟦a|b|c⟧ B.⟦d⟧", [], id="two-places"),
        pytest.param("A.⟦a|L1|L2|L3|L4|a⟧", [], id="one-source"),
        pytest.param("**A.⟦a|b|c|d⟧**", [], id="structural"),
    ],
)
def test_flags_more_than_three(text: str, expected: list[str]) -> None:
    assert flagged(RULE, text) == expected


def test_settings_say_how_many() -> None:
    assert flagged(RULE, "A.⟦a|b⟧", most=1) == ["⟦a|b⟧"]
    assert flagged(RULE, "A.⟦a|b|c|d⟧", most=4) == []
