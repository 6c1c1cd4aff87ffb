"""HTML output: the fragment, the page, languages and directions."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from citemark import Options, render
from citemark.render.outputs.html import OUTPUT
from tests.unit.render.answers import R_LINES, SOURCES, M, R, html


def page(answer: str, options: Options | None = None) -> BeautifulSoup:
    body = render(answer, SOURCES, page=True, options=options).body
    return BeautifulSoup(str(body), "html.parser")


def test_a_fragment_is_one_article() -> None:
    assert html("") == '<article class="cx" dir="auto">\n</article>\n'
    assert html("a").startswith('<article class="cx" dir="auto">\n<p>a</p>\n')


def test_output_is_a_plain_string() -> None:
    """Methods of ``Markup`` would escape what a caller replaces in it."""
    assert type(html(f"a{R}")) is str
    assert type(render("a", page=True).body) is str


@pytest.mark.parametrize(
    ("language", "lang", "direction"),
    [
        (None, None, "auto"),
        ("ja", "ja", "ltr"),
        ("ar-EG", "ar-EG", "rtl"),
        ('x" onclick="y', 'x" onclick="y', "ltr"),
    ],
)
def test_the_article_has_language_and_direction(
    language: str | None, lang: str | None, direction: str
) -> None:
    shown = html("a", options=Options(language=language))
    article = BeautifulSoup(shown, "html.parser").article
    assert article is not None
    assert (article.get("lang"), article["dir"]) == (lang, direction)
    assert not article.has_attr("onclick")


def test_a_page_says_its_language_even_where_it_is_unknown() -> None:
    root = page("a").html
    assert root is not None
    assert (root["lang"], root["dir"]) == ("en", "ltr")
    root = page("a", Options(language="ar")).html
    assert root is not None
    assert (root["lang"], root["dir"]) == ("ar", "rtl")


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        (f"## A *b*\n`c`{R} &amp; <i>d</i>", "A b"),
        ("#\n\n# Second", "Second"),
        ("Two\nlines\n===", "Two lines"),
        ("# " + "x" * 300, "x" * 200),
        ("# a\ue200b\x0cc", "ab c"),
        ("No heading", "Answer"),
    ],
)
def test_the_title_is_the_first_heading(answer: str, title: str) -> None:
    found = page(answer).title
    assert found is not None
    assert found.get_text() == title


def test_the_title_is_escaped_and_localised() -> None:
    body = str(render("# &lt;/title>&lt;script>x", page=True).body)
    assert "<title>&lt;/title&gt;&lt;script&gt;x</title>" in body
    found = page("a", Options(language="ja")).title
    assert found is not None
    assert found.get_text() == "回答"


def test_controls_reach_no_reader() -> None:
    record = {"source_id": "x", "title": "T", "text": "a\x1b[31m\x0cb\n"}
    marker = "\ue200cite\ue202x\ue201"
    shown = str(render(f"a\x01\x07{marker} `b\x0c`\n\n    \x1b\n", [record]).body)
    assert not any(ord(char) < 32 and char not in "\n\t" for char in shown)


def test_entities_cannot_spell_markers() -> None:
    shown = html(f"&#xe200;cite&#xe202;returns&#xe201; <b>&#xe200;x</b>{M}")
    assert "\ue200" not in shown
    assert "\ue201" not in shown
    assert "\ue202" not in shown


def test_the_output_says_what_it_is() -> None:
    assert (OUTPUT.name, OUTPUT.suffix) == ("html", ".html")
    assert (OUTPUT.media_type, OUTPUT.default_theme) == ("text/html", "base")


def test_the_same_input_gives_the_same_bytes() -> None:
    answer = f"# a\n\n<b>b{R_LINES}</b>"
    assert html(answer) == html(answer)
