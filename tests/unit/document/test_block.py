from __future__ import annotations

import pytest

from tests.unit.document.reading import document, leaves, names


@pytest.mark.parametrize(
    ("opening", "depth", "deep"),
    [(">", 20, False), (">", 101, True), ("- ", 20, False), ("- ", 60, True)],
)
def test_nothing_is_lost_however_deep(opening: str, depth: int, *, deep: bool) -> None:
    read = document(f"Above.\n\n{opening * depth}deep words@\n\nBelow.")
    shown = leaves(read)
    assert "deep words" in "".join(shown)
    assert shown[-1] == "Below."
    assert read.order == (0,)
    assert ("nesting-too-deep" in names(read)) is deep


def test_blocks_after_a_deep_one_are_blocks() -> None:
    read = document(f"{'>' * 120}deep\n\n# H@")
    assert leaves(read)[-1] == "H{0}"


def test_loose_and_tight_lists_are_told_apart() -> None:
    tight = document("- a\n- b@").tokens
    loose = document("- a\n\n- b@").tokens
    assert {token.hidden for token in tight if token.type == "paragraph_open"} == {True}
    assert {token.hidden for token in loose if token.type == "paragraph_open"} == {
        False
    }
