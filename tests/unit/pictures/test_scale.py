from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citemark.pictures.palette import TEXTURES, paint
from citemark.pictures.scale import WHOLE, Stretch, divide, rounded, ticks


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=300).filter(any))
def test_parts_fill_the_bar_without_gaps(sizes: list[int]) -> None:
    parts = divide(sizes)
    assert [part.left for part in parts] == [
        sum(part.width for part in parts[:index]) for index in range(len(parts))
    ]
    assert sum(part.width for part in parts) == WHOLE
    for part, size in zip(parts, sizes, strict=True):
        assert abs(part.width - WHOLE * size / sum(sizes)) <= 1


def test_a_bar_of_nothing_is_empty() -> None:
    assert divide([]) == []
    assert divide([0, 0]) == [Stretch(0, 0), Stretch(0, 0)]


@given(st.integers(0, WHOLE), st.integers(0, WHOLE))
def test_mirroring_twice_changes_nothing(left: int, width: int) -> None:
    assert Stretch(left, width).mirrored().mirrored() == Stretch(left, width)


@given(st.integers(1, 10**6))
def test_ticks_are_few_and_in_range(count: int) -> None:
    found = ticks(count)
    assert found[0] == 1
    assert found == sorted(set(found))
    assert found[-1] <= count
    assert len(found) <= 13


def test_there_are_no_ticks_without_columns() -> None:
    assert ticks(0) == []


def test_whole_percents() -> None:
    assert [rounded(each) for each in (0, 1, 1_499, 1_500, WHOLE)] == [0, 1, 1, 2, 100]


def test_looks_differ_for_as_long_as_they_can() -> None:
    looks = {(paint(number).fill, paint(number).texture) for number in range(1, 29)}
    assert len(looks) == 28
    assert paint(29) == paint(1)
    assert {texture for _, texture in looks} == set(TEXTURES)
