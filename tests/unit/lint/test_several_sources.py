from __future__ import annotations

import pytest

from citemark import Options, fix, lint
from tests.unit.lint.style import flagged, mended, written

RULE = "several-sources"


@pytest.mark.parametrize(
    ("text", "places", "expected"),
    [
        pytest.param("A.⟦a|b⟧", ["⟦a|b⟧"], "A.⟦a⟧⟦b⟧", id="two"),
        pytest.param(
            "A.⟦c⟧⟦a|L1|L5|b|a⟧",
            ["⟦a|L1|L5|b|a⟧"],
            "A.⟦c⟧⟦a|L1|L5⟧⟦b⟧⟦a⟧",
            id="locators",
        ),
        pytest.param("A.⟦ a | b ⟧", ["⟦ a | b ⟧"], "A.⟦ a ⟧⟦ b ⟧", id="white-space"),
        pytest.param("A.⟦a|b|L4-L2⟧", ["⟦a|b|L4-L2⟧"], "A.⟦a⟧⟦b|L4-L2⟧", id="reversed"),
        pytest.param("A.⟦a|L1|L5⟧", [], "A.⟦a|L1|L5⟧", id="one-source"),
        pytest.param("A.⟦a|L1|a|L5⟧", [], "A.⟦a|L1|a|L5⟧", id="one-source-twice"),
        pytest.param("*A.⟦a|b⟧*", [], "*A.⟦a|b⟧*", id="structural"),
    ],
)
def test_markers_are_split(text: str, places: list[str], expected: str) -> None:
    assert flagged(RULE, text) == places
    assert mended(RULE, text) == expected


@pytest.mark.parametrize("text", ["A.⟦a|b/c|d⟧", "A.⟦L1|a|b⟧"])
def test_what_cannot_be_split_is_left(text: str) -> None:
    (found,) = lint(written(text), options=Options(select=(RULE,)))
    assert found.fix is None


def test_a_split_marker_keeps_its_family_and_characters() -> None:
    text = r"A.\ue200filecite\ue202a\ue202b\ue202L1\ue201"
    options = Options(dialect="openai-escaped", select=(RULE,))
    assert fix(text, options=options).text == (
        r"A.\ue200filecite\ue202a\ue201\ue200filecite\ue202b\ue202L1\ue201"
    )
