from __future__ import annotations

import pytest

from citemark.verification.dates import DateIndex, dates_in


def read(text: str, *, liberal: bool = False) -> list[tuple[tuple[int, int, int], ...]]:
    return [each.readings for each in dates_in(text, liberal=liberal)]


def is_there(claim: str, passage: str, title: str = "") -> bool:
    index = DateIndex(list(dates_in(passage, liberal=True)))
    context = DateIndex(list(dates_in(title, liberal=True)))
    (date,) = dates_in(claim)
    return index.find(date, [context]) is not None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-04-02", (2026, 4, 2)),
        ("2026/4/2", (2026, 4, 2)),
        ("2026.04.02", (2026, 4, 2)),
        ("2026-04", (2026, 4, 0)),
        ("2026年4月2日", (2026, 4, 2)),
        ("2026年4月", (2026, 4, 0)),
        ("2026年", (2026, 0, 0)),
        ("二〇二六年四月十二日", (2026, 4, 12)),
        ("2026년 4월 2일", (2026, 4, 2)),
        ("令和8年4月", (2026, 4, 0)),
        ("令和元年", (2019, 0, 0)),
        ("昭和六十年", (1985, 0, 0)),
        ("4月2日", (0, 4, 2)),
        ("2 avril 2026", (2026, 4, 2)),
        ("5 Auguſt 2020", (2020, 8, 5)),
        ("1er janvier 2020", (2020, 1, 1)),
        ("3. Oktober 2025", (2025, 10, 3)),
        ("2 de abril de 2026", (2026, 4, 2)),
        ("April 2nd, 2026", (2026, 4, 2)),
        ("Sept. 30", (0, 9, 30)),
        ("March 2019", (2019, 3, 0)),
        ("15.03.2026", (2026, 3, 15)),
        ("15.03.", (0, 3, 15)),
        ("٢ أبريل ٢٠٢٦", (2026, 4, 2)),
    ],
)
def test_dates_are_read(text: str, expected: tuple[int, int, int]) -> None:
    assert read(text) == [(expected,)]


@pytest.mark.parametrize(
    "text",
    ["2025 permits", "1911.3", "2026-13-02", "in 2000s", "in 2024 %", "15.03", "May"],
)
def test_what_is_no_date_is_not(text: str) -> None:
    assert read(text) == []


def test_slashes_are_read_both_ways() -> None:
    assert read("3/4/2026") == [((2026, 4, 3), (2026, 3, 4))]
    assert read("13/4/2026") == [((2026, 4, 13),)]
    assert read("4/4/2026") == [((2026, 4, 4),)]


def test_years_stand_behind_certain_words() -> None:
    assert read("in 2011, (2012), 2013–2014") == [
        ((2011, 0, 0),),
        ((2012, 0, 0),),
        ((2014, 0, 0),),
    ]
    assert read("2025 permits", liberal=True) == [((2025, 0, 0),)]


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("March 2019", "on 12 March 2019"),
        ("in 2019", "令和元年"),
        ("April 2", "2026-04-02"),
        ("April 2, 2026", "on 2 April of 2026"),
        ("May 6, 2024", "05/06/2024"),
    ],
)
def test_a_finer_date_supports_a_coarser_one(claim: str, passage: str) -> None:
    assert is_there(claim, passage)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("12 March 2019", "in March 2019"),
        ("March 2019", "in 2019"),
        ("12 March 2019", "on 12 March"),
        ("12 March 2019", "12 March 2018, 2019"),
    ],
)
def test_a_coarser_date_supports_no_finer_one(claim: str, passage: str) -> None:
    assert not is_there(claim, passage)


@pytest.mark.parametrize(
    "passage",
    [
        "2019-2020",
        "2019/2020",
        "2019–2020",
        "2020/2021",
        "2020-2021",
        "2020-21",
        "2020/21",
        "2020–21",
        "2019-20",
        "2020-11",
        "2020-25",
        "Q3/2020",
        "01/2020",
        "01.2020",
        "31-12-2020",
        "31.12.20",
        "report_2020.pdf",
        "v-2020",
    ],
)
def test_a_year_in_plain_sight_is_there(passage: str) -> None:
    assert is_there("In 2020", passage)


@pytest.mark.parametrize(
    "passage",
    ["2019-21", "2019-2021", "call 555-2020", "1,2020", "2020.50", "12020", "2,020"],
)
def test_what_is_no_such_year_is_not(passage: str) -> None:
    assert not is_there("In 2020", passage)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("31 December 2020", "31-12-2020"),
        ("31 December 2020", "12-31-2020"),
        ("31 December 2020", "31-Dec-2020"),
        ("31 December 2020", "31.12.20"),
        ("31 December 1985", "31/12/85"),
        ("31-12-2020", "December 31, 2020"),
        ("12 March 2020", "12/03/2020-15/03/2020"),
        ("5 May 2020", "5–6 May 2020"),
        ("6 May 2020", "5–6 May 2020"),
        ("6 May 2020", "May 5–6, 2020"),
        ("5 May 2020", "May 5th to 6th, 2020"),
        ("5. Mai 2020", "5. und 6. Mai 2020"),
        ("4. Januar", "4. Jänner"),
        ("January 2020", "01/2020"),
        ("2020/21", "2020-21"),
        ("2020–21", "2020/2021"),
        ("2020/2021", "in 2020-2021"),
        ("1999/2000", "1999-00"),
    ],
)
def test_dates_are_written_in_many_ways(claim: str, passage: str) -> None:
    assert is_there(claim, passage)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("2020/21", "2020"),
        ("2020/21", "2021/22"),
        ("2020/21", "2019-2021"),
        ("7 May 2020", "5–6 May 2020"),
        ("5 May 2020", "5.6 May 2020"),
        ("31 December 2020", "31.12.19"),
        ("3 December 2020", "version 3.12.20"),
        ("10 December 2020", "at 10.12.20.5"),
        ("30 December 2020", "31-12-2020"),
        ("February 2020", "01/2020"),
    ],
)
def test_other_dates_are_not_taken_for_it(claim: str, passage: str) -> None:
    assert not is_there(claim, passage)


def test_two_years_in_a_row_are_one_date_of_a_sentence() -> None:
    assert read("2020/21, 2015/2018 and 2015–30") == [((2020, 0, -2021),)]


def test_the_year_may_stand_elsewhere() -> None:
    assert is_there("12 March 2019", "on 12 March; that was 2019")
    assert is_there("12 March 2019", "on 12 March", "Report of 2019")
