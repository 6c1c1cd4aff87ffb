from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from citemark import Options, render
from tests.strategies import SOURCES, cite
from tests.unit.render.contexts import context


def page(answer: str, options: Options | None = None) -> BeautifulSoup:
    html = render(answer, SOURCES, page=True, options=options).body
    assert html.startswith("<!DOCTYPE html>\n<html ")
    return BeautifulSoup(html, "html.parser")


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("# A *b* & <i>c</i>\n\n# d", "A b & c"),
        (f"#\n\ntext\n\n## e{cite('turn0file0')}", "e"),
        ("# " + "x" * 300, "x" * 200),
        ("no heading", "Answer"),
        ("#", "Answer"),
        ("# &#xE200;&#xE201;", "Answer"),
    ],
)
def test_the_first_heading_is_the_title(answer: str, title: str) -> None:
    found = page(answer).title
    assert found is not None
    assert found.text == title


@pytest.mark.parametrize(
    ("language", "lang", "direction"),
    [(None, "en", "ltr"), ("ar", "ar", "rtl"), ("de-CH", "de-CH", "ltr")],
)
def test_a_page_has_a_language(language: str | None, lang: str, direction: str) -> None:
    html = page("a", Options(language=language)).html
    assert html is not None
    assert (html["lang"], html["dir"]) == (lang, direction)


def test_a_fragment_has_no_language_that_nobody_knows() -> None:
    assert render("a").body == '<article class="cx" dir="auto">\n<p>a</p>\n</article>\n'
    assert render("a", options=Options(language="he")).body == (
        '<article class="cx" lang="he" dir="rtl">\n<p>a</p>\n</article>\n'
    )


def test_a_page_holds_its_style_and_the_fragment() -> None:
    answer = f"a{cite('turn0file0')}"
    whole = render(answer, SOURCES, page=True).body
    assert render(answer, SOURCES).body in whole
    assert type(whole) is str
    assert "@layer cx" in whole


def test_an_output_sees_a_safe_prefix() -> None:
    assert context("a").id_prefix == "cx-"
