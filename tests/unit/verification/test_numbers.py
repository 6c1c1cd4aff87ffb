from __future__ import annotations

from decimal import Decimal

import pytest

from citemark.numerals import read_digits, read_kanji
from citemark.spans import Span
from citemark.verification.numbers import NumberIndex, numbers_in
from citemark.verification.numerals import currency_of, even_digits


def written(text: str, language: str | None = None) -> list[str]:
    return [text[each.start : each.end] for each in numbers_in(text, language=language)]


def is_there(claim: str, passage: str, language: str | None = None) -> bool:
    index = NumberIndex(list(numbers_in(passage, liberal=True)))
    claimed = list(numbers_in(claim, language))
    assert claimed
    return all(index.find(each) for each in claimed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 200,5 tons and 12'000 m", ["1 200,5 tons"[:7], "12'000 m"]),
        ("$3.5 million, US$ 5 and €20", ["$3.5 million", "US$ 5", "€20"]),
        ("from 3 to 5 days", ["3 to 5 days"]),
        ("3–5, 10%〜15%", ["3–5", "10%〜15%"]),
        ("twenty-five of two hundred", ["twenty-five", "two hundred"]),
        ("one of the elf", []),
        ("COVID-19, HTTP/2, A4, MP3, v2.1 and 2D", []),
        ("1. First, 24 of [3]", ["24"]),
        ("1 HDMI port, 1 % and 10 pm, 9:30", ["1 %", "10", "9:30"]),
        ("第三条、唯一の一つ、十分な二十人、百分之三十", ["三", "二十", "三十"]),
        ("万一 there are 3rd and 2nd", ["3", "2"]),
        ("1/2 of 3.12.1", ["1/2", "3.12.1"]),
        ("", []),
        ("1-2-3", ["2-3"]),
    ],
)
def test_numbers_are_found_as_they_are_written(text: str, expected: list[str]) -> None:
    assert written(text) == expected


def test_dates_are_left_out() -> None:
    text = "5 on 2026-04-02, then 7"
    places = [Span(5, 15)]
    found = [each.written for each in numbers_in(text, without=places)]
    assert found == ["5", "7"]


@pytest.mark.parametrize(
    ("digits", "comma", "values"),
    [
        ("1200", None, {"1200"}),
        ("1,200", None, {"1200", "1.200"}),
        ("1,200", False, {"1200"}),
        ("1,200", True, {"1.200"}),
        ("1.200", True, {"1200"}),
        ("0,200", None, {"0.200"}),
        ("3,5", False, {"3.5"}),
        ("1,00,000", None, {"100000"}),
        ("1.2.3", None, set()),
        ("1,234.5", None, {"1234.5"}),
        ("1.234,5", None, {"1234.5"}),
        ("12,34.5", None, set()),
        ("1.2,3.4", None, set()),
        ("1 200 000", None, {"1200000"}),
        ("1/2", None, set()),
        ("", None, set()),
        ("9" * 41, None, set()),
    ],
)
def test_digits_are_read_both_ways_where_nobody_knows(
    digits: str, *, comma: bool | None, values: set[str]
) -> None:
    assert read_digits(digits, comma) == set(map(Decimal, values))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1億2,000万", 120_000_000),
        ("3.5万", 35_000),
        ("二十五", 25),
        ("百", 100),
        ("二〇二六", 2026),
        ("万", 10_000),
        ("1억 2000만", 120_000_000),
        ("三.5", 5),
        (".5万", 5_000),
        ("2.5万亿", 2_500_000_000_000),
        ("3兆1万亿", 4 * 10**12),
        ("百万亿", 10**14),
        ("1億万", 10**12),
        ("兆", 10**12),
    ],
)
def test_numbers_in_signs_are_read(text: str, value: int) -> None:
    assert read_kanji(text) == value


