"""What holds for every golden case, whatever it shows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup

from citemark import extract_citations, render, scan
from citemark.document.layout import CANDIDATES
from citemark.render.body import sanitizer_named
from citemark.render.policies import OUTPUT_POLICY
from tests.golden_cases import case, slugs

_MARKER_CHARACTERS = re.compile(r"[\ue200-\ue206]|%EE%88%8", re.IGNORECASE)


def _soup(slug: str) -> BeautifulSoup:
    golden = case(slug)
    return BeautifulSoup(str(golden.rendered("html")), "html.parser")


@pytest.mark.parametrize("slug", slugs())
def test_nothing_leaks(slug: str) -> None:
    golden = case(slug)
    for to in ("html", "markdown", "text"):
        body = str(golden.rendered(to))
        assert not _MARKER_CHARACTERS.search(body)
        for character in CANDIDATES:
            assert body.count(character) <= golden.answer.count(character)
        if "bare-id" in slug:
            continue
        for extracted in extract_citations(
            golden.answer, families=("cite", "filecite")
        ):
            for source_id in extracted["source_ids"]:
                if golden.answer.count(source_id) == _marked(golden.answer, source_id):
                    assert source_id not in body


def _marked(answer: str, source_id: str) -> int:
    return sum(marker.raw.count(source_id) for marker in scan(answer))


@pytest.mark.parametrize("slug", slugs())
def test_ids_are_unique_and_links_arrive(slug: str) -> None:
    soup = _soup(slug)
    ids = Counter(str(tag["id"]) for tag in soup.select("[id]"))
    assert [name for name, count in ids.items() if count > 1] == []
    targets = [str(tag["href"])[1:] for tag in soup.select('[href^="#"]')]
    assert set(targets) <= set(ids)


@pytest.mark.parametrize("slug", slugs())
def test_every_reference_has_its_way_back(slug: str) -> None:
    soup = _soup(slug)
    references = [str(tag["id"]) for tag in soup.select("a[role=doc-biblioref]")]
    back = [str(tag["href"])[1:] for tag in soup.select("a[role=doc-backlink]")]
    assert sorted(back) == sorted(references)
    names = [str(tag["aria-label"]) for tag in soup.select("a[role=doc-backlink]")]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("slug", slugs())
def test_numbers_agree(slug: str) -> None:
    golden = case(slug)
    soup = _soup(slug)
    rendered = golden.rendered("html")
    listed = [
        int(str(item["value"])) for item in soup.select("section.cx-src > ol > li")
    ]
    assert listed == [reference.number for reference in rendered.references]
    shown = {
        int(number)
        for tag in soup.select("a[role=doc-biblioref]")
        for number in re.findall(r"\d+", tag.get_text())
    }
    assert shown == set(listed)
    assert {citation.number for citation in rendered.citations} >= shown
    text = str(golden.rendered("text"))
    assert all(f"[{number}]" in text or "," in text for number in listed)


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("engine", ["nh3", "bleach"])
def test_finished_html_passes_the_sanitizers_unchanged(engine: str, slug: str) -> None:
    golden = case(slug)
    if golden.page:
        return
    html = str(golden.rendered("html"))
    assert sanitizer_named(engine).clean(html, OUTPUT_POLICY) == html


@pytest.mark.parametrize("slug", slugs())
def test_two_answers_share_a_page(slug: str) -> None:
    golden = case(slug)
    pages = [golden.render("html", id_prefix=prefix) for prefix in ("m1", "m2")]
    first, second = (
        {
            str(tag["id"])
            for tag in BeautifulSoup(str(page), "html.parser").select("[id]")
        }
        for page in pages
    )
    assert not first & second


@pytest.mark.parametrize("slug", slugs())
def test_always_sanitizing_changes_nothing(slug: str) -> None:
    golden = case(slug)
    always = replace(golden.options, sanitize="always")
    rendered = render(
        golden.answer,
        golden.sources,
        theme=golden.theme,
        page=golden.page,
        id_prefix=golden.id_prefix,
        options=always,
    )
    assert str(rendered) == str(golden.rendered("html"))
