from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from citemark import Options, pictures, render
from citemark.errors import ConfigError
from tests.cases.support import cite
from tests.golden_cases import case, slugs
from tests.unit.pictures.drawing import ANSWER, SOURCES, soup, texts, values


def test_the_page_has_the_answer_and_every_picture() -> None:
    page = pictures.report(ANSWER, SOURCES, name="a.md")
    assert str(render(ANSWER, SOURCES)) in page
    assert pictures.style() in page
    drawn = soup(page)
    assert texts(drawn, "h1") == ["Citation report a.md"]
    assert texts(drawn, "title")[0] == "Citation report – a.md"
    assert texts(drawn, "h2") == [
        "Sources",
        "Coverage",
        "Sources by sentence",
        "Inside the sources",
    ]
    assert texts(drawn, "dd") == ["3/5", "69%", "2/3"]
    assert len(drawn.select(".cxp-strip, .cxp-matrix, .cxp-annotated")) == 3


def test_parts_and_rows_lead_to_the_sources_on_the_page() -> None:
    drawn = soup(pictures.report(ANSWER, SOURCES))
    assert set(values(drawn, ".cxp-strip a", "href")) == {"#cx-.view1", "#cx-.view2"}
    assert values(drawn, ".cxp-source", "id") == ["cx-.view1", "cx-.view2"]


def test_without_citations_there_are_no_sources_to_look_into() -> None:
    drawn = soup(pictures.report("Nobody knows.", SOURCES))
    assert drawn.select(".cxp-annotated") == []
    assert texts(drawn, "dd") == ["0/1", "0%", "0/3"]
    assert texts(soup(pictures.report("")), "dd") == ["0/0", "0%", "0/0"]


@pytest.mark.parametrize(
    "language", ["de", "fr", "es", "ja", "zh", "zh-TW", "ko", "ar"]
)
def test_all_words_are_in_the_language_of_the_answer(language: str) -> None:
    records = [*SOURCES, {"source_id": "d", "status": "deleted", "title": "x"}]
    page = pictures.report(ANSWER, records, options=Options(language=language))
    words = soup(page).get_text(" ")
    english = pictures.report(ANSWER, records)
    for label in ("Citation report", "never cited", "uncited", "As a table", "Cited w"):
        assert label in english
        assert label not in words


def ids_and_targets(page: str) -> tuple[Counter[str], set[str]]:
    drawn = soup(page)
    targets = {link[1:] for link in values(drawn, 'a[href^="#"]', "href")}
    for name in ("aria-labelledby", "aria-describedby"):
        for value in values(drawn, f"[{name}]", name):
            targets.update(value.split())
    targets.update(re.findall(r'"url\(#([^)]+)\)"', page))
    return Counter(values(drawn, "[id]", "id")), targets


@pytest.mark.parametrize("slug", slugs())
def test_every_link_has_its_target_and_ids_are_unique(slug: str) -> None:
    given = case(slug)
    options = replace(given.options, heading_ids=True)
    pages = [
        pictures.report(given.answer, given.sources, options=options, id_prefix=prefix)
        for prefix in ("", "m1")
    ]
    ids, targets = ids_and_targets(pages[0])
    assert set(ids.values()) <= {1}
    assert targets <= set(ids)
    others, _ = ids_and_targets(pages[1])
    assert set(ids).isdisjoint(others)


def test_the_page_fetches_nothing_and_runs_nothing() -> None:
    answer = f"![x](https://e.example/a.png) Yes.{cite('a', 'L1')}"
    options = Options(images="allow", image_hosts=("e.example",))
    drawn = soup(pictures.report(answer, SOURCES, options=options))
    assert drawn.select("script, link, img, iframe, object, [src], [style]") == []
    policy = drawn.select("meta[http-equiv]")[0]["content"]
    assert policy == (
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
        "form-action 'none'"
    )


HOSTILE = "<script>alert(1)</script>\"'&{{ 7*7 }}\x1b\u202e\ue200cite\ue202b\ue201"


def test_whatever_is_shown_is_escaped() -> None:
    source = {
        "source_id": "a",
        "title": HOSTILE,
        "url": "https://example.org/",
        "text": HOSTILE,
        "heading_path": [HOSTILE],
    }
    answer = f"`{HOSTILE}` {cite('a', 'L1')}"
    records = [source, {**source, "source_id": "b"}]
    page = pictures.report(answer, records, name=HOSTILE)
    # What is kept of an answer is for `render` to decide.
    page = page.replace(str(render(answer, records)), "")
    drawn = soup(page)
    assert drawn.select("script, [onload], [onerror]") == []
    assert re.search("[\x00-\x08\x0e-\x1f\u202a-\u202e\ue200-\ue206]", page) is None
    assert "49" not in drawn.select("main")[0].get_text()


def test_no_more_than_what_is_cited_makes_the_page_grow() -> None:
    records = [
        {"source_id": f"s{number}", "text": "word\n" * 50} for number in range(2_000)
    ]
    page = soup(pictures.report(f"Yes.{cite('s1')}", records))
    page.select("style")[0].decompose()
    assert len(str(page)) < 25_000


def test_misuse_is_refused() -> None:
    with pytest.raises(ConfigError, match="answer: expected str, got bytes"):
        pictures.report(b"Yes.")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="answer: expected str, got NoneType"):
        pictures.strip(None)  # type: ignore[arg-type]
