from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, pictures, render
from citemark.pictures import annotated_sources as module
from citemark.pictures.annotated_sources import Run, annotate
from tests.cases.support import cite
from tests.unit.pictures.drawing import ANSWER, SOURCES, reading, soup, texts, values

LONG = {"source_id": "a", "text": "\n".join(f"line {n}" for n in range(1, 201))}


def runs(answer: str, source: dict[str, str]) -> tuple[Run, ...]:
    (found,) = annotate(reading(answer, [source]))
    return found.runs


def spans(answer: str, source: dict[str, str] = LONG) -> list[tuple[int, int, bool]]:
    return [(run.first, run.last, run.is_folded) for run in runs(answer, source)]


def test_lines_are_counted_and_linked_where_a_citation_begins() -> None:
    first, second = annotate(reading())
    assert [
        (line.number, line.text, line.count, [use.noteref for use in line.uses])
        for run in first.runs
        for line in run.lines
    ] == [(1, "We open at nine.", 2, [1, 5]), (2, "We close at five.", 1, [3])]
    assert [use.noteref for use in first.whole] == [4]
    assert [
        (line.count, [use.noteref for use in line.uses])
        for run in second.runs
        for line in run.lines
    ] == [(0, []), (1, [2]), (1, []), (0, [])]


def test_one_sentence_has_one_link_on_a_line() -> None:
    answer = f"Yes.{cite('a', 'L2')}{cite('a', 'L2')} No.{cite('a', 'L2')}"
    (run,) = runs(answer, {"source_id": "a", "text": "One\nTwo"})
    assert [use.noteref for use in run.lines[1].uses] == [1, 3]
    assert run.lines[1].count == 3


def test_tints_stop_at_four() -> None:
    answer = "".join(f"Yes.{cite('a', 'L1')} " for _ in range(6))
    (run,) = runs(answer, {"source_id": "a", "text": "One\nTwo"})
    assert [(line.count, line.tint) for line in run.lines] == [(6, 4), (0, 0)]


def test_long_sources_are_folded_around_what_is_cited() -> None:
    assert spans(f"Yes.{cite('a', 'L50')} No.{cite('a', 'L58-L60')}") == [
        (1, 47, True),
        (48, 62, False),
        (63, 200, True),
    ]
    assert spans(f"Yes.{cite('a', 'L6')} No.{cite('a', 'L197')}") == [
        (1, 8, False),
        (9, 194, True),
        (195, 200, False),
    ]
    assert spans(f"Yes.{cite('a', 'L8-L192')}") == [
        (1, 5, True),
        (6, 194, False),
        (195, 200, True),
    ]


def test_short_sources_are_shown_as_a_whole() -> None:
    short = {"source_id": "a", "text": "x\n" * 30}
    assert spans(f"Yes.{cite('a', 'L1')}", short) == [(1, 30, False)]
    longer = {"source_id": "a", "text": "x\n" * 31}
    assert spans(f"Yes.{cite('a', 'L1')}", longer) == [(1, 3, False), (4, 31, True)]


def test_a_source_cited_without_lines_shows_how_it_begins() -> None:
    assert spans(f"Yes.{cite('a')}") == [(1, 3, False), (4, 200, True)]


@given(st.lists(st.integers(1, 120), max_size=6), st.integers(0, 120))
def test_every_line_is_in_one_run_and_cited_ones_are_open(
    cited: list[int], total: int
) -> None:
    source = {"source_id": "a", "text": "\n".join(["x"] * total)}
    answer = f"Yes.{cite('a')}{''.join(cite('a', f'L{line}') for line in cited)}"
    found = runs(answer, source)
    numbers = [line.number for run in found for line in run.lines]
    assert numbers == list(range(1, total + 1))
    for run in found:
        assert run.is_folded is all(line.number not in cited for line in run.lines) or (
            not run.is_folded
        )
        assert not run.is_folded or run.last - run.first >= 3


