"""Hostile answers as HTML of another engine, rendered and shown to a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from markdown_it import MarkdownIt
from playwright.sync_api import Browser

from citemark import render
from citemark.errors import ConfigError
from tests.attacks import SENTENCE, TITLE, attacks, documents
from tests.browser.harness import Fragment, Harness, chromium

pytestmark = pytest.mark.browser
_PREFIX = "check-"
_TOO_DEEP = {
    "ah-0499 line",
    "ah-0502 block",
    "ah-0502 line",
    "ah-0503 block",
    "ah-0503 line",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def test_html_input_is_harmless(browser: Browser) -> None:
    md = MarkdownIt("commonmark", {"html": True}).enable("table")
    md.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005
    answers = {each.name for each in attacks() if not each.channel.startswith("source")}
    rendered, refused = {}, set()
    for number, (name, given) in enumerate(documents()):
        if name.partition(" ")[0] not in answers:
            continue
        prefix, html = f"{_PREFIX}{number}-", md.render(given.answer)
        try:
            page = render(html, given.records, id_prefix=prefix, source_format="html")
        except ConfigError:
            refused.add(name)
        else:
            rendered[name] = Fragment(str(page), prefix)
    assert refused == _TOO_DEEP
    faults = Harness(browser).all_faults(rendered, expected=(SENTENCE, TITLE))
    assert faults == {}