def test_digits_of_all_scripts_are_those_of_ascii() -> None:
    text = "１２，５ ٣٫٥٪ ۱۲ १२ ৫"
    assert even_digits(text) == "12,5 3.5% 12 12 5"
    assert currency_of("¥") is None


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("1,200", "1200"),
        ("1.200", "1 200"),
        ("3.5 million", "3,500,000"),
        ("$1,220 million", "in $ million: 3 million, of which 1,220"),
        ("15K", "15,000"),
        ("2 lakh", "2,00,000"),
        ("about 1.2 million", "1,187,400"),
        ("around 1,200", "1,234"),
        ("1.5 km", "1,500 m"),
        ("30 m", "98 feet"),
        ("24 months", "two years"),
        ("90 minutes", "1.5 hours"),
        ("50%", "half of them"),
        ("30%", "三割"),
        ("14%", "14 of 100"),
        ("14", "14 %"),
        ("3–5", "between 3 and 5"),
        ("9:30", "9時30分"),
        ("19:05", "um 19.05 Uhr"),
        ("9 pm", "at 9:00"),
        ("3.12.1", "version 3.12.1"),
        ("3", "the third"),
        ("2D-printers: 7", "7D"),
        ("12", "dozen"),
        (".5 mm", "0.5 mm"),
        ("5-year plan", "five-year plan"),
        ("21st century", "twenty-first century"),
        ("3½ hours", "3.5 hours"),
        ("3.5 hours", "3 ½ hours"),
        ("10^6", "1,000,000"),
        ("15 लाख", "1,500,000"),
        ("5 करोड़", "50,000,000"),
        ("5 pm", "17:00"),
        ("17:00", "at 5 p.m."),
        ("17:30", "at 5:30 p.m."),
        ("5:30 pm", "at 5:30"),
        ("9:30", "9.30 am"),
        ("9.30 am", "9.30"),
        ("0:15", "12:15 am"),
        ("12:15", "12:15 pm"),
        ("午後3時", "15時"),
        ("下午3点", "15:00"),
        ("下午3点20分", "15:20"),
        ("오후 3시", "15:00"),
        ("12時半", "12:30"),
        ("午前9時", "9:00"),
        ("14 h 30", "14h30"),
        ("p < .05", "p < 0.05"),
        ("0.5%", ".5%"),
        ("2.5万亿元", "25000亿元"),
        ("1万亿", "1兆"),
    ],
)
def test_equal_numbers_are_found(claim: str, passage: str) -> None:
    assert is_there(claim, passage)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("1,200", "1,300"),
        ("3.5 million", "3.5 billion"),
        ("about 1.2 million", "1,400,000"),
        ("around 1,200 km", "1,234 euros"),
        ("1,200 exactly", "1,234"),
        ("$5", "€5"),
        ("12%", "twelve sites"),
        ("30 m", "90 feet"),
        ("30 m", "40 feet"),
        ("3–7", "3 to 5"),
        ("9:30", "9:45"),
        ("3.12.1", "3.12"),
        ("5 km", "5 kg"),
        ("30 m", "30.1 m"),
        ("around 0", "7"),
        (".5 mm", "5 mm"),
        ("3 hours", "3½ hours"),
        ("10^6", "10^7"),
        ("5 pm", "17 people"),
        ("5 pm", "17点"),
        ("17:30", "5:30 am"),
        ("17:30", "5:30"),
        ("15:00", "午後3人"),
        ("15:30", "15時間半"),
        ("5 mm", ".5 mm"),
        ("2.5万亿元", "2.5万元"),
    ],
)
def test_other_numbers_are_not(claim: str, passage: str) -> None:
    assert not is_there(claim, passage)


def test_the_language_of_the_answer_decides() -> None:
    assert is_there("1,200 m", "1.2 m", "de")
    assert not is_there("1,200 m", "1200 m", "de")
    assert is_there("1,200 m", "1200 m", "en")
    assert not is_there("1,200 m", "1.2 m", "en")


@pytest.mark.parametrize("text", ["ſeven", "twenty-ſix", "5 thouſand", "5 mıllİon"])
def test_letters_with_two_small_forms_are_those_of_words(text: str) -> None:
    (number,) = numbers_in(text, liberal=True)
    assert number.end == len(text)
