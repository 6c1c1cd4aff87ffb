"""Hostile pages and sources in static sites: the extensions add nothing that harms."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from markdown import Markdown
from playwright.sync_api import Browser
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from citemark import SourceRegistry, scan
from citemark.answer import clean_answer
from citemark.integrations.python_markdown import CitemarkExtension
from tests.attacks import SENTENCE, TITLE, Given, documents
from tests.browser.harness import Fragment, Harness, chromium
from tests.site_pages import leaks

pytestmark = pytest.mark.browser
_EXTENSIONS = ("extra", "attr_list", "toc", "sane_lists")


def of_sources(*, hostile: bool) -> Iterator[tuple[str, Given]]:
    """Yield the documents whose sources are *hostile*, or whose page is."""
    for name, given in documents():
        if (len(given.records) > 1) is hostile:
            yield name, given


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


def test_there_are_both_kinds() -> None:
    counts = [sum(1 for _ in of_sources(hostile=hostile)) for hostile in (True, False)]
    assert min(counts) > 100
    assert sum(counts) == sum(1 for _ in documents())


def test_sources_harm_no_page_of_python_markdown(browser: Browser) -> None:
    pages = {}
    for number, (name, given) in enumerate(of_sources(hostile=True)):
        prefix = f"check-{number}-"
        extension = CitemarkExtension(sources=given.records, id_prefix=prefix)
        html = Markdown(extensions=[*_EXTENSIONS, extension]).convert(given.answer)
        assert not leaks(html), name
        pages[name] = Fragment(html, prefix)
    assert Harness(browser).all_faults(pages, expected=(SENTENCE, TITLE)) == {}


def elements(html: str) -> list[tuple[str, Mapping[str, object]]]:
    """Return tags with their attributes, but for the paragraphs they stand in."""
    found = BeautifulSoup(html, "html.parser").find_all()
    return [(tag.name, tag.attrs) for tag in found if tag.name != "p"]


def test_hostile_pages_get_no_worse() -> None:
    """A page is its author's: it has the elements that it had before."""
    for name, given in of_sources(hostile=False):
        extension = CitemarkExtension(sources=given.records, options={"strip": True})
        cited = Markdown(extensions=[*_EXTENSIONS, extension]).convert(given.answer)
        bare = Markdown(extensions=_EXTENSIONS).convert(bare_text(given.answer))
        assert not leaks(cited), name
        assert elements(cited) == elements(bare), name


def bare_text(text: str) -> str:
    text = clean_answer(text)
    for marker in reversed(scan(text)):
        text = text[: marker.start] + text[marker.end :]
    return text


def _site(folder: Path, pages: Mapping[str, str], sources: object) -> None:
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    settings = {
        "extensions": ["myst_parser", "citemark.integrations.sphinx"],
        "citemark_sources": sources,
        "html_theme": "basic",
        "html_copy_source": False,
        "root_doc": next(iter(pages)),
        "suppress_warnings": ["toc", "citemark", "config.cache", "myst.header"],
    }
    out, trees = folder / "out", folder / "trees"
    with docutils_namespace():
        warnings = io.StringIO()
        app = Sphinx(
            folder, None, out, trees, "html", settings, status=None, warning=warnings
        )
        app.build()
    assert warnings.getvalue() == ""


def test_sources_harm_no_page_of_sphinx(browser: Browser, tmp_path: Path) -> None:
    pages, records, names = {}, [], {}
    for number, (name, given) in enumerate(of_sources(hostile=True)):
        page = f"p{number}"
        names[page] = name
        text = json.dumps([given.answer, given.records]).replace("turn0", f"{page}_")
        pages[page], given_records = json.loads(text)
        records += given_records
    _site(tmp_path, pages, SourceRegistry(records))
    fragments = {}
    for page, name in names.items():
        html = (tmp_path / "out" / f"{page}.html").read_text("utf-8")
        assert not leaks(html), name
        body = BeautifulSoup(html, "html.parser").select_one("div.body")
        assert body is not None
        fragments[name] = Fragment(body.decode_contents(), page)
    assert Harness(browser).all_faults(fragments, expected=(SENTENCE, TITLE)) == {}
