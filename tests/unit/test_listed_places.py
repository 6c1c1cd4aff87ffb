"""Cited places as readers are told of them: in order, what touches as one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark.locator import Lines, Locator, listed
from citemark.locators.chars import Chars
from citemark.locators.opaque import Opaque
from citemark.locators.pages import Pages
from citemark.locators.section import Section
from citemark.locators.time import Time
from tests.unit.resolving import NOTES, resolved


@pytest.mark.parametrize(
    ("cited", "told"),
    [
        ((), ()),
        (
            (Lines(3, 4), Lines(6, 6), Lines(7, 7), Lines(9, 9), Lines(8, 8)),
            (Lines(3, 4), Lines(6, 9)),
        ),
        ((Lines(1, 9), Lines(2, 3), Lines(10, 10)), (Lines(1, 10),)),
        ((Pages(4, 4), Lines(2, 2), Pages(3, 3)), (Pages(3, 4), Lines(2, 2))),
        ((Time(60, 90), Time(0, 60), Time(95, 99)), (Time(0, 90), Time(95, 99))),
        ((Chars(5, 9), Chars(0, 5), Chars(10, 12)), (Chars(0, 9), Chars(10, 12))),
        (
            (Section(("B",)), Opaque("fig.2"), Section(("A",)), Opaque("fig.1")),
            (Section(("B",)), Section(("A",)), Opaque("fig.2"), Opaque("fig.1")),
        ),
    ],
    ids=["none", "lines", "inside", "kinds", "times", "characters", "words"],
)
def test_places_are_sorted_and_joined(
    cited: tuple[Locator, ...], told: tuple[Locator, ...]
) -> None:
    assert listed(cited) == told


RANGES = st.builds(
    lambda first, more: Lines(first, first + more),
    st.integers(1, 40),
    st.integers(0, 6),
)


@given(st.lists(RANGES, max_size=12))
def test_the_same_lines_are_named_each_once_with_gaps_between(
    cited: list[Lines],
) -> None:
    told = [each for each in listed(cited) if isinstance(each, Lines)]
    named = [line for each in told for line in range(each.first, each.last + 1)]
    lines = {line for each in cited for line in range(each.first, each.last + 1)}
    assert named == sorted(lines)
    assert all(a.last + 1 < b.first for a, b in pairwise(told))


def test_a_reference_keeps_its_places_as_cited_beside_those_it_lists() -> None:
    (reference,) = resolved("s L4", "s L1", "s L2-L3", sources=[NOTES]).references
    assert reference.locators == (Lines(4, 4), Lines(1, 1), Lines(2, 3))
    assert reference.places == (Lines(1, 4),)
    assert len(reference.links) == 3
    assert reference.place_links == (
        "https://example.org/notes#:~:text=line%201,line%204",
    )
