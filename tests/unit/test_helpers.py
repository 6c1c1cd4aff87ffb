from __future__ import annotations

import pytest

from citemark import cited_ids, extract_citations, scan, strip_citations
from citemark.errors import ConfigError
from tests.strategies import DELIM, START, STOP, cite

TEXT = f"A.{cite('a', 'L8-L13')} B.{cite('b', 'c', family='filecite')} C.{START}cite"


def test_extract_gives_the_six_fields_of_the_published_helper() -> None:
    assert extract_citations(TEXT) == [
        {
            "raw": cite("a", "L8-L13"),
            "family": "cite",
            "source_ids": ["a"],
            "locator": "L8-L13",
            "start": 2,
            "end": 2 + len(cite("a", "L8-L13")),
        }
    ]


def test_extract_reads_the_families_it_is_asked_for() -> None:
    found = extract_citations(TEXT, families=("cite", "filecite"))
    assert [(each["family"], each["source_ids"]) for each in found] == [
        ("cite", ["a"]),
        ("filecite", ["b", "c"]),
    ]
    assert found[1]["locator"] is None


def test_extract_keeps_what_the_published_helper_loses() -> None:
    """A locator of its own for each ID, and an ID written like nothing else."""
    (found,) = extract_citations(cite("A", "L1-L3", "B", "L5"))
    assert (found["source_ids"], found["locator"]) == (["A", "B"], "L5")


def test_extract_never_takes_prose_for_a_field() -> None:
    text = f"{START}cite{DELIM}a and then {cite('b')}"
    (found,) = extract_citations(text)
    assert (found["source_ids"], found["start"]) == (["b"], text.rindex(START))


def test_strip_removes_the_markers_and_nothing_else() -> None:
    text = f" A. {cite('a')} \n{cite('b')}B"
    assert strip_citations(text, extract_citations(text)) == " A.  \nB"


def test_strip_takes_citations_in_any_order_even_overlapping() -> None:
    spans = [{"start": 3, "end": 6}, {"start": 1, "end": 4}, {"start": 2, "end": 3}]
    assert strip_citations("0123456789", spans) == "06789"
    assert strip_citations("0123", []) == "0123"


@pytest.mark.parametrize(
    "citation", [{}, {"start": 1}, {"start": "1", "end": 2}, {"start": 0, "end": None}]
)
def test_strip_names_what_is_wrong_with_a_citation(citation: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="citations: expected integer start and end"):
        strip_citations("text", [citation])


def test_scan_shows_every_marker_well_formed_or_not() -> None:
    kinds = [marker.kind for marker in scan(f"{TEXT} {STOP} {cite('x', family='url')}")]
    assert kinds == ["citation", "citation", "broken", "stray", "widget"]


def test_scan_reads_the_dialect_it_is_asked_for() -> None:
    text = f"A【4:2†source】 {cite('a')}"
    assert [marker.raw for marker in scan(text)] == [cite("a")]
    assert [marker.raw for marker in scan(text, dialect="lenticular")] == [
        "【4:2†source】"
    ]
    assert len(scan(text, dialect=("openai", "lenticular"))) == 2


def test_an_unknown_dialect_is_refused_everywhere() -> None:
    for function in (scan, extract_citations, cited_ids):
        with pytest.raises(ConfigError, match="'morse'"):
            function("text", dialect="morse")


def test_cited_ids_are_distinct_and_in_order() -> None:
    text = cite("b", "a") + cite("b", "L1") + cite("c", family="filecite")
    assert cited_ids(text) == ["b", "a", "c"]
    assert cited_ids(r"\ue200cite\ue202d\ue201", dialect="openai-escaped") == ["d"]
