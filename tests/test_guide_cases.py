"""What the cases of the citation guide and of the article must give, by hand.

The expected files beside the inputs are produced; these assertions are not.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import pytest
from bs4 import BeautifulSoup, Tag

import citemark

GOLDEN = Path(__file__).parents[1] / "golden"
MARKER_CHARACTERS = re.compile(
    "[\ue200-\ue206]|%EE%88%8[0-6]|&#x?e20[0-6];", re.IGNORECASE
)
EXPECTED = Path(__file__).parent / "cases" / "guide.toml"


@dataclass(frozen=True, slots=True)
class Case:
    """One golden case and what a reader must find in it (see ``guide.toml``)."""

    slug: str
    numbers: str
    entries: dict[str, str]
    located: Sequence[str] = ()
    codes: Sequence[str] = ()


CASES = tuple(
    Case(slug, **table)
    for slug, table in tomllib.loads(EXPECTED.read_text("utf-8")).items()
)
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.slug)


@cache
def rendered(
    slug: str, to: Literal["html", "markdown", "text"] = "html"
) -> citemark.Rendered:
    folder = GOLDEN / slug
    table = tomllib.loads((folder / "case.toml").read_text("utf-8"))
    answer = (folder / "input.md").read_bytes().decode()
    sources = citemark.SourceRegistry.load(folder / "sources.json")
    options = citemark.Options(**table.get("options", {}))
    return citemark.render(answer, sources, to=to, options=options)


@cache
def soup(slug: str) -> BeautifulSoup:
    return BeautifulSoup(str(rendered(slug).body), "html.parser")


def noterefs(slug: str) -> list[Tag]:
    return soup(slug).select('a[role="doc-biblioref"]')


def entries(slug: str) -> list[Tag]:
    return soup(slug).select('section[role="doc-bibliography"] > ol > li')


def test_every_case_of_the_guide_and_the_article_is_here() -> None:
    folders = {
        path.name
        for path in GOLDEN.iterdir()
        if path.name.startswith(("guide-", "article-"))
    }
    assert folders - {"guide-escaped-notation"} == {case.slug for case in CASES}


@every_case
def test_the_text_shows_the_numbers_in_order(case: Case) -> None:
    shown = [link.get_text() for link in noterefs(case.slug)]
    assert [f"[{number}]" for number in case.numbers.split()] == shown


@every_case
def test_each_number_links_to_the_entry_with_that_number(case: Case) -> None:
    # To the entry itself, or to the cited line in its excerpt.
    numbers = {
        place["id"]: item["value"]
        for item in entries(case.slug)
        for place in (item, *item.select("[id]"))
    }
    hrefs = [str(link["href"]).removeprefix("#") for link in noterefs(case.slug)]
    assert case.numbers.split() == [numbers[href] for href in hrefs]


@every_case
def test_the_list_shows_the_titles(case: Case) -> None:
    names = [item.find("cite") for item in entries(case.slug)]
    assert list(case.entries) == [name and name.get_text() for name in names]


@every_case
def test_the_titles_link_to_the_sources(case: Case) -> None:
    links = [item.select_one("a:has(cite)") for item in entries(case.slug)]
    assert list(case.entries.values()) == [link and link["href"] for link in links]


@every_case
def test_every_way_back_leads_to_its_own_reference(case: Case) -> None:
    back = [link["href"] for link in soup(case.slug).select('a[role="doc-backlink"]')]
    assert sorted(f"#{link['id']}" for link in noterefs(case.slug)) == sorted(back)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.located], ids=lambda case: case.slug
)
def test_the_located_lines_are_highlighted(case: Case) -> None:
    marked = [
        mark.get_text() for item in entries(case.slug) for mark in item.find_all("mark")
    ]
    for line in case.located:
        assert marked.count(line) == 1


@every_case
def test_the_findings_are_these(case: Case) -> None:
    found = [diagnostic.code for diagnostic in rendered(case.slug).diagnostics]
    assert list(case.codes) == found


@every_case
@pytest.mark.parametrize("to", ["html", "markdown", "text"])
def test_no_output_leaks_a_marker(
    case: Case, to: Literal["html", "markdown", "text"]
) -> None:
    body = str(rendered(case.slug, to).body)
    ids = {citation.source_id for citation in rendered(case.slug).citations}
    assert not MARKER_CHARACTERS.search(body)
    assert not [one for one in ids if re.search(rf"\b{one}\b", body)]


@every_case
def test_markdown_calls_the_same_numbers(case: Case) -> None:
    text = str(rendered(case.slug, "markdown").body)
    calls = re.findall(r"(?<!\\)\[\^([a-z0-9_-]+)\](?!:)", text)
    assert case.numbers.split() == [re.sub(r"\D", "", call) for call in calls]


@every_case
def test_markdown_defines_each_number_once(case: Case) -> None:
    text = str(rendered(case.slug, "markdown").body)
    defined = re.findall(r"^\[\^([a-z0-9_-]+)\]: ", text, re.MULTILINE)
    assert [str(at) for at in range(1, len(case.entries) + 1)] == [
        re.sub(r"\D", "", label) for label in defined
    ]


@every_case
def test_text_shows_numbers_titles_and_urls(case: Case) -> None:
    text = str(rendered(case.slug, "text").body)
    for number, (title, url) in enumerate(case.entries.items(), 1):
        assert f"[{number}] {title}" in text
        assert url in text


def test_the_space_before_a_marker_goes() -> None:
    paragraph = soup("guide-on-call-handoff").find("p")
    assert paragraph is not None
    assert paragraph.get_text() == (
        "How on-call duty is handed over is written down in the notes of the "
        "weekly support sync.[1]"
    )


def test_japanese_text_gets_no_space_before_a_number() -> None:
    paragraphs = [p.get_text() for p in soup("article-claims").find_all("p")]
    assert paragraphs[0] == (
        "返品の期限は到着から14日です。[1]ただし、返品できない商品もあります。[1][2]"
    )


def test_french_spaces_stay_where_they_are() -> None:
    text = soup("guide-french").get_text()
    assert "requérant ; la Cour suprême l’a dit clairement.[1]" in text
    assert "repart pour un an[2] ; toute remise" in text
    assert "« Un préavis écrit de trente jours suffit. »[2]" in text


def test_a_korean_table_keeps_its_cells() -> None:
    cells = [cell.get_text() for cell in soup("guide-korean-unit-table").select("td")]
    assert cells == [
        "문서",
        "어느 문서인지만 밝히면 될 때[1]",
        "범위가 넓음",
        "블록",
        "단순함과 정밀함을 함께 얻고 싶을 때[1]",
        "줄까지 짚지는 못함[1]",
        "줄 범위",
        "L42-L47처럼 정확한 구절을 보여 줄 때[1]",
        "모델에게 더 어려움",
    ]


def test_escapes_in_a_table_of_code_stay_text() -> None:
    codes = [
        code.get_text() for code in soup("guide-korean-piece-table").select("td code")
    ]
    assert codes == [
        "CITATION_START",
        "\\ue200",
        "cite",
        "CITATION_DELIMITER",
        "\\ue202",
        "turn0file1",
        "turn0block1",
        "L8-L13",
        "CITATION_STOP",
        "\\ue201",
    ]


def test_a_bare_id_stays_in_the_prose() -> None:
    paragraph = soup("guide-bare-id-in-prose").find("p")
    assert paragraph is not None
    assert paragraph.get_text() == "See turn0file0 for the rota; it changes weekly.[1]"


def test_escapes_are_text_and_reported() -> None:
    paragraph = soup("guide-escaped-notation").find("p")
    assert paragraph is not None
    assert paragraph.get_text() == (
        "Handover is on Monday. \\ue200cite\\ue202turn0file3\\ue202L8-L13\\ue201 "
        "It takes a quarter of an hour.[1]"
    )


def test_a_document_without_locator_gives_its_beginning() -> None:
    (citation,) = rendered("guide-document-id").citations
    assert citation.locator is None
    assert citation.excerpt == (
        "Staff may work from home on up to three days a week. "
        "Any further remote day needs the approval of the manager. "
        "Approved accommodations can be a reason for an…"
    )


def test_a_date_of_the_registry_is_shown_as_given() -> None:
    (item,) = entries("guide-document-id")
    time = item.select_one("time")
    assert time is not None
    assert time["datetime"] == "2026-03-01"


def test_an_excerpt_field_holds_the_located_lines_only() -> None:
    (citation,) = rendered("guide-line-locator").citations
    assert citation.locator == "L1-L2"
    assert citation.excerpt == (
        "Staff may work from home on up to three days a week.\n"
        "Any further remote day needs the approval of the manager."
    )


def test_one_source_with_three_lines_gives_three_citation_objects() -> None:
    citations = rendered("guide-line-level-tool-output").citations
    assert [
        (citation.citation_id, citation.number, citation.locator)
        for citation in citations
    ] == [("C1", 1, "L1"), ("C2", 1, "L2"), ("C3", 1, "L3")]


def test_citation_objects_follow_the_answer_not_the_registry() -> None:
    citations = rendered("guide-several-sources-one-marker").citations
    assert [
        (citation.citation_id, citation.source_id, citation.number)
        for citation in citations
    ] == [("C1", "turn0search0", 1), ("C2", "turn1news2", 2)]


def test_the_citation_object_of_the_article_field_by_field() -> None:
    (citation,) = rendered("article-citation-object").citations
    assert citation.citation_id == "C1"
    assert citation.source_id == "S2"
    assert citation.document_id == "wp:481"
    assert citation.chunk_id == "wp:481:return-policy:0"
    assert citation.title == "返品について"
    assert citation.heading == "返品条件 > 受付期限"
    assert citation.url == "https://example.com/returns/#return-deadline"
    assert citation.excerpt == (
        "お届けから14日のあいだ、返品を受け付けます。 "
        "開封した食品とギフト券は対象になりません。 "
        "送料はお客様の負担です。"
    )
    assert citation.source_modified_at == "2026-08-10T03:20:00Z"
    assert citation.retrieved_at == "2026-08-17T05:01:22Z"
    assert citation.number == 1
    assert citation.locator is None


def test_a_citation_object_says_where_the_answer_cites() -> None:
    answer = (GOLDEN / "article-claims" / "input.md").read_text("utf-8")
    citations = rendered("article-claims").citations
    assert [answer[citation.start : citation.end] for citation in citations] == [
        "\ue200cite\ue202S2\ue201",
        "\ue200cite\ue202S2\ue202S4\ue201",
        "\ue200cite\ue202S2\ue202S4\ue201",
    ]


def test_the_excerpt_is_the_first_160_characters_of_the_chunk() -> None:
    (citation,) = rendered("article-excerpt-160").citations
    assert len(citation.excerpt.removesuffix("…")) == 160
    assert citation.excerpt.startswith("第1条、お届け先が北海道の場合は、")
    assert citation.excerpt.endswith("5日以内にお届けします。第…")


def test_refused_sources_leave_their_sentences_unsupported() -> None:
    stretches = rendered("article-refused-sources").unsupported
    assert [(one.text, one.source_ids) for one in stretches] == [
        ("期限は14日です。", ("S9",)),
        ("食品は除きます。", ("S2",)),
    ]


def test_a_source_without_a_title_is_named_after_its_host() -> None:
    reference = rendered("article-refused-sources").references[1]
    assert (reference.title, reference.titled) == ("example.com", False)
