"""Pictures of hostile answers and sources in a real browser, and how they fit there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import pytest
from playwright.sync_api import Browser, Dialog, Page

from citemark import Options, pictures, render
from tests.attacks import SENTENCE, TITLE, Given, documents
from tests.browser.harness import Fragment, Harness, chromium
from tests.cases.support import cite

pytestmark = pytest.mark.browser
_PREFIX = "check-"
# What a drawing consists of besides HTML; the audit names whatever else it finds.
_SVG = "svg|defs|pattern|circle|path|rect|text|title|desc|g|a"
_DRAWING_RE = re.compile(
    rf"element: (?:{_SVG})"
    r"|attribute: (?:svg|pattern|circle|path|rect|text|g|a|div) (?:"
    r"(?:x|y|dy|r|rx|cx|cy|d|width|height)=[-\d.%A-Zem ]*"
    r"|fill=(?:#[0-9a-f]{3,6}|currentColor|url\(#check-[\w.-]*\))"
    r"|stroke=(?:#[0-9a-f]{3,6}|currentColor|Canvas)"
    r"|(?:fill-opacity|stroke-opacity|stroke-width|font-size|font-weight)=[\d.]*"
    r"|(?:stroke-linejoin|paint-order|text-anchor|overflow)=[a-z]*"
    r"|(?:patternUnits|patternTransform)=[\w()]*"
    r"|focusable=false|tabindex=(?:-1|0)|aria-describedby=check-[\w.-]*)"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def fragment(given: Given, number: int) -> Fragment:
    prefix = f"{_PREFIX}{number}-"
    answer, records = given.answer, given.records
    drawn = [
        each(answer, records, id_prefix=prefix)
        for each in (render, pictures.strip, pictures.matrix, pictures.annotated)
    ]
    return Fragment("".join(map(str, drawn)), prefix)


def surprises(faults: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """Return *faults* without the elements and attributes of our own drawings."""
    found = {
        name: [each for each in lines if not _DRAWING_RE.fullmatch(each)]
        for name, lines in faults.items()
    }
    return {name: lines for name, lines in found.items() if lines}


def test_surprises_in_drawings_are_found(browser: Browser) -> None:
    html = (
        '<svg><rect fill="url(https://away.test/)" onclick="alert(1)"></rect>'
        "<script>alert(2)</script><use href='#x'></use></svg>"
    )
    lines = Harness(browser).faults(Fragment(html, _PREFIX))
    assert surprises({"x": lines})["x"] == [
        "attribute: rect fill=url(https://away.test/)",
        "attribute: rect onclick=alert(1)",
        "element: script",
        "element: use",
        "img-src: https://away.test/ ",
        "request: https://away.test/",
        "script-src-attr: inline ",
        "script-src-elem: inline ",
        "script: alert(1)",
        "script: alert(2)",
    ]


def test_drawings_are_harmless(browser: Browser) -> None:
    harness = Harness(browser)
    drawn = {
        name: fragment(given, number)
        for number, (name, given) in enumerate(documents())
    }
    faults: dict[str, list[str]] = {}
    names = list(drawn)
    for at in range(0, len(names), 16):
        batch = [drawn[name] for name in names[at : at + 16]]
        faults[names[at]] = harness.faults(*batch, expected=(SENTENCE, TITLE))
    assert surprises(faults) == {}


def test_pages_run_nothing_and_ask_for_nothing(browser: Browser) -> None:
    page = browser.new_page()
    seen: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        seen.append("dialog")
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.on("console", lambda message: seen.append(message.text))
    page.on("popup", lambda _: seen.append("popup"))
    page.on("request", lambda request: seen.append(request.url))
    for name, given in list(documents())[::9]:
        page.set_content(pictures.report(given.answer, given.records, name=name))
        assert page.locator("h2", has_text="Coverage").is_visible()
        assert (name, seen) == (name, [])


RECORDS = [
    {
        "source_id": f"s{number}",
        "title": f"{'Title ' * (number % 9)}{'x' * number * 4}",
        "url": f"https://office.example/{'y' * number}",
        "text": "A line of text, and some more of it.\n" * 80 + "z" * 300,
        "modified_at": "2026-05-02",
        "retrieved_at": "2026-05-01",
    }
    for number in range(1, 30)
]
LONG = " ".join(
    f"{'Word ' * number}.{cite(f's{number}', f'L{number}')}{cite('s1', 'L81')}"
    for number in range(1, 25)
)
SHORT = f"Yes.{cite('s3')}"


def shown(
    browser: Browser, html: str, width: int, scheme: Literal["light", "dark"]
) -> Page:
    page = browser.new_page(
        viewport={"width": width, "height": 800}, color_scheme=scheme
    )
    page.set_content(html)
    return page


@pytest.mark.parametrize("language", ["en", "ja", "ar"])
@pytest.mark.parametrize("width", [320, 1100])
@pytest.mark.parametrize("answer", [SHORT, LONG], ids=["short", "long"])
def test_pages_fit_screens(
    browser: Browser, answer: str, width: int, language: str
) -> None:
    html = pictures.report(answer, RECORDS, options=Options(language=language))
    page = shown(browser, html, width, "light")
    page.evaluate(
        "for (const each of document.querySelectorAll('details'))each.open = 1"
    )
    assert page.evaluate("document.documentElement.scrollWidth") == width
    bar = page.locator(".cxp-bar").bounding_box()
    assert bar is not None
    assert bar["width"] > width * 0.8
    page.close()


def test_the_bar_is_filled_from_end_to_end(browser: Browser) -> None:
    html = pictures.report(LONG, RECORDS)
    page = shown(browser, html, 1100, "light")
    gaps = page.evaluate(
        """() => {
          const bar = document.querySelector('.cxp-bar').getBoundingClientRect();
          const boxes = [...document.querySelectorAll('.cxp-bar rect')]
            .map((rect) => rect.getBoundingClientRect());
          const ends = [bar.left, ...boxes.map((box) => box.right)];
          const starts = [...boxes.map((box) => box.left), bar.right];
          return starts.filter((at) => !ends.some((end) => Math.abs(end - at) < 3));
        }"""
    )
    assert gaps == []
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_links_jump_between_answer_and_pictures(
    browser: Browser, scheme: Literal["light", "dark"]
) -> None:
    html = pictures.report(LONG, RECORDS)
    page = shown(browser, html, 1100, scheme)
    targets = []
    for link in (".cxp-bar a", ".cxp-lane a", ".cxp-back", ".cxp-source h3 a"):
        page.locator(link).first.click()
        targets.append(page.evaluate("document.querySelector(':target').id"))
    assert targets == ["cx-.view1", "cx-r1", "cx-r1", "cx-s1"]
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == {"light": "rgb(253, 253, 251)", "dark": "rgb(21, 24, 27)"}[scheme]
    page.close()
