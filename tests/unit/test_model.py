from __future__ import annotations

import dataclasses

import pytest

from citemark.locator import Lines
from citemark.model import Citation, Excerpt, ExcerptLine, Marker, MarkerKind


def marker(*citations: Citation) -> Marker:
    return Marker(
        start=0, end=9, raw="x", kind=MarkerKind.CITATION, citations=citations
    )


@pytest.mark.parametrize(
    ("lines", "expected"), [(Lines(8, 13), "L8-L13"), (Lines(8, 8), "L8")]
)
def test_lines_read_as_the_grammar_writes_them(lines: Lines, expected: str) -> None:
    assert str(lines) == expected


def test_source_ids_keep_order_and_repetitions() -> None:
    cited = marker(
        Citation("a", None, None, 1, 2),
        Citation("b", None, None, 3, 4),
        Citation("a", None, None, 5, 6),
    )
    assert cited.source_ids == ("a", "b", "a")


def test_one_id_with_two_locators_is_one_source_id() -> None:
    cited = marker(
        Citation("a", Lines(1, 1), "L1", 1, 4), Citation("a", Lines(5, 5), "L5", 1, 7)
    )
    assert cited.source_ids == ("a",)


def test_locator_is_the_last_citations_as_written() -> None:
    cited = marker(
        Citation("a", Lines(1, 1), "L1", 1, 4),
        Citation("b", Lines(4, 9), "L9-L4", 5, 8),
    )
    assert cited.locator == "L9-L4"
    assert marker(Citation("a", None, None, 1, 2)).locator is None


def test_marker_without_citations_has_no_ids_and_no_locator() -> None:
    assert marker().source_ids == ()
    assert marker().locator is None


def test_excerpt_text_is_the_located_lines() -> None:
    excerpt = Excerpt(
        (
            ExcerptLine(1, "before", located=False),
            ExcerptLine(2, "one", located=True),
            ExcerptLine(3, "two", located=True),
        )
    )
    assert excerpt.text == "one\ntwo"


def test_values_are_frozen() -> None:
    lines = Lines(1, 2)
    with pytest.raises(dataclasses.FrozenInstanceError):
        lines.first = 3  # type: ignore[misc]  # what is being tested
