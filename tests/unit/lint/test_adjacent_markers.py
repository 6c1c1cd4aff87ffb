from __future__ import annotations

import pytest

from citemark import Options, fix
from tests.unit.lint.style import flagged, mended

RULE = "adjacent-markers"
OTHER = "\ue200filecite\ue202d\ue201"


@pytest.mark.parametrize(
    ("text", "places", "expected"),
    [
        pytest.param("A.⟦a⟧⟦b⟧", ["⟦a⟧⟦b⟧"], "A.⟦a|b⟧", id="two"),
        pytest.param("A.⟦a⟧ ⟦b⟧ B", ["⟦a⟧ ⟦b⟧"], "A.⟦a|b⟧ B", id="blank"),
        pytest.param(
            "A.⟦a|L1|L5⟧⟦b⟧⟦a|L2⟧",
            ["⟦a|L1|L5⟧⟦b⟧⟦a|L2⟧"],
            "A.⟦a|L1|L5|b|a|L2⟧",
            id="locators",
        ),
        pytest.param("A.⟦ a⟧⟦b ⟧", ["⟦ a⟧⟦b ⟧"], "A.⟦ a|b ⟧", id="white-space"),
        pytest.param(f"A.⟦a⟧⟦b⟧{OTHER}", ["⟦a⟧⟦b⟧"], f"A.⟦a|b⟧{OTHER}", id="families"),
        pytest.param(f"A.⟦a⟧{OTHER}⟦b⟧", [], f"A.⟦a⟧{OTHER}⟦b⟧", id="alternating"),
        pytest.param("A.⟦a⟧. B⟦b⟧", [], "A.⟦a⟧. B⟦b⟧", id="apart"),
        pytest.param("A.⟦a|b/c⟧⟦d⟧", [], "A.⟦a|b/c⟧⟦d⟧", id="malformed"),
        pytest.param("*A.⟦a⟧⟦b⟧*", [], "*A.⟦a⟧⟦b⟧*", id="structural"),
    ],
)
def test_markers_are_merged(text: str, places: list[str], expected: str) -> None:
    drawn = expected.replace(OTHER, "\ue200filecite|d⟧")
    assert flagged(RULE, text) == places
    assert mended(RULE, text) == drawn


def test_what_would_be_too_long_is_left() -> None:
    assert flagged(RULE, "A." + "".join(f"⟦source-{n}⟧" for n in range(400))) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            r"A.\ue200cite\ue202a\ue201\ue200cite\ue202b\ue202L1\ue201",
            r"A.\ue200cite\ue202a\ue202b\ue202L1\ue201",
            id="spelled-out",
        ),
        pytest.param(
            r"A.\ue202turn0search1\ue202turn0search2",
            r"A.\ue202turn0search1\ue202turn0search2",
            id="no-room-for-two",
        ),
    ],
)
def test_the_dialect_decides(text: str, expected: str) -> None:
    options = Options(dialect="openai-escaped", select=(RULE,))
    assert fix(text, options=options).text == expected
