"""The text part of an e-mail: wrapped to 78 columns, with every word still there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from citemark import Options
from citemark.document.parser import build_parser
from citemark.render.mail_text import kept_lines, wrapped

WORDS = "word " * 20


MD = build_parser(Options())


def rows(text: str) -> list[str]:
    return wrapped(text, kept_lines(MD, text)).split("\n")


@pytest.mark.parametrize("text", ["", "\n", "short\n\n  lines \n", "x" * 78])
def test_what_fits_is_left_alone(text: str) -> None:
    assert wrapped(text) == text


def test_words_fill_the_line() -> None:
    first, second = rows(WORDS + "end")
    assert len(first) == 74
    assert f"{first} {second}" == f"{WORDS}end"


def test_a_word_of_exactly_the_width_is_not_broken() -> None:
    assert rows("a " + "b" * 76) == ["a " + "b" * 76]
    assert rows("a " + "b" * 77) == ["a", "b" * 77]


@pytest.mark.parametrize(
    ("lead", "hang"),
    [
        ("", ""),
        ("- ", "  "),
        ("  * ", "    "),
        ("12. ", "    "),
        ("1) ", "   "),
        ("> ", "> "),
        ("> > - ", "> >   "),
        ("    | L12  ", "    |      "),
        ("[3] ", "    "),
    ],
)
def test_what_goes_on_stands_below_its_first_word(lead: str, hang: str) -> None:
    first, second = wrapped(f"{lead}{WORDS}end").split("\n")
    assert first.startswith(f"{lead}word")
    assert second.startswith(f"{hang}word")


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_lines_end_in_one_way(line_end: str) -> None:
    assert wrapped(f"One{line_end}two") == "One\ntwo"


@pytest.mark.parametrize(
    "text",
    [
        f"| {WORDS}|\n|---|",
        f"a | {WORDS}\n--|--\n{WORDS} | b",
        f"    {WORDS}",
        f"\t{WORDS}",
        f"<https://docs.example/{'x' * 90}>",
        f"```\n{WORDS}\n```",
        f"~~~~ py\n{WORDS}\n~~~\n{WORDS}\n~~~~",
        f"> ```\n> {WORDS}\n> ```",
        f"- a\n  1. b\n     > ```\n     > {WORDS}\n     > ```",
        f"- ```\n  {WORDS}\n  ```",
        f"1.  a\n\n        - {WORDS}",
        f"```\r{WORDS}\r```",
    ],
)
def test_tables_code_and_addresses_stay_as_they_are(text: str) -> None:
    assert rows(text) == text.replace("\r", "\n").split("\n")


@pytest.mark.parametrize(
    "text",
    [
        f"> ```\n> code\n\n{WORDS}end",
        f"```code``` and more\n{WORDS}end",
        f"- a\n    - {WORDS}end",
        f"| no table\n{WORDS}end",
    ],
)
def test_what_only_looks_like_code_is_wrapped(text: str) -> None:
    assert max(map(len, rows(text))) <= 78


def test_behind_a_fence_lines_are_wrapped_again() -> None:
    assert len(rows(f"```\n{WORDS}\n```\n{WORDS}end")) == 5


def test_a_long_address_gets_a_line_of_its_own() -> None:
    url = f"https://docs.example/{'x' * 90}"
    assert rows(f"See {url} for more.") == ["See", url, "for more."]


def test_scripts_without_blanks_are_broken_between_characters() -> None:
    text = "\u5bb6\u3067\u50cd\u304f\u3002[1][2]" * 12
    found = rows(text)
    assert "".join(found) == text
    assert all(60 < wcswidth(row) <= 78 for row in found[:-1])
    assert not any(row.startswith(("[", "\u3002")) for row in found)


def test_brackets_do_not_end_a_line() -> None:
    text = "\u5bb6\u300c\u50cd\uff08\u304f\uff09\u300d\u3002" * 12
    found = rows(text)
    assert "".join(found) == text
    assert not any(row.endswith(("\u300c", "\uff08")) for row in found)
    assert not any(row.startswith(("\u300d", "\uff09", "\u3002")) for row in found)


@given(
    st.lists(
        st.sampled_from(
            [
                *["a", " ", "  ", "word ", "\u3042", "\u3002", "\u300c", "[1]", "("],
                *[")", "> ", "- ", "\n", "\t", "https://x.test/", "\u0301"],
            ]
        ),
        max_size=200,
    ).map("".join)
)
def test_no_word_is_lost_and_no_line_is_too_long(text: str) -> None:
    found = wrapped(text)
    # A quotation's sign is there again in each line of it.
    assert kept(found) == kept(text)
    for row in found.split("\n"):
        assert wcswidth(row.expandtabs(1)) <= 78 or not kept(row).isspace()


def kept(text: str) -> str:
    return "".join(text.replace(">", "").split())


@pytest.mark.parametrize("lead", ["> ", "- ", "1. "])
def test_a_lead_as_long_as_the_line_is_not_there_again(lead: str) -> None:
    found = wrapped(lead * 2_000 + WORDS * 200)
    assert len(found) < 40_000
