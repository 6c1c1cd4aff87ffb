from __future__ import annotations

from dataclasses import replace

import pytest

from citemark import Options
from citemark.locator import Lines
from citemark.model import Excerpt, ExcerptLine, NoteRef, Reference
from citemark.render.names import Names
from tests.strategies import cite
from tests.unit.render.contexts import context


def names(
    sources: list[dict[str, str]], answer: str, language: str | None = None
) -> tuple[Names, Reference]:
    ctx = context(answer, sources, Options(language=language))
    return Names(ctx), ctx.resolution.references[0]


def one(**fields: str) -> list[dict[str, str]]:
    return [{"source_id": "a", **fields}]


@pytest.mark.parametrize(
    ("fields", "title", "name"),
    [
        ({"title": "T {n}"}, "T {n}", "Source 1: T {n}"),
        ({}, "Source 1", "Source 1"),
    ],
)
def test_titles_and_accessible_names(
    fields: dict[str, str], title: str, name: str
) -> None:
    named, reference = names(one(**fields), f"x{cite('a')}")
    assert named.title(reference) == title
    assert named.source(reference, ()) == name


def test_a_host_stands_for_a_missing_title() -> None:
    named, reference = names(one(url="https://x.test/a"), f"x{cite('a')}")
    assert named.title(reference).startswith("x.test")


def test_lines_are_part_of_the_name() -> None:
    named, reference = names(one(title="T"), f"x{cite('a')}", "de")
    locators = (Lines(3, 3), Lines(8, 13))
    expected = "Quelle 1: T, Zeile 3, Zeilen 8–13"
    assert named.source(reference, locators) == expected
    assert named.source(reference, locators) is named.source(reference, locators)


def test_ranges() -> None:
    named, _ = names(one(title="T"), f"x{cite('a')}")
    assert named.place(Lines(8, 8)) == "line 8"
    assert named.place(Lines(8, 13)) == "lines 8–13"


def test_ids_start_with_the_prefix() -> None:
    named, _ = names(one(), f"x{cite('a')}")
    ids = (
        named.note_id(1),
        named.line_id(1, 2),
        named.noteref_id(3),
        named.card_id(4),
    )
    assert ids == ("cx-s1", "cx-s1-2", "cx-r3", "cx-c4")


@pytest.mark.parametrize(
    ("shown", "cited", "target"),
    [
        ({1: True}, 1, "cx-s1-1"),
        ({8: False, 9: True, 10: True, 11: False}, 9, "cx-s1-9"),
        ({8: False, 9: True, 10: True, 11: False}, 10, "cx-s1-10"),
        ({8: False, 9: True, 10: True, 11: False}, 8, "cx-s1"),
        ({9: True}, 40, "cx-s1"),
        ({9: True}, None, "cx-s1"),
        ({None: True}, None, "cx-s1"),
    ],
)
def test_a_reference_leads_to_the_line_it_cites(
    shown: dict[int | None, bool], cited: int | None, target: str
) -> None:
    named, reference = names(one(), f"x{cite('a')}")
    lines = tuple(ExcerptLine(number, "row", at) for number, at in shown.items())
    named.references[1] = replace(reference, excerpts=(Excerpt(lines=lines),))
    noteref = NoteRef(index=1, number=1, occurrence=1, ordinal=0, line=cited)
    assert named.target(noteref) == target
