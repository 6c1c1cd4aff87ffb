from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.blocks import split_blocks

LINES = st.lists(st.sampled_from(("", " ", "\f", "a", "bb", "c" * 9, "d" * 20)))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], []),
        (["", " "], []),
        (["a", "", "\t", "b", "c"], [(1, 1), (4, 5)]),
        (["", "a", ""], [(2, 2)]),
    ],
)
def test_blank_lines_separate(
    lines: list[str], expected: list[tuple[int, int]]
) -> None:
    assert split_blocks(lines) == expected


@given(LINES, st.integers(1, 15))
def test_long_blocks_are_cut_between_lines(lines: list[str], most: int) -> None:
    whole, pieces = split_blocks(lines), split_blocks(lines, most)
    for first, last in pieces:
        size = len("\n".join(lines[first - 1 : last]))
        assert size <= most or first == last
        # Nothing more of the block would have fitted.
        (end,) = [end for start, end in whole if start <= first <= end]
        assert last == end or len("\n".join(lines[first - 1 : last + 1])) > most
    covered = [n for first, last in pieces for n in range(first, last + 1)]
    assert covered == [n for n, line in enumerate(lines, 1) if line.strip()]
