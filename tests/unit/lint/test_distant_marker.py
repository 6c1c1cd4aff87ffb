from __future__ import annotations

import pytest

from tests.unit.lint.style import flagged

RULE = "distant-marker"
LONG = "The old harbour opens at six. " * 20
LONG_CJK = "港口早上六点开放，船每小时一班。" * 16


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"{LONG}Two.⟦a|b⟧", ["⟦a|b⟧"], id="one-marker"),
        pytest.param(f"{LONG}Two⟦a⟧ ⟦b⟧.", ["⟦a⟧ ⟦b⟧"], id="before-the-stop"),
        pytest.param(f"- {LONG_CJK}⟦a⟧⟦b⟧", ["⟦a⟧⟦b⟧"], id="cjk-item"),
        pytest.param(f"{LONG}Two.⟦a⟧⟦a|L2⟧", [], id="one-source"),
        pytest.param(f"One.⟦c⟧ {LONG}Two.⟦a⟧⟦b⟧", [], id="one-inline"),
        pytest.param(f"{LONG}⟦a⟧⟦b⟧ Two.", [], id="not-at-end"),
        pytest.param("One. Two.⟦a⟧⟦b⟧", [], id="short"),
        pytest.param(f"{'harbour ' * 90}.⟦a⟧⟦b⟧", [], id="one-sentence"),
        pytest.param(f"{LONG}Two.", [], id="none"),
    ],
)
def test_flags_what_stands_far_from_its_claim(text: str, expected: list[str]) -> None:
    assert flagged(RULE, text) == expected


def test_settings_say_what_is_long() -> None:
    assert flagged(RULE, "One. Two.⟦a|b⟧", long_chars=9) == ["⟦a|b⟧"]
    assert flagged(RULE, f"{LONG}Two.⟦a|b⟧", long_chars=999) == []
