"""E-mails in a real browser: readable everywhere, and they load nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from citemark import Options, Rendered, render
from tests.attacks import SENTENCE, TITLE, documents
from tests.browser.harness import chromium
from tests.browser.streaming import Surprises
from tests.cases.support import cite
from tests.golden_cases import case
from tests.mail_reader import through_gmail

pytestmark = pytest.mark.browser
_NARROW, _WIDE = 320, 600
_ENOUGH = 4.5
# Text → its contrast with what is behind it, where that is less than WCAG asks for.
_FAINT = """(enough) => {
  const numbers = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const channel = (byte) => {
    const part = byte / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const light = ([r, g, b]) =>
    0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const colour = numbers(getComputedStyle(element).backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = {};
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    if (!texts.currentNode.data.trim()) continue;
    const element = texts.currentNode.parentElement;
    const colour = numbers(getComputedStyle(element).color);
    const pair = [light(colour), light(behind(element))];
    const contrast = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
    if (contrast < enough) found[texts.currentNode.data.trim()] = contrast;
  }
  return found;
}"""
# Where each reference stands, and the last character before it.
_LINES = """() => [...document.querySelectorAll("sup")].map((sup) => {
  const range = new Range();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let before = null;
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (sup.contains(node)) break;
    if (node.data.replaceAll("\\u2060", "").trim()) before = node;
  }
  range.setStart(before, before.length - 1);
  range.setEnd(before, before.length);
  const lines = range.getClientRects();
  return lines[lines.length - 1].bottom > sup.getClientRects()[0].top;
})"""
RICH = (
    f"# Hours\n\nOpen **at nine**.{cite('a', 'L2')} `Code`, <mark>mark</mark>"
    f"{cite('x')}\n\n> Quoted.{cite('b')}\n\n| a | b |\n|--:|---|\n"
    f"| 1 | 2{cite('a', 'L1')} |\n\n```\n{'code ' * 40}\n```\n\n"
    f"{'x' * 200} [link](https://{'a' * 50}.example/b)\n"
)
SOURCES = [
    {
        "source_id": "a",
        "title": f"Opening hours {'y' * 150}",
        "url": "https://office.example/hours",
        "heading_path": ["Office", "z" * 90],
        "modified_at": "2026-04-02",
        "text": f"Hours\nWe open at nine.\n{'w' * 150}\nEnd.",
    },
    {"source_id": "b", "title": "Memo", "text": "Quoted."},
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def opened(
    browser: Browser,
    html: str,
    *,
    width: int = _WIDE,
    scheme: Literal["light", "dark"] = "light",
) -> Page:
    viewport = {"width": width, "height": 800}
    page = browser.new_page(viewport=viewport, color_scheme=scheme)  # type: ignore[arg-type] # has these keys
    page.route("**/*", lambda route: route.abort())
    page.set_content(html)
    return page


def rich() -> Rendered:
    options = Options(on_unresolved="mark")
    return render(RICH, SOURCES, to="email", options=options)


def mails() -> dict[str, Rendered]:
    slugs = ("answer-japanese", "answer-arabic", "raw-html-sanitized", "grouped")
    return {"rich": rich(), **{slug: case(slug).render("email") for slug in slugs}}


@pytest.mark.parametrize("width", [_WIDE, _NARROW])
@pytest.mark.parametrize("name", ["rich", "answer-japanese", "answer-arabic"])
def test_nothing_is_wider_than_the_screen(
    browser: Browser, name: str, width: int
) -> None:
    html = mails()[name].html
    for shown in (html, str(through_gmail(html))):
        page = opened(browser, shown, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["rich", "answer-arabic", "raw-html-sanitized"])
def test_all_text_stands_out(
    browser: Browser, name: str, scheme: Literal["light", "dark"]
) -> None:
    page = opened(browser, mails()[name].html, scheme=scheme)
    assert page.evaluate(_FAINT, _ENOUGH) == {}
    page.close()


def test_faint_text_is_found(browser: Browser) -> None:
    page = opened(browser, '<p style="color:#8a8a8a">faint</p><p>not</p>')
    assert list(page.evaluate(_FAINT, _ENOUGH)) == ["faint"]
    page.close()


def test_dark_mode_is_dark(browser: Browser) -> None:
    colours = {}
    for scheme in ("light", "dark"):
        page = opened(browser, rich().html, scheme=scheme)
        colours[scheme] = page.evaluate(
            "getComputedStyle(document.querySelector('td.cx')).backgroundColor"
        )
        page.close()
    assert colours == {"light": "rgb(253, 253, 251)", "dark": "rgb(21, 24, 27)"}


@pytest.mark.parametrize("name", ["answer-japanese", "answer-arabic", "grouped"])
def test_no_number_begins_a_line(browser: Browser, name: str) -> None:
    """At any width; without what joins them, some would."""
    html = mails()[name].html
    loose = html.replace("&#8288;", "")
    page = opened(browser, html)
    apart = opened(browser, loose)
    begun = 0
    for width in range(200, 640, 20):
        for window in (page, apart):
            window.set_viewport_size({"width": width, "height": 800})
        assert all(page.evaluate(_LINES)), width
        begun += not all(apart.evaluate(_LINES))
    assert begun
    page.close()
    apart.close()


@pytest.mark.parametrize(
    "html", ["<script>alert(1)</script>", '<img src="https://away.test/a.png">']
)
def test_what_mails_must_not_do_is_seen(browser: Browser, html: str) -> None:
    page = browser.new_page()
    surprises = Surprises(page, allowed="about:")
    page.route("**/*", lambda route: route.abort())
    page.set_content(html)
    assert surprises.seen
    page.close()


def test_no_attack_does_anything(browser: Browser) -> None:
    page = browser.new_page()
    page.route("**/*", lambda route: route.abort())
    surprises = Surprises(page, allowed="about:")
    found = {}
    for name, given in documents():
        page.set_content(render(given.answer, given.records, to="email").html)
        shown = page.evaluate("document.body.innerText")
        page.evaluate(
            "document.querySelectorAll('*').forEach("
            "it => it.dispatchEvent(new Event('mouseover')))"
        )
        missing = [each for each in (SENTENCE, TITLE, "[1]") if each not in shown]
        if missing or surprises.seen:
            found[name] = [*missing, *surprises.seen]
            surprises.seen.clear()
    assert found == {}
    page.close()