def test_only_so_many_lines_are_shown_cited_ones_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_MOST_LINES", 20)
    answer = f"Yes.{cite('a', 'L100')}"
    assert [(run.first, run.last, len(run.lines)) for run in runs(answer, LONG)] == [
        (1, 15, 15),
        (16, 97, 0),
        (98, 102, 5),
        (103, 200, 0),
    ]


def test_only_so_many_characters_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_CHARS", 50)
    records = [{**LONG, "source_id": name} for name in "ab"]
    answer = f"Yes.{cite('a', 'L1-L9')}{cite('b', 'L1')}"
    first, second = annotate(reading(answer, records))
    assert [(run.first, run.last, len(run.lines)) for run in first.runs] == [
        (1, 8, 8),
        (9, 11, 0),
        (12, 200, 0),
    ]
    assert all(not run.lines for run in second.runs)


def test_a_long_line_is_cut() -> None:
    (run,) = runs(f"Yes.{cite('a')}", {"source_id": "a", "text": "x" * 100_000})
    assert run.lines[0].text == "x" * 2_000 + "…"


def test_sources_are_drawn_with_their_lines() -> None:
    drawn = soup(pictures.annotated(ANSWER, SOURCES))
    first, second = drawn.select("section")
    assert texts(drawn, "h3 a") == ["Opening hours", "House rules"]
    assert texts(first, ".cxp-meta") == [
        "office.example · Visits › Times · Updated 2026-04-02 · 4×",
        "Cited without a line: ↩4",
    ]
    assert values(first, ".cxp-meta > a[rel]", "href") == [
        "https://office.example/hours"
    ]
    assert texts(second, ".cxp-meta") == ["1×"]
    assert texts(first, "li") == ["1 We open at nine. ↩1 ↩4", "2 We close at five. ↩2"]
    assert values(first, "li", "class") == ["['cxp-tint-2']", "['cxp-tint-1']"]
    assert values(second, "ol", "start") == ["1"]
    assert values(first, ".cxp-back", "aria-label") == [
        "Back to sentence 4",
        "Back to sentence 1",
        "Back to sentence 4",
        "Back to sentence 2",
    ]


def test_links_lead_back_to_the_answer() -> None:
    drawn = soup(pictures.annotated(ANSWER, SOURCES, id_prefix="m1"))
    links = values(drawn, 'a[href^="#"]', "href")
    answer = soup(render(ANSWER, SOURCES, id_prefix="m1"))
    assert set(links) == {"#m1-s1", "#m1-s2", *(f"#m1-r{n}" for n in range(1, 6))}
    assert {link[1:] for link in links} <= set(values(answer, "[id]", "id"))


def test_folded_lines_can_be_opened_and_hidden_ones_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_MOST_LINES", 20)
    drawn = soup(pictures.annotated(f"Yes.{cite('a', 'L100')}", [LONG]))
    assert texts(drawn, "summary") == ["lines 1–15"]
    assert texts(drawn, ".cxp-hidden") == [
        "Not shown: lines 16–97",
        "Not shown: lines 103–200",
    ]
    assert values(drawn, "ol", "start") == ["1", "98"]
    one = Run(3, 3, (), is_folded=True)
    assert one.range == "3"


def test_a_source_without_text_says_so() -> None:
    drawn = soup(pictures.annotated(f"Yes.{cite('c')}", SOURCES))
    assert texts(drawn, ".cxp-hidden") == ["The text of this source is not at hand."]


def test_a_reference_outside_of_sentences_has_a_link_without_number() -> None:
    drawn = soup(pictures.annotated(f"{cite('a')}", SOURCES))
    assert texts(drawn, ".cxp-back") == ["↩"]
    assert values(drawn, ".cxp-back", "aria-label") == ["Back to text:"]


def test_languages_of_answer_and_source_are_marked() -> None:
    records = [{"source_id": "a", "title": "時刻表", "language": "ja", "text": "x"}]
    options = Options(language="ar")
    drawn = soup(pictures.annotated(f"نعم.{cite('a')}", records, options=options))
    assert values(drawn, ".cxp", "lang") == ["ar"]
    assert values(drawn, "h3 bdi", "lang") == ["ja"]
