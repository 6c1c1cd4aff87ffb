"""Every theme in a real browser, served under a strict policy: what readers get."""

from __future__ import annotations

import itertools
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from citemark import theme_css
from tests import needed
from tests.browser.documentation import build_site, show_site
from tests.browser.gallery import (
    LANGUAGES,
    THEMES,
    Gallery,
    Scheme,
    example,
    two_examples,
)
from tests.browser.harness import chromium

pytestmark = pytest.mark.browser
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
_TARGETS = ("", "#a1-s1", "#a1-r2")
_WIDTHS = (320, 640)
# The rest is seen at its narrowest, with and without a target.
_WHOLE_GRID = ("base", "article", "chat")
_SHEET_RE = re.compile("<style>(.*?)</style>", re.DOTALL)
_NARROWEST, _WIDEST, _STEP = 240, 640, 8
# References that begin a line though they stand behind a word.
_TORN = """() => [...document.querySelectorAll("article > :not(section) .cx-ref")]
  .filter((ref) => {
    const before = ref.previousSibling;
    if (!before?.data) return false;
    const range = new Range();
    range.setStart(before, before.length - 1);
    range.setEnd(before, before.length);
    const link = ref.querySelector("a").getClientRects()[0];
    return link.top > range.getBoundingClientRect().bottom;
  }).length"""
_LUMINANCE = """() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  const style = getComputedStyle(document.querySelector("body"));
  canvas.fillStyle = style.backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return (red + green + blue) / 765;
}"""
_OPEN = "() => document.querySelector(':popover-open')?.id ?? null"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def gallery(browser: Browser) -> Iterator[Gallery]:
    gallery = Gallery(browser)
    yield gallery
    gallery.close()


