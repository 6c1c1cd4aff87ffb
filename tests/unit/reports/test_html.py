from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

import pytest
from bs4 import BeautifulSoup, Tag

from citemark.answer import find_markers
from citemark.diagnostic import Applicability, Severity
from citemark.options import Options
from citemark.report import Checked
from tests.browser.harness import chromium
from tests.strategies import STOP, cite
from tests.unit.reports.reporting import checked, found, report

MARKER = cite("turn0file0", "L2-L3")
SOURCES = [
    {
        "source_id": "turn0file0",
        "title": "Tide <tables>",
        "url": "https://example.org/tides",
        "text": "\n".join(f"line <{number}>" for number in range(1, 31)),
    },
    {"source_id": "turn0file1", "url": "javascript:alert(1)"},
]


def page(*answers: Checked, sources: Iterable[object] | None = None) -> BeautifulSoup:
    return BeautifulSoup(report("html", *answers, sources=sources), "html.parser")


def texts(soup: BeautifulSoup | Tag, selector: str) -> list[str]:
    return [element.get_text() for element in soup.select(selector)]


def one(soup: BeautifulSoup, selector: str) -> Tag:
    (element,) = soup.select(selector)
    return element


def test_findings_stand_beside_the_line_they_are_about() -> None:
    text = f"One.\nLow **tide{MARKER}** xy.\n"
    soup = page(
        checked(
            text,
            found(text, MARKER, fix=Applicability.SAFE),
            found(text, "xy", severity=Severity.ERROR, fix=Applicability.UNSAFE),
        ),
        sources=SOURCES,
    )
    first, second, third = soup.select(".row")
    assert texts(first, ".text") == ["One."]
    assert first.select(".findings") == third.select(".findings") == []
    assert texts(second, ".text") == ["Low **tide⟦turn0file0 L2-L3⟧1** xy2."]
    assert texts(second, ".findings p") == [
        "Unexpected place",
        "Fix: Shout",
        "Unexpected place",
        "Fix: Shout (to be checked)",
    ]
    assert texts(second, ".level") == ["warning", "error"]
    assert texts(second, "a.marker.found.warning") == ["⟦turn0file0 L2-L3⟧"]
    assert texts(second, "span.found.error") == ["xy"]
    assert texts(soup, ".summary") == [
        "Found 2 findings (1 fixable with --fix, 1 with --unsafe-fixes)."
    ]
    assert texts(soup, "h2 .counts") == ["1 error, 1 warning", "2"]


def test_every_link_leads_somewhere_and_ids_are_unique() -> None:
    text = f"a{MARKER}{MARKER}\nb{MARKER}"
    answer = checked(text, found(text, MARKER), found(text, "a"), found(text, "b"))
    soup = page(answer, answer, sources=SOURCES)
    ids = [str(tag["id"]) for tag in soup.select("[id]")]
    assert len(ids) == len(set(ids))
    targets = {str(tag["href"]) for tag in soup.select('a[href^="#"]')}
    assert {f"#f{n}" for n in range(1, 7)} | {f"#m{n}" for n in range(1, 7)} <= targets
    assert targets <= {f"#{name}" for name in ids}


def test_overlapping_findings_show_the_worst_level_and_all_numbers() -> None:
    text = "abcdef"
    soup = page(
        checked(
            text,
            found(text, "abcd", severity=Severity.INFO),
            found(text, "bc", severity=Severity.ERROR),
            found(text, "cdef"),
        )
    )
    assert [
        (str(tag["class"][-1]), tag.get_text()) for tag in soup.select(".text > .found")
    ] == [("info", "a"), ("error", "bc"), ("warning", "d"), ("warning", "ef")]
    assert texts(soup, ".text") == ["abc2d1ef3"]
    assert texts(soup, "h2 .counts") == ["1 error, 1 warning, 1 info"]


def test_a_finding_without_characters_has_a_place_too() -> None:
    text = "a\n\nb"
    lines = page(checked(text, found(text, "\n\n"), found(text, "b"))).select(".text")
    assert [line.get_text() for line in lines] == ["a1", "", "b2"]
    empty = page(checked("", found("", "")))
    assert texts(empty, ".text") == ["1"]
    zero = page(checked("ab", found("ab", "")))
    assert texts(zero, ".found") == ["a"]


def test_a_marker_may_go_on_in_the_next_line() -> None:
    text = f"x{MARKER[:-1]}\n{STOP}y{MARKER}"
    soup = page(checked(text), sources=SOURCES)
    assert texts(soup, ".text") == [
        "x⟦turn0file0 L2-L3",
        "\\ue201y⟦turn0file0 L2-L3⟧",
    ]
    assert texts(soup, "a.marker") == [
        "⟦turn0file0 L2-L3",
        "\\ue201",
        "⟦turn0file0 L2-L3⟧",
    ]


def test_markers_of_unknown_sources_are_marked_but_no_links() -> None:
    soup = page(checked(f"a{cite('x')}{MARKER}"), sources=[SOURCES[1]])
    assert texts(soup, "span.marker") == ["⟦x⟧", "⟦turn0file0 L2-L3⟧"]
    assert soup.select("a.marker") == []


