"""Hostile answers and sources, rendered and shown to a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from jinja2 import DictLoader, Environment
from markdown_it import MarkdownIt
from playwright.sync_api import Browser

from citemark import Options, render
from tests.attacks import SENTENCE, TITLE, attacks, documents
from tests.browser.harness import Fragment, Harness, chromium
from tests.cases.support import cite

pytestmark = pytest.mark.browser
_PREFIX = "check-"
_EXPECTED = (SENTENCE, TITLE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def harness(browser: Browser) -> Harness:
    return Harness(browser)


CANARIES = {
    "a script": ("<script>alert(1)</script>", "script: alert(1)"),
    "a handler": ("<b onclick=alert(1)>x</b>", "script: alert(1)"),
    "a handler that runs by itself": ("<img src=x: onerror=alert(1)>", "script: alert"),
    "an image": ("<img src=https://away.test/x.png>", "request: https://away.test"),
    "a frame": ("<iframe src=https://away.test/></iframe>", "element: iframe"),
    "a redirect": (
        '<meta http-equiv=refresh content="0;url=https://away.test/">',
        "request: https://away.test",
    ),
    "a script link": ('<a href="javascript:alert(1)">x</a>', "url: javascript:"),
    "an id twice": ("<i id=check-a></i><i id=check-a></i>", "id: check-a twice"),
    "a foreign id": ("<i id=body></i>", "id: body without prefix"),
    "a link to nowhere": ("<a href=#gone>x</a>", "url: #gone leads nowhere"),
    "a hidden sentence": (f"<details>{SENTENCE}</details>", f"invisible: {SENTENCE}"),
    "a style": ("<b style=position:fixed>x</b>", "attribute: b style=position:fixed"),
    "markup that changes its meaning": (
        "<noscript><p title='</noscript><img src=x: onerror=alert(1)>'></noscript>",
        "element: noscript",
    ),
}


@pytest.mark.parametrize("name", CANARIES)
def test_harness_sees(name: str, harness: Harness) -> None:
    html, fault = CANARIES[name]
    found = harness.faults(Fragment(html, _PREFIX), expected=[SENTENCE])
    assert any(line.startswith(fault) for line in found), found


def test_harness_is_silent_about_harmless_markup(harness: Harness) -> None:
    html = f'<p>{SENTENCE}<a role="doc-biblioref" href="#check-a" id="check-a">1</a>'
    assert harness.faults(Fragment(html, _PREFIX), expected=[SENTENCE]) == []


def test_attacks_are_all_there() -> None:
    assert len(attacks()) == 322
    assert len({attack.name for attack in attacks()}) == 322


@pytest.mark.parametrize("sanitizer", ["nh3", "bleach"])
def test_html_is_harmless(sanitizer: str, harness: Harness) -> None:
    options = Options(sanitizer=sanitizer, heading_ids=True)
    rendered = {}
    for number, (name, given) in enumerate(documents()):
        prefix = f"{_PREFIX}{number}-"
        html = render(given.answer, given.records, id_prefix=prefix, options=options)
        rendered[name] = Fragment(str(html), prefix)
    assert harness.all_faults(rendered, expected=_EXPECTED) == {}


def test_markdown_is_harmless_where_html_is_allowed(harness: Harness) -> None:
    md = MarkdownIt("commonmark", {"html": True})
    rendered = {
        name: Fragment(
            md.render(str(render(given.answer, given.records, to="markdown")))
        )
        for name, given in documents()
    }
    assert harness.all_faults(rendered) == {}


def test_text_is_inert_in_an_autoescaping_template() -> None:
    templates = {"page.html": "<main>{{ answer }}</main>"}
    environment = Environment(loader=DictLoader(templates), autoescape=True)
    page = environment.get_template("page.html")
    for to in ("text", "markdown"):
        answer = render("<script>alert(1)</script>", to=to)
        assert "<script" not in page.render(answer=answer)
        assert "alert(1)" in page.render(answer=answer)
    html = render(f"Nine.{cite('a')}", [{"source_id": "a", "title": "<i>"}])
    assert str(html) in page.render(answer=html)