def reference(page: Page, index: int = 0) -> str:
    """Hover over a reference; return the id of its card, once that is open."""
    link = page.locator("a[role=doc-biblioref]").nth(index)
    link.hover()
    page.wait_for_function(_OPEN)
    return str(link.get_attribute("interestfor"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    gallery: Gallery, theme: str, language: str
) -> None:
    whole = theme in _WHOLE_GRID
    targets, widths = (_TARGETS, _WIDTHS) if whole else (_TARGETS[:2], _WIDTHS[:1])
    html = two_examples(theme, language)
    for scheme in SCHEMES:
        page = gallery.show(html, theme, scheme=scheme)
        for target, width in itertools.product(targets, widths):
            gallery.resize(width)
            page.evaluate("(target) => { location.hash = target }", target)
            assert gallery.findings() == [], (scheme, target, width)
            wide = page.evaluate("document.scrollingElement.scrollWidth")
            assert wide <= width, (scheme, target)
        assert gallery.refused() == []


def test_axe_would_find_something(gallery: Gallery) -> None:
    css = ".cx { color: #999 } .cx .cx-back a { min-inline-size: 0; color: #aaa }"
    gallery.show(two_examples("base", "en"), "base", css=css)
    assert {each.partition(":")[0] for each in gallery.findings()} >= {"color-contrast"}


@pytest.mark.parametrize("theme", THEMES)
def test_a_page_with_its_sheet_in_a_file_passes_a_strict_policy(
    gallery: Gallery, theme: str
) -> None:
    page = gallery.show(example(theme, "en"), theme)
    assert gallery.refused() == []
    margin = page.evaluate("getComputedStyle(document.body).marginTop")
    assert margin == "0px"


def test_what_the_policy_refuses_is_noted(gallery: Gallery) -> None:
    page = gallery.show(example("base", "en", stylesheet=None), "base")
    assert gallery.refused() == ["style-src-elem inline"]
    margin = page.evaluate("getComputedStyle(document.body).marginTop")
    assert margin == "8px"


def test_the_sheet_in_the_page_is_the_text_that_the_manual_hashes() -> None:
    html = example("article", "en", stylesheet=None)
    (sheet,) = _SHEET_RE.findall(html)
    assert sheet == f"\n{theme_css('article')}"


@pytest.mark.parametrize("theme", THEMES)
def test_a_card_opens_over_a_reference_and_escape_closes_it(
    gallery: Gallery, theme: str
) -> None:
    page = gallery.show(example(theme, "en"), theme)
    card = reference(page, 1)
    assert page.evaluate(_OPEN) == card
    box = page.locator(f"#{card}").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 900
    assert page.locator(f"#{card} mark").first.is_visible()
    page.keyboard.press("Escape")
    assert page.evaluate(_OPEN) is None


@pytest.mark.parametrize("theme", THEMES)
def test_a_reference_leads_to_its_line_in_an_excerpt_that_opens(
    gallery: Gallery, theme: str
) -> None:
    page = gallery.show(example(theme, "en"), theme)
    page.mouse.move(0, 0)
    link = page.locator("a[role=doc-biblioref]").first
    line = page.locator(f"[id='{str(link.get_attribute('href'))[1:]}']")
    plain = line.evaluate("(it) => getComputedStyle(it).backgroundColor")
    assert not line.is_visible()
    link.click()
    assert line.is_visible()
    style = line.evaluate(
        "(it) => (({ outlineStyle, backgroundColor }) =>"
        " [outlineStyle, backgroundColor])(getComputedStyle(it))"
    )
    assert style == ["solid", plain]
    page.mouse.move(0, 0)
    page.keyboard.press("Escape")
    page.locator("a[role=doc-backlink]").first.click()
    assert page.evaluate("document.querySelector(':target').id") == "a1-r1"


@pytest.mark.parametrize("theme", THEMES)
def test_line_numbers_are_seen_and_not_copied(gallery: Gallery, theme: str) -> None:
    page = gallery.show(example(theme, "en"), theme)
    copied = page.evaluate(
        """() => {
          const details = document.querySelector(".cx-src details");
          details.open = true;
          getSelection().selectAllChildren(details.querySelector(".cx-ex"));
          return getSelection().toString();
        }"""
    )
    assert page.locator(".cx-src .cx-n").first.is_visible()
    assert "Heat pumps were installed" in copied
    assert not re.search(r"^\s*\d+\s*(?:Heat|No type|$)", copied, re.MULTILINE)


def test_without_a_sheet_a_page_reads_in_order(gallery: Gallery) -> None:
    page = gallery.show(two_examples("base", "en", sheet=False), "base", width=320)
    text = page.locator("main").inner_text()
    steps = (
        *("Heat pumps in old houses", "[1]", "Sources a1", "Heat pumps in existing"),
        *("Updated 2025-11-18", "Excerpt", "Back to text: a b c", "Sources a2"),
    )
    places = [text.find(step) for step in steps]
    assert places == sorted(places)
    assert min(places) >= 0
    assert not page.locator(".cx-card").first.is_visible()
    numbers = page.locator(".cx-src > ol > li").first
    assert numbers.evaluate("(it) => getComputedStyle(it).listStyleType") == "decimal"
    reference(page)


@pytest.mark.parametrize("theme", [each for each in THEMES if each != "academic"])
@pytest.mark.parametrize("language", ["ja"])
def test_no_reference_begins_a_line(
    gallery: Gallery, theme: str, language: str
) -> None:
    page = gallery.show(example(theme, language), theme)
    torn = {}
    for width in range(_NARROWEST, _WIDEST, _STEP):
        gallery.resize(width)
        if found := page.evaluate(_TORN):
            torn[width] = found
    assert torn == {}


def test_references_would_begin_lines_without_the_joiner(gallery: Gallery) -> None:
    page = gallery.show(
        example("base", "ja"), "base", css=".cx-ref::before { content: none }"
    )
    torn = 0
    for width in range(_NARROWEST, _WIDEST, _STEP):
        gallery.resize(width)
        torn += page.evaluate(_TORN)
    assert torn > 0


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_page_follows_the_scheme_of_the_reader(
    gallery: Gallery, theme: str, scheme: Scheme
) -> None:
    page = gallery.show(example(theme, "en"), theme, scheme=scheme)
    luminance = page.evaluate(_LUMINANCE)
    assert luminance > 0.9 if scheme == "light" else luminance < 0.15


@pytest.mark.parametrize("theme", THEMES)
def test_paper_shows_excerpts_and_addresses_and_nothing_to_click(
    gallery: Gallery, theme: str, tmp_path: Path
) -> None:
    page = gallery.show(example(theme, "en"), theme, scheme="dark")
    page.emulate_media(media="print")
    assert (
        page.evaluate(_LUMINANCE) > 0.9
        or page.evaluate("getComputedStyle(document.body).backgroundColor")
        == "rgba(0, 0, 0, 0)"
    )
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert not page.locator(".cx-back").first.is_visible()
    file = tmp_path / "page.pdf"
    page.pdf(path=file, format="A4")
    pdftotext = needed.program("pdftotext")
    command = [pdftotext, "-layout", str(file), "-"]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    assert "These systems used a third more electricity" in text
    # An address may take two lines.
    address = "<https://installers.example.net/checklists/air-water>"
    assert address in "".join(text.split())
    assert "Back to text" not in text


def test_a_site_may_restyle_everything_without_a_layer(gallery: Gallery) -> None:
    css = ".cx { --cm-accent: rgb(1, 2, 3) } .cx-title { letter-spacing: 5px }"
    page = gallery.show(example("article", "en"), "article", css=css)
    title = page.locator("a.cx-title").first
    style = "(it) => [getComputedStyle(it).color, getComputedStyle(it).letterSpacing]"
    assert title.evaluate(style) == ["rgb(1, 2, 3)", "5px"]


def test_the_docs_theme_calls_off_what_a_site_does_to_lists_and_details(
    gallery: Gallery,
) -> None:
    site = """
      .md-typeset details { border: 3px solid red; display: flow-root; margin: 40px }
      [dir] .md-typeset ol li { margin-left: 99px }
      html .md-typeset details > :last-child { margin-bottom: 50px }
      .md-typeset summary::after { content: "x" }
      .md-typeset h2 { font-size: 60px }"""
    html = example("docs", "en").replace("<main>", '<main class="md-typeset">')
    page = gallery.show(html, "docs", css=site)
    found = page.evaluate(
        """() => {
          const of = (selector, property, pseudo) => getComputedStyle(
            document.querySelector(`.cx-src ${selector}`), pseudo)[property];
          return [of("details", "borderTopWidth"), of("ol > li", "marginLeft"),
            of("summary", "content", "::after"), of("h2", "fontSize") === "60px"];
        }"""
    )
    assert found == ["0px", "0px", "none", False]
    ours = page.evaluate(
        "getComputedStyle(document.querySelector('.cx > h2')).fontSize"
    )
    assert ours == "60px", "the prose is the site's"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site"))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_page_of_documentation_takes_us_for_its_own(
    browser: Browser, site: Path, scheme: Scheme
) -> None:
    page = show_site(browser, site, scheme)
    page.evaluate(
        "document.querySelector('.md-typeset').append(Object.assign("
        "document.createElement('a'), { href: '#', id: 'link' }))"
    )
    colour = "(it) => getComputedStyle(it).color"
    theirs = page.locator("#link").evaluate(colour)
    for ours in (".cx-ref a", ".cx-src a.cx-title", ".cx-back a"):
        assert page.locator(ours).first.evaluate(colour) == theirs
    box = "(it) => [getComputedStyle(it).borderTopWidth, getComputedStyle(it).display]"
    assert page.locator(".cx-src details").first.evaluate(box) == [
        "0px",
        "inline-block",
    ]
    card = reference(page)
    assert page.locator(f"#{card} mark").first.is_visible()
    page.keyboard.press("Escape")
    assert page.evaluate(_OPEN) is None
    page.locator("a[role=doc-biblioref]").first.click()
    line = page.locator(":target")
    assert line.is_visible()
    page.wait_for_function(
        "() => document.querySelector(':target').getBoundingClientRect().top"
        " > document.querySelector('.md-header').getBoundingClientRect().bottom"
    )
    page.close()
