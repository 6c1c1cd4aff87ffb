from __future__ import annotations

import pytest

from tests.unit.lint.style import flagged, mended

RULE = "repeated-citation"


@pytest.mark.parametrize(
    ("text", "places", "expected"),
    [
        pytest.param("A.⟦a|a⟧", ["⟦a|a⟧"], "A.⟦a⟧", id="in-one-marker"),
        pytest.param("A.⟦a⟧ ⟦a⟧", ["⟦a⟧"], "A.⟦a⟧", id="marker"),
        pytest.param(
            "A.⟦a⟧⟦a⟧⟦b⟧ ⟦a|b|c⟧ B",
            ["⟦a⟧", "⟦a|b|c⟧"],
            "A.⟦a⟧⟦b⟧ ⟦c⟧ B",
            id="several",
        ),
        pytest.param("A.⟦a|L4|L9|L4⟧", ["⟦a|L4|L9|L4⟧"], "A.⟦a|L4|L9⟧", id="place"),
        pytest.param(
            "A.⟦a|L4⟧⟦b|a|L2|L4⟧", ["⟦b|a|L2|L4⟧"], "A.⟦a|L4⟧⟦b|a|L2⟧", id="last-place"
        ),
        pytest.param(
            "A.⟦a|L4⟧⟦b|a|L4|L2⟧", ["⟦b|a|L4|L2⟧"], "A.⟦a|L4⟧⟦b|a|L2⟧", id="first-place"
        ),
        pytest.param("A.⟦a|L2-L4⟧⟦a|L4-L2⟧", ["⟦a|L4-L2⟧"], "A.⟦a|L2-L4⟧", id="same"),
        pytest.param("A.⟦a⟧⟦a|L4⟧⟦a|L5⟧", [], "A.⟦a⟧⟦a|L4⟧⟦a|L5⟧", id="other-places"),
        pytest.param("A.⟦a⟧ B.⟦a⟧", [], "A.⟦a⟧ B.⟦a⟧", id="other-sentence"),
        pytest.param("A **b⟦a⟧⟦a⟧** c", [], "A **b⟦a⟧⟦a⟧** c", id="structural"),
    ],
)
def test_repetitions_go(text: str, places: list[str], expected: str) -> None:
    assert flagged(RULE, text) == places
    assert mended(RULE, text) == expected


def test_many_repetitions_go_at_once() -> None:
    assert mended(RULE, f"A.{'⟦a|b⟧' * 99}") == "A.⟦a|b⟧"
