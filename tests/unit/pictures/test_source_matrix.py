from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, pictures, render
from citemark.pictures.source_matrix import arrange
from tests.cases.support import cite
from tests.unit.pictures.drawing import (
    ANSWER,
    SOURCES,
    reading,
    rows,
    soup,
    texts,
    values,
)


def test_a_row_for_each_source_and_a_cell_for_each_sentence() -> None:
    matrix = arrange(reading())
    assert [
        (row.source.title, [(c.sentence.number, len(c.uses)) for c in row.cells])
        for row in matrix.rows
    ] == [
        ("Opening hours", [(1, 1), (2, 1), (4, 2)]),
        ("House rules", [(2, 1)]),
        ("Parking", []),
    ]
    assert [cell.sentence.number for cell in matrix.uncited] == [3, 5]
    assert [number for number, _ in matrix.axis] == [1, 2, 3, 4, 5]
    assert {cell.stretch.width for row in matrix.rows for cell in row.cells} == {20_000}


def test_the_table_says_what_the_picture_shows() -> None:
    drawn = soup(pictures.matrix(ANSWER, SOURCES))
    assert rows(drawn) == [
        ["1 Opening hours", "4×", "1, 2, 4 (2×)"],
        ["2 House rules", "1×", "2"],
        ["Parking", "0×", "retrieved, never cited"],
    ]
    assert texts(drawn, ".cxp-lane title") == [
        "Sentence 1: The office opens at nine.",
        "Sentence 2: It closes at five.",
        "Sentence 4: Ask the porter. (2×)",
        "Sentence 2: It closes at five.",
        "Sentence 3: Nobody knows why.",
        "Sentence 5: He knows.",
    ]
    assert texts(drawn, ".cxp-row .cxp-count") == ["", "4×", "1×", "0×", "2"]
    assert texts(drawn, ".cxp-part") == ["retrieved, never cited"]


@given(st.lists(st.lists(st.sampled_from("abcx"), max_size=5), max_size=12))
def test_cells_and_table_count_every_reference_once(plan: list[list[str]]) -> None:
    answer = " ".join(f"Yes.{''.join(map(cite, names))}" for names in plan)
    matrix = arrange(reading(answer))
    references = soup(render(answer, SOURCES)).select("a[role=doc-biblioref]")
    uses = [use.noteref for row in matrix.rows for c in row.cells for use in c.uses]
    assert sorted(uses) == list(range(1, len(references) + 1))
    drawn = soup(pictures.matrix(answer, SOURCES))
    cells = values(drawn, ".cxp-lane a", "href")
    assert cells == values(drawn, "tbody a", "href")
    assert len(matrix.uncited) == len(plan) - reading(answer).covered


def test_cells_lead_to_references_and_rows_to_notes() -> None:
    drawn = soup(pictures.matrix(ANSWER, SOURCES, id_prefix="m1"))
    links = {link[1:] for link in values(drawn, 'a[href^="#"]', "href")}
    answer = soup(render(ANSWER, SOURCES, id_prefix="m1"))
    assert links == {"m1-r1", "m1-r2", "m1-r3", "m1-r4", "m1-s1", "m1-s2"}
    assert links <= set(values(answer, "[id]", "id"))


def test_sources_out_of_date_have_a_badge() -> None:
    records = [
        {
            "source_id": "a",
            "title": "A",
            "modified_at": "2026-05-02",
            "retrieved_at": "2026-05-01",
        },
        {"source_id": "b", "title": "B", "status": "deleted"},
    ]
    drawn = soup(pictures.matrix(f"Yes.{cite('a')}{cite('b')}", records))
    assert texts(drawn, ".cxp-row .cxp-badge") == [
        "changed since retrieved",
        "no longer available",
    ]
    assert rows(drawn) == [
        ["1 A changed since retrieved", "1×", "1"],
        ["B no longer available", "0×", "–"],
    ]


def test_it_says_how_many_sources_are_not_drawn() -> None:
    records = [{"source_id": f"s{number}"} for number in range(10_000)]
    drawn = soup(pictures.matrix(f"Yes.{cite('s7')}", records))
    assert len(drawn.select(".cxp-never")) == 10
    assert texts(drawn, ".cxp-more") == ["9989 more sources that are never cited"]
    assert len(str(drawn)) < 20_000


def test_columns_run_from_right_to_left_where_reading_does() -> None:
    drawn = soup(pictures.matrix(ANSWER, SOURCES, options=Options(language="ar")))
    assert values(drawn, ".cxp-axis text", "x") == ["90%", "70%", "50%", "30%", "10%"]
    assert values(drawn, ".cxp-lane a rect", "x")[:2] == ["80%", "60%"]


def test_very_narrow_cells_are_solid() -> None:
    drawn = soup(pictures.matrix("Yes. " * 101))
    (fill,) = set(values(drawn, ".cxp-rest g rect", "fill"))
    assert fill == "currentColor"


def test_an_answer_without_sources_is_a_row_of_uncited_sentences() -> None:
    drawn = soup(pictures.matrix("Yes. No."))
    assert texts(drawn, ".cxp-row .cxp-count") == ["", "2"]
    assert drawn.select("table") == []
    assert soup(pictures.matrix("")).select(".cxp-row rect") == []
