from __future__ import annotations

from collections.abc import Iterable

import pytest

from citemark import Numbering, Options, SourceRegistry
from citemark.errors import UnresolvedCitationError
from citemark.locator import Lines
from citemark.options import Limits
from tests.cases.support import cite
from tests.unit.pictures.drawing import ANSWER, SOURCES, reading


def test_sentences_know_what_they_cite() -> None:
    found = reading()
    assert [(each.number, each.text, each.sources) for each in found.sentences] == [
        (1, "The office opens at nine.", (1,)),
        (2, "It closes at five.", (2, 1)),
        (3, "Nobody knows why.", ()),
        (4, "Ask the porter.", (1,)),
        (5, "He knows.", ()),
    ]
    assert [each.chars for each in found.sentences] == [25, 18, 17, 15, 9]
    assert found.covered == 3


def test_uses_are_the_references_of_the_answer() -> None:
    first, second, third = reading().sources
    assert [
        (use.noteref, use.sentence, use.ranges, use.is_whole) for use in first.uses
    ] == [
        (1, 1, (Lines(1, 1),), False),
        (3, 2, (Lines(2, 2),), False),
        (4, 4, (), True),
        (5, 4, (Lines(1, 1),), False),
    ]
    assert [(use.noteref, use.ranges) for use in second.uses] == [(2, (Lines(2, 3),))]
    assert (third.number, third.uses) == (0, ())


def test_places_that_are_no_lines_cite_the_source_as_a_whole() -> None:
    source = {"source_id": "a", "text": "One.\n\nTwo."}
    answer = f"Yes.{cite('a', 'P2')} No.{cite('a', 'p12')} So.{cite('a', 'L9')}"
    options = Options(locators=("lines", "paragraphs", "pages"))
    (found,) = reading(answer, [source], options=options).sources
    assert [(use.ranges, use.is_whole) for use in found.uses] == [
        ((Lines(3, 3),), False),
        ((), True),
        ((), True),
    ]
    (bare,) = reading(f"Yes.{cite('a', 'L2')}", [{"source_id": "a"}]).sources
    assert [(use.ranges, use.is_whole) for use in bare.uses] == [((), True)]


def test_only_so_many_sources_are_drawn_in_vain() -> None:
    records = [{"source_id": f"s{number}"} for number in range(10_000)]
    found = reading(f"Yes.{cite('s7')}", SourceRegistry(records))
    assert (len(found.cited), len(found.sources), found.more) == (1, 11, 9_989)
    assert [each.title for each in found.sources[:2]] == ["Source 1", "Source"]


def test_what_may_not_be_cited_was_not_cited_in_vain() -> None:
    records = [
        {"source_id": "a", "title": "Note", "citable": False},
        {"source_id": "b", "title": "Old", "status": "deleted"},
    ]
    (found,) = reading(f"Yes.{cite('b')}", records).sources
    assert (found.title, found.is_gone, found.uses) == ("Old", True, ())


def test_a_store_of_all_there_is_was_not_retrieved() -> None:
    class Store:
        def get_many(self, ids: Iterable[str]) -> dict[str, object]:
            return {name: SOURCES[0] for name in ids if name == "a"}

    found = reading(ANSWER, Store())
    assert [each.title for each in found.sources] == ["Opening hours"]
    assert found.more == 0


def test_a_host_stands_in_for_a_title() -> None:
    records = [
        {"source_id": "a", "url": "https://x.example/"},
        {"source_id": "b", "url": "https://y.example/"},
    ]
    found = reading(f"Yes.{cite('a')}", records)
    assert [each.title for each in found.sources] == ["x.example", "y.example"]


def test_numbers_are_those_of_the_conversation() -> None:
    options = Options(numbering=Numbering(start=5, assigned={"b": 3}))
    assert [each.number for each in reading(options=options).cited] == [3, 5]


def test_every_reference_is_shown_and_nothing_fetched() -> None:
    options = Options(strip=True, limits=Limits(markers=1))
    assert len(reading(options=options).cited) == 1
    with pytest.raises(UnresolvedCitationError):
        reading(options=Options(strict=True))


def test_markers_outside_of_sentences_count_as_uses() -> None:
    found = reading(f"{cite('a')}\n\n```\ncode\n```", SOURCES)
    assert found.sentences == ()
    assert [use.sentence for use in found.cited[0].uses] == [0]


@pytest.mark.parametrize("modified", [None, "2026-04-30", "2026-05-02"])
def test_a_source_is_changed_after_it_was_retrieved(modified: str | None) -> None:
    record = {"source_id": "a", "modified_at": modified, "retrieved_at": "2026-05-01"}
    (source,) = reading(f"Yes.{cite('a')}", [record]).cited
    assert source.is_changed is (modified == "2026-05-02")
