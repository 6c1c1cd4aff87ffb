"""Ids: prefixes stay distinct, slugs unique, letters readable."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citemark.render.ids import Slugs, letters, safe_prefix


@given(st.lists(st.text(min_size=1), unique=True, min_size=2, max_size=6))
def test_distinct_prefixes_stay_distinct(prefixes: list[str]) -> None:
    safe = [safe_prefix(prefix) for prefix in prefixes]
    assert len(set(safe)) == len(safe)


@given(st.text())
def test_prefixes_are_plain_ascii(prefix: str) -> None:
    safe = safe_prefix(prefix)
    assert safe.isascii()
    assert not set(safe) & set(" \"'<>&%#:/")


def test_slugs_do_not_collide_with_counted_ones() -> None:
    slugs = Slugs()
    made = [slugs.slug(text) for text in ("a", "a 1", "a", "a", "A!")]
    assert made == ["a", "a-1", "a-2", "a-3", "a-4"]


def test_slugs_keep_letters_of_all_scripts_and_are_short() -> None:
    slugs = Slugs()
    assert slugs.slug("返品 と Ümlaut") == "返品-と-ümlaut"
    assert slugs.slug("x" * 100) == "x" * 64
    assert slugs.slug("?!") == "section"


def test_letters_are_distinct() -> None:
    made = [letters(count) for count in range(1, 1000)]
    assert len(set(made)) == len(made)
    assert made[0] == "a"
    assert made[25:28] == ["z", "aa", "ab"]