def test_markers_of_one_source_beside_each_other_are_two_links() -> None:
    soup = page(checked(f"{MARKER}{MARKER}"), sources=SOURCES)
    assert texts(soup, "a.marker") == ["⟦turn0file0 L2-L3⟧"] * 2


def test_sources_say_how_they_are_cited_and_show_the_lines() -> None:
    text = f"a{MARKER}{cite('turn0file0')}{cite('turn0file0', 'L9-L900')}"
    soup = page(checked(text), sources=SOURCES)
    first, second = soup.select(".sources > li")
    assert texts(first, ".meta") == ["turn0file0 · cited 3 times, L2-L3, L9-L900"]
    assert texts(second, ".meta") == ["turn0file1 · not cited"]
    assert texts(first, "a bdi") == ["Tide <tables>"]
    assert one(soup, ".sources a")["href"] == "https://example.org/tides"
    assert second.select("a, details") == []
    assert texts(first, ".excerpt .number") == [
        *("1", "2", "3", "4", "5", "⋮"),
        *map(str, range(7, 31)),
    ]
    assert texts(first, "mark")[:3] == ["line <2>", "line <3>", "line <9>"]


def test_an_excerpt_begins_where_the_citation_does_and_ends_some_time() -> None:
    long = {**SOURCES[0], "text": "x\n" * 5000}
    text = f"{cite('turn0file0', 'L40-L4000')}{cite('turn0file0', 'L4500')}"
    numbers = texts(page(checked(text), sources=[long]), ".excerpt .number")
    assert (numbers[0], len(numbers), numbers[-1]) == ("38", 205, "242")
    missing = cite("turn0file0", "L90")
    assert page(checked(missing), sources=SOURCES).select("details") == []


def test_places_of_all_kinds_stand_in_the_order_of_the_text() -> None:
    source = {**SOURCES[0], "text": "one\n\ntwo\nthree\n\nfour"}
    text = cite("turn0file0", "fig.1", "P3", "L9", "L3", "p2", "P1")
    kinds = ("lines", "paragraphs", "pages", "opaque")
    markers = tuple(find_markers(text, Options(locators=kinds)))
    soup = page(replace(checked(text), markers=markers), sources=[source])
    assert (
        one(soup, ".sources .meta")
        .get_text()
        .endswith("cited 6 times, P1, L3, P3, L9, fig.1, p2")
    )
    assert texts(soup, "mark") == ["one", "two", "four"]


def test_without_a_registry_there_is_no_list_of_sources() -> None:
    assert page(checked(f"a{MARKER}")).select(".sources") == []
    assert texts(page(checked("a"), sources=[]), ".sources") == ["\n"]


HOSTILE = "<script>alert(1)</script>\"'&{{ 7*7 }}\x1b\u202e"


def test_whatever_is_shown_is_escaped() -> None:
    text = f"{HOSTILE}{cite('turn0file0', 'L1')}"
    finding = found(text, "alert", message=HOSTILE)
    source = {
        "source_id": "turn0file0",
        "title": HOSTILE,
        "url": 'https://example.org/"><script>',
        "text": HOSTILE,
    }
    output = report("html", checked(text, finding, name=HOSTILE), sources=[source])
    soup = BeautifulSoup(output, "html.parser")
    assert soup.select("script, [onload], [onerror]") == []
    assert re.search("[\x00-\x08\x0e-\x1f\u202a-\u202e\ue200-\ue206]", output) is None
    assert "49" not in one(soup, "main").get_text()
    shown = HOSTILE.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
    assert texts(soup, ".findings p") == [shown]
    assert one(soup, ".text").get_text().startswith("<script>alert1(1)</script>")
    assert texts(soup, "h2")[0].startswith(shown)


def test_the_page_fetches_nothing_and_runs_nothing() -> None:
    soup = page(checked(f"![x](https://e.example/a.png){MARKER}"), sources=SOURCES)
    assert soup.select("script, link, img, iframe, object, [src], [style]") == []
    policy = one(soup, "meta[http-equiv]")["content"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"
    assert "url(" not in one(soup, "style").get_text()


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_it_fits_screens_and_is_readable(
    scheme: Literal["light", "dark"], width: int
) -> None:
    text = f"{'word ' * 60}{MARKER}\n{'x' * 300}{MARKER}\n"
    html = report("html", checked(text, found(text, MARKER)), sources=SOURCES)
    with chromium() as browser:
        view = browser.new_page(
            viewport={"width": width, "height": 700}, color_scheme=scheme
        )
        view.set_content(html)
        scroll = view.evaluate("document.documentElement.scrollWidth")
        beside = view.evaluate(
            "(([a, b]) => b.getBoundingClientRect().left > "
            "a.getBoundingClientRect().right - 1)"
            "([document.querySelector('.row:has(.findings) .text'), "
            "document.querySelector('.findings')])"
        )
        paper = view.evaluate("getComputedStyle(document.body).backgroundColor")
    assert scroll == width
    assert beside is (width == 1280)
    assert paper == {"light": "rgb(253, 253, 251)", "dark": "rgb(21, 24, 27)"}[scheme]
