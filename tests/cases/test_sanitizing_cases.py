"""Cases of sanitizers that broke references: our own leave all of them whole."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from citemark import Options, render
from citemark.render.policies import OUTPUT_POLICY
from citemark.sanitizers import bleach_engine, nh3_engine
from citemark.url_policy import UrlPolicy
from tests.cases.support import Given, Page, case, check_page, text_of, to_html

ENGINES = {"bleach": bleach_engine.clean, "nh3": nh3_engine.clean}


@pytest.mark.parametrize("engine", ENGINES)
@case("b035", "b036", "b147", "b149")
def test_cleaning_once_or_twice_changes_no_byte(given: Given, engine: str) -> None:
    rendered, page = to_html(given)
    options = Options(sanitize="always", sanitizer=engine)
    assert text_of(render(given.answer, given.sources, options=options)) == page.markup
    once = ENGINES[engine](text_of(rendered), OUTPUT_POLICY)
    assert once == page.markup
    assert ENGINES[engine](once, OUTPUT_POLICY) == page.markup


@case("b035", "b036", "b147")
def test_what_references_are_made_of_is_still_there(given: Given) -> None:
    cleaned = Page(nh3_engine.clean(to_html(given)[1].markup, OUTPUT_POLICY))
    check_page(cleaned)
    for selector in (
        ".cx-ref > a[id][href^='#'][role=doc-biblioref][aria-label]",
        "section.cx-src[role=doc-bibliography][aria-labelledby]",
        "li[id][value='1']",
        "a[id][href], a[role=doc-backlink][href^='#'][aria-label]",
    ):
        assert cleaned.soup.select(selector), selector


@case("b035")
def test_a_prefix_is_that_of_ids_and_links(given: Given) -> None:
    page = Page(text_of(render(given.answer, given.sources, id_prefix="m1")))
    check_page(page)
    assert all(name.startswith("m1-") for name in page.ids)
    assert [link["href"] for link in page.noterefs] == ["#m1-s1"]


@case("b149")
def test_data_is_no_address(given: Given) -> None:
    for to in ("html", "email"):
        rendered = render(given.answer, given.sources, to=to)
        soup = BeautifulSoup(rendered.html, "html.parser")
        assert soup.select("img, [src]") == []
        assert soup.select("[href^='data:']") == []
        assert "x y z" in soup.get_text()
        assert "[1]" in soup.get_text()


@case("b150")
def test_an_address_is_escaped_once(given: Given) -> None:
    """A signed one is not shown, unless the application's policy is another."""
    (record,) = given.sources
    refused = render(given.answer, given.sources)
    assert refused.references[0].url is None
    options = Options(url_policy=UrlPolicy(secrets="allow"))
    for to in ("html", "email"):
        rendered = render(given.answer, given.sources, to=to, options=options)
        links = BeautifulSoup(rendered.html, "html.parser").select("a[href]")
        assert str(record["url"]) in [link["href"] for link in links]
        assert "&amp;se=2030&amp;x=1" in rendered.html
        assert "&amp;amp;" not in rendered.html
