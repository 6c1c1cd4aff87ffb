from __future__ import annotations

from dataclasses import replace

import pytest

from citemark.locator import Lines
from citemark.model import Citation
from citemark.options import Options
from citemark.resolve import resolve
from tests.unit.resolving import (
    NOTES,
    marker,
    messages,
    resolved,
)


def test_one_marker_names_a_source_once_with_all_its_places() -> None:
    resolution = resolved(
        "s L1-L2 turn s L5 s L1-L2 s", sources=[NOTES, {"id": "turn"}]
    )
    first, second = resolution.noterefs[0]
    assert (first.number, first.locators) == (1, (Lines(1, 2), Lines(5, 5)))
    assert (second.number, second.locators) == (2, ())
    assert [(each.source_id, each.locator) for each in resolution.citations] == [
        ("s", "L1-L2"),
        ("turn", None),
        ("s", "L5"),
        ("s", None),
    ]


def test_ranges_of_one_source_are_listed_once_each() -> None:
    resolution = resolved("s L1-L2", "s L4", "s L1-L2", sources=[NOTES])
    (reference,) = resolution.references
    assert reference.locators == (Lines(1, 2), Lines(4, 4))
    assert [excerpt.locator for excerpt in reference.excerpts] == [
        Lines(1, 2),
        Lines(4, 4),
    ]
    assert [noteref.locators for noteref in reference.noterefs] == [
        (Lines(1, 2),),
        (Lines(4, 4),),
        (Lines(1, 2),),
    ]
    assert [each.excerpt for each in resolution.citations] == [
        "line 1\nline 2",
        "line 4",
        "line 1\nline 2",
    ]


def test_a_locator_past_the_end_is_clipped_or_dropped() -> None:
    resolution = resolved("s L4-L400", "s L900", sources=[NOTES])
    assert messages(resolution) == [
        ("CM204", "locator L4-L400 is beyond the source (5 lines)"),
        ("CM204", "locator L900 is beyond the source (5 lines)"),
    ]
    assert [(each.locator, each.excerpt) for each in resolution.citations] == [
        ("L4-L5", "line 4\nline 5"),
        (None, ""),
    ]
    (reference,) = resolution.references
    assert reference.locators == (Lines(4, 5),)
    assert [excerpt.locator for excerpt in reference.excerpts] == [Lines(4, 5)]
    assert [noteref.locators for noteref in reference.noterefs] == [(Lines(4, 5),), ()]


def test_a_locator_that_names_nothing_shows_no_start_of_the_text() -> None:
    (reference,) = resolved("s L900", sources=[NOTES]).references
    assert reference.excerpts == ()
    assert reference.locators == ()


@pytest.mark.parametrize(
    ("text", "written", "message"),
    [
        ("", "s L1", "locator L1 is beyond the source (0 lines)"),
        ("one", "s L2", "locator L2 is beyond the source (1 line)"),
        ("one\ntwo", "s L0", "locator L0 is beyond the source (2 lines)"),
    ],
)
def test_a_locator_outside_of_a_small_source(
    text: str, written: str, message: str
) -> None:
    resolution = resolved(written, sources=[NOTES | {"text": text}])
    assert messages(resolution) == [("CM204", message)]
    (citation,) = resolution.citations
    assert (citation.locator, citation.excerpt) == (None, "")


def test_a_locator_without_a_text_is_believed_within_reason() -> None:
    resolution = resolved("turn0file0 L4-L6", "turn0file0 L" + "9" * 50)
    assert messages(resolution) == [
        ("CM205", "locator L4-L6 cannot be checked: the source has no text"),
        (
            "CM205",
            f"locator L{'9' * 50} cannot be checked: the source has no text",
        ),
    ]
    assert [each.locator for each in resolution.citations] == ["L4-L6", None]
    (reference,) = resolution.references
    assert reference.locators == (Lines(4, 6),)
    assert reference.excerpts == ()


def test_a_locator_made_by_a_program_needs_no_spelling() -> None:
    made = replace(
        marker("s L9", 0), citations=(Citation("s", Lines(9, 9), None, 0, 1),)
    )
    resolution = resolve([made], [0], [NOTES], Options())
    assert messages(resolution) == [
        ("CM204", "locator L9 is beyond the source (5 lines)")
    ]


def test_a_source_cited_both_ways_shows_only_its_lines() -> None:
    (reference,) = resolved("s", "s L2", sources=[NOTES]).references
    assert [excerpt.locator for excerpt in reference.excerpts] == [Lines(2, 2)]
    (lead,) = resolved("s", "s", sources=[NOTES]).references
    assert [excerpt.text for excerpt in lead.excerpts] == [
        "line 1 line 2 line 3 line 4 line 5"
    ]


def test_excerpts_can_be_left_out() -> None:
    options = Options(excerpt="none")
    resolution = resolved("s", "s L2", sources=[NOTES], options=options)
    assert [each.excerpt for each in resolution.citations] == ["", ""]
    assert resolution.references[0].excerpts == ()
