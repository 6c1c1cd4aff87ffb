from __future__ import annotations

import pytest

from citemark.render.ids import Slugs, letters, safe_prefix


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [("", "cx-"), ("m1", "m1-"), ("a b", "a.20.b-"), ('"><', ".22..3e..3c.-")],
)
def test_any_prefix_becomes_safe(prefix: str, expected: str) -> None:
    assert safe_prefix(prefix) == expected


def test_distinct_prefixes_stay_distinct() -> None:
    prefixes = ["a.b", "a b", "a.20.b", "a-b", "A-b", "é", "e"]
    assert len({safe_prefix(prefix) for prefix in prefixes}) == len(prefixes)


def test_slugs_are_unique() -> None:
    slugs = Slugs()
    made = [slugs.slug(text) for text in ("A b", "a-b", "A b 1", "a b", "!", "", "Ü")]
    assert made == ["a-b", "a-b-1", "a-b-1-1", "a-b-2", "section", "section-1", "ü"]


def test_copies_of_slugs_go_on_each_on_their_own() -> None:
    slugs = Slugs()
    slugs.slug("a")
    copied = slugs.copy()
    assert [copied.slug("a"), copied.slug("b"), copied.slug("a")] == ["a-1", "b", "a-2"]
    assert [slugs.slug("b"), slugs.slug("a")] == ["b", "a-1"]
    assert copied.copy().slug("a") == "a-3"
    assert copied.slug("a") == "a-3"


def test_slugs_are_not_copied_for_each_heading() -> None:
    slugs, layers = Slugs(), []
    for number in range(2_000):
        slugs = slugs.copy()
        assert slugs.slug(f"h{number}") == f"h{number}"
        assert slugs.slug("h") == ("h" if number == 0 else f"h-{number}")
        layers.append(slugs._used.maps[1:])  # noqa: SLF001 # nothing else shows it
    # A few layers, of which nearly all are those that were there before.
    assert max(map(len, layers)) < 12
    known: set[int] = set()
    moved = 0
    for each in layers:
        moved += sum(len(layer) for layer in each if id(layer) not in known)
        known.update(map(id, each))
    assert moved < 24 * len(layers)


def test_slugs_are_short() -> None:
    assert Slugs().slug("a" * 63 + " b") == "a" * 63


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, ""), (1, "a"), (26, "z"), (27, "aa"), (52, "az"), (702, "zz"), (703, "aaa")],
)
def test_letters(count: int, expected: str) -> None:
    assert letters(count) == expected
