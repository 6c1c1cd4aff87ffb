from __future__ import annotations

import re
from dataclasses import replace

from bs4 import BeautifulSoup

from citemark.review import review_page
from citemark.verification.judge import Label, Verdict
from tests.cases.support import cite
from tests.unit.review.test_sheet import ANSWER, RECORDS, report


def soup(answer: str, *labels: Label) -> BeautifulSoup:
    page = review_page(report(answer, RECORDS, *labels), RECORDS, name="a.md")
    return BeautifulSoup(page, "html.parser")


def words(page: BeautifulSoup, selector: str) -> list[str]:
    return [" ".join(each.get_text(" ").split()) for each in page.select(selector)]


def test_the_page_is_one_file_without_script() -> None:
    page = review_page(report(ANSWER), RECORDS)
    assert page.startswith("<!DOCTYPE html>\n")
    assert not re.search(r"<(?:script|link|img|iframe|form)\b|url\(|@import", page)
    assert "default-src 'none'" in page


def test_summary() -> None:
    (said,) = words(soup(ANSWER), ".summary")
    assert said.startswith("a.md : 3 passages to judge, 0 judged; 1 sentence needs a ")
    one = review_page(report(f"A 1.{cite('a')}"), RECORDS)
    assert '<p class="summary">1 passage to judge, 0 judged.</p>' in one
    two = soup("Opens at 9.\n\nCloses at 5.")
    assert words(two, ".summary")[0].endswith(
        "2 sentences need a citation and have none."
    )


def test_claim_beside_its_lines() -> None:
    page = soup(ANSWER)
    assert words(page, ".beside .said") == [
        "It opens at 9.",
        "It closes at 5.",
        "Monday | 9",
    ]
    assert words(page, ".cited .words")[:2] == ["Line 4.", "Line 5."]
    assert words(page, ".plain .said") == ["Hello!", "day | hour"]
    assert words(page, ".need") == ["No citation , needs one: number"]
    assert page.select_one(".source a[href='https://a.example/']")


def test_a_place_for_every_verdict_and_one_ticked() -> None:
    page = soup(ANSWER, Label.UNKNOWN, Label.CONTRADICTED)
    boxes = page.select("input[type=radio]")
    assert [each["value"] for each in boxes] == [
        *("supported", "partial", "unsupported", "contradicted"),
    ] * 3
    assert {each["name"] for each in boxes} == {"v1", "v2", "v3"}
    assert [(each["name"], each["value"]) for each in page.select("[checked]")] == [
        ("v2", "contradicted")
    ]
    assert len(page.select("textarea[aria-label]")) == 3
    assert words(page, ".verdict") == ["contradicted"]


def test_recorded_verdicts_say_whose_they_are() -> None:
    given = report(f"A 1.{cite('a', 'L1')}")
    (check,) = given.sentences
    verdict = Verdict(Label.PARTIAL, 0.5, "Half.", "anna")
    check = replace(check, verdicts=(verdict,))
    page = review_page(replace(given, sentences=(check,)), RECORDS)
    found = words(BeautifulSoup(page, "html.parser"), ".recorded")
    assert found == ["Recorded: partial (0.5) by anna : Half."]
    assert words(soup(ANSWER, Label.PARTIAL), ".recorded") == ["Recorded: partial"]


def test_repeated_pairs_and_empty_sources_are_said() -> None:
    page = soup(f"A 1.{cite('d')}\n\nA 1.{cite('d')}")
    assert words(page, ".meta") == [
        *("the citation names no place", "The source has no text."),
        *("the citation names no place", "The source has no text."),
        "The same pair stands above, under the same number.",
    ]
    assert len(page.select("fieldset")) == 1


def test_languages_and_directions() -> None:
    page = soup(f"تفتح في ٩.{cite('c')}{cite('b', 'L1')}")
    claims = page.select_one(".claims")
    assert claims
    assert (claims["lang"], claims["dir"]) == ("ar", "rtl")
    assert [(each.get("lang"), each["dir"]) for each in page.select(".lines")] == [
        ("ar", "rtl"),
        (None, "rtl"),
    ]
    assert [each.get("lang") for each in page.select(".source bdi")] == ["ar", None]
    assert {each["dir"] for each in page.select("fieldset")} == {"ltr"}


def test_long_passages_say_so() -> None:
    records = [{"source_id": "a", "text": "x\n" * 90}]
    page = review_page(report(f"A 1.{cite('a')}", records), records)
    assert "names no place; only its beginning is shown" in page
