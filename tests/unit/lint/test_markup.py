from __future__ import annotations

import pytest

from citemark import Options
from citemark.lint.engine import read
from citemark.lint.markup import without_citation
from citemark.spans import apply_edits
from tests.unit.lint.style import drawn, written


@pytest.mark.parametrize(
    ("text", "number", "expected"),
    [
        pytest.param("A.⟦a|b|c⟧", 0, "A.⟦b|c⟧", id="first"),
        pytest.param("A.⟦a|b|c⟧", 1, "A.⟦a|c⟧", id="middle"),
        pytest.param("A.⟦a|b|L1⟧", 1, "A.⟦a⟧", id="last-with-its-locator"),
        pytest.param("A.⟦a|L1|L2|b⟧", 0, "A.⟦a|L2|b⟧", id="first-locator"),
        pytest.param("A.⟦a|L1|L2|b⟧", 1, "A.⟦a|L1|b⟧", id="second-locator"),
        pytest.param("A.⟦ a | b ⟧", 1, "A.⟦ a ⟧", id="white-space"),
    ],
)
def test_one_citation_goes(text: str, number: int, expected: str) -> None:
    assert _without(text, number) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One.⟦a⟧", "One.", id="at-end"),
        pytest.param("One ⟦a⟧.", "One.", id="before-a-stop"),
        pytest.param("One ⟦a⟧ two", "One two", id="between-words"),
        pytest.param("One ⟦a⟧two", "One two", id="gap-stays"),
        pytest.param("One ⟦a⟧**two**", "One **two**", id="gap-before-markup"),
        pytest.param("`x`⟦a⟧`y`", "`x` `y`", id="code-stays-apart"),
        pytest.param("⟦a⟧ One", "One", id="at-start"),
        pytest.param("One\n\t⟦a⟧ two", "One\n\ttwo", id="line-start"),
        pytest.param("One\n⟦a⟧\ntwo", "One\ntwo", id="line"),
        pytest.param("One\r\n⟦a⟧ \r\ntwo", "One\r\ntwo", id="line-crlf"),
        pytest.param("One\r⟦a⟧", "One", id="last-line"),
        pytest.param("⟦a⟧\ntwo", "\ntwo", id="first-line"),
        pytest.param("- ⟦a⟧ One", "- One", id="item"),
        pytest.param("⟦a⟧", "", id="nothing-else"),
    ],
)
def test_the_last_citation_takes_its_marker_along(text: str, expected: str) -> None:
    assert _without(text) == expected


def test_a_broken_marker_does_not_swallow_the_word_behind() -> None:
    assert _without("⟦b⟦a⟧Leave", marker=1) == "⟦b Leave"


def _without(text: str, number: int = 0, marker: int = 0) -> str:
    ctx, _ = read(written(text), None, Options())
    found = ctx.markers[marker]
    edit = without_citation(ctx, found, found.citations[number])
    return drawn(apply_edits(ctx.source, [edit]))
