from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import Options, pictures, render
from citemark.pictures.coverage_strip import cover
from citemark.pictures.drawing import Room
from citemark.pictures.scale import WHOLE
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


def percents(widths: list[str]) -> float:
    return sum(float(width.removesuffix("%")) for width in widths)


def test_parts_are_as_wide_as_their_sentences() -> None:
    coverage = cover(reading())
    assert [part.stretch.width for part in coverage.parts] == [
        29_762,
        21_428,
        20_239,
        17_857,
        10_714,
    ]
    assert [[band.number for band in part.bands] for part in coverage.parts] == [
        [1],
        [2, 1],
        [0],
        [1],
        [0],
    ]
    assert coverage.shares == {1: 58_333, 2: 10_714, 0: 30_953}
    assert (coverage.cited, coverage.uncited) == (69_047, 30_953)


def test_sources_of_one_sentence_share_its_height() -> None:
    (part,) = cover(reading(f"Yes.{cite('a')}{cite('b')}{cite('c')}")).parts
    assert [(band.top, band.height) for band in part.bands] == [
        (0, 14.67),
        (14.67, 14.67),
        (29.33, 14.67),
    ]
    assert {band.room for band in part.bands} == {Room.ALWAYS}


def test_numbers_need_room() -> None:
    records = [{"source_id": f"s{number}"} for number in range(5)]
    many = "".join(cite(str(each["source_id"])) for each in records)
    sizes = (890, 60, 30, 20)  # of 1000
    answer = " ".join(f"{'X' * (size - 1)}.{cite('s0')}" for size in sizes)
    rooms = [part.bands[0].room for part in cover(reading(answer, records)).parts]
    assert rooms == [Room.ALWAYS, Room.ALWAYS, Room.WIDE, Room.NONE]
    (part,) = cover(reading(f"Yes.{many}", records)).parts
    assert {band.room for band in part.bands} == {Room.NONE}


@given(
    st.lists(
        st.tuples(st.integers(1, 40), st.lists(st.sampled_from("abc"), max_size=4)),
        max_size=20,
    )
)
def test_shares_add_up_and_the_picture_is_what_the_table_says(
    plan: list[tuple[int, list[str]]],
) -> None:
    answer = " ".join(
        f"{'W' * size}!{''.join(map(cite, names))}" for size, names in plan
    )
    coverage = cover(reading(answer))
    assert coverage.shares.total() == (WHOLE if plan else 0)
    drawn = soup(pictures.strip(answer, SOURCES))
    shown = rows(drawn)
    assert len(shown) == len(plan)
    for part, row in zip(coverage.parts, shown, strict=True):
        numbers = [str(band.number) for band in part.bands if band.number]
        assert row[2].replace(",", "").split() == (numbers or ["uncited"])


def test_bars_of_one_level_fill_the_width() -> None:
    drawn = soup(pictures.strip(ANSWER, SOURCES))
    top = drawn.select('.cxp-bar rect[y="0"], .cxp-bar rect[y="0.0"]')
    assert percents([str(rect["width"]) for rect in top]) == pytest.approx(100)


def test_parts_lead_to_the_notes_and_say_what_they_are() -> None:
    drawn = soup(pictures.strip(ANSWER, SOURCES, id_prefix="m1"))
    links = values(drawn, ".cxp-bar a", "href")
    assert links == ["#m1-s1", "#m1-s2", "#m1-s1", "#m1-s1"]
    answer = soup(render(ANSWER, SOURCES, id_prefix="m1"))
    assert {link[1:] for link in links} <= set(values(answer, "[id]", "id"))
    assert texts(drawn, ".cxp-bar a > title, .cxp-bar g > title") == [
        "Sentence 1: The office opens at nine. [1]",
        "Sentence 2: It closes at five. [2]",
        "Sentence 2: It closes at five. [1]",
        "Sentence 3: Nobody knows why. (uncited)",
        "Sentence 4: Ask the porter. [1]",
        "Sentence 5: He knows. (uncited)",
    ]
    assert texts(drawn, ".cxp-bar > title, .cxp-bar > desc") == [
        "Coverage",
        "Sentences with a citation 3/5",
    ]


def test_the_key_names_sources_and_what_has_none() -> None:
    drawn = soup(pictures.strip(ANSWER, SOURCES))
    assert texts(drawn, ".cxp-key .cxp-title") == [
        "Opening hours",
        "House rules",
        "uncited",
    ]
    assert texts(drawn, ".cxp-key .cxp-count") == ["58%", "11%", "31%"]
    all_cited = soup(pictures.strip(f"Yes.{cite('a')}", SOURCES))
    assert texts(all_cited, ".cxp-key .cxp-title") == ["Opening hours"]


def test_uncited_parts_are_hatched_and_later_sources_textured() -> None:
    records = [{"source_id": f"s{number}"} for number in range(30)]
    answer = " ".join(f"Yes.{cite(str(each['source_id']))}" for each in records)
    drawn = soup(pictures.strip(f"{answer} No.", records))
    patterns = values(drawn, "pattern", "id")
    fills = values(drawn, ".cxp-bar rect", "fill")
    assert fills[0] == "#0072b2"
    assert fills[-1] == "url(#cx-.strip-none)"
    used = {fill[5:-1] for fill in fills if fill.startswith("url(#")}
    assert used == set(patterns)


def test_readers_from_right_to_left_begin_at_the_right() -> None:
    answer = f"نعم نعم.{cite('a')} لا."
    drawn = soup(pictures.strip(answer, SOURCES, options=Options(language="ar")))
    first, second = drawn.select(".cxp-bar rect")
    assert (first["x"], second["x"]) == ("27.273%", "0%")
    assert values(drawn, "figure", "dir") == ["rtl"]


def test_many_parts_have_narrow_gaps_or_none() -> None:
    gaps = [
        soup(pictures.strip("Yes. " * count))
        .select(".cxp-bar rect")[0]
        .get("stroke-width")
        for count in (100, 101, 251)
    ]
    assert gaps == ["1.5", "0.5", None]


def test_an_empty_answer_is_an_empty_strip() -> None:
    drawn = soup(pictures.strip(""))
    assert drawn.select(".cxp-bar rect, table, li") == []
    assert texts(drawn, "desc") == ["Sentences with a citation 0/0"]


def test_a_picture_embeds_itself() -> None:
    picture = pictures.strip(ANSWER, SOURCES)
    assert picture.__html__() == str(picture) == picture.html
