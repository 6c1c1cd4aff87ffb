"""What holds for every golden case, whatever it shows."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup

from citemark import extract_citations, render, scan
from citemark.document.layout import CANDIDATES
from citemark.render.body import sanitizer_named
from citemark.render.policies import OUTPUT_POLICY
from tests.golden_cases import Case, case, slugs

_MARKER_CHARACTERS = re.compile(r"[\ue200-\ue206]|%EE%88%8", re.IGNORECASE)

_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
_FOOTNOTE_START = re.compile(r"^(\[\^[^\]\s]+\]): ", re.MULTILINE)


def _soup(slug: str) -> BeautifulSoup:
    golden = case(slug)
    return BeautifulSoup(str(golden.rendered("html")), "html.parser")


@pytest.mark.parametrize("slug", slugs())
def test_nothing_leaks(slug: str) -> None:
    golden = case(slug)
    for to in ("html", "markdown", "text"):
        body = str(golden.rendered(to))
        assert not _MARKER_CHARACTERS.search(body)
        for character in CANDIDATES:
            assert body.count(character) <= golden.answer.count(character)
        if "bare-id" in slug:
            continue
        for extracted in extract_citations(
            golden.answer, families=("cite", "filecite")
        ):
            for source_id in extracted["source_ids"]:
                if golden.answer.count(source_id) == _marked(golden.answer, source_id):
                    assert source_id not in body


def _marked(answer: str, source_id: str) -> int:
    return sum(marker.raw.count(source_id) for marker in scan(answer))


@pytest.mark.parametrize("slug", slugs())
def test_ids_are_unique_and_links_arrive(slug: str) -> None:
    soup = _soup(slug)
    ids = Counter(str(tag["id"]) for tag in soup.select("[id]"))
    assert [name for name, count in ids.items() if count > 1] == []
    targets = [str(tag["href"])[1:] for tag in soup.select('[href^="#"]')]
    assert set(targets) <= set(ids)


@pytest.mark.parametrize("slug", slugs())
def test_every_reference_has_its_way_back(slug: str) -> None:
    soup = _soup(slug)
    references = [str(tag["id"]) for tag in soup.select("a[role=doc-biblioref]")]
    back = [str(tag["href"])[1:] for tag in soup.select("a[role=doc-backlink]")]
    assert sorted(back) == sorted(references)
    names = [str(tag["aria-label"]) for tag in soup.select("a[role=doc-backlink]")]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("slug", slugs())
def test_numbers_agree(slug: str) -> None:
    golden = case(slug)
    soup = _soup(slug)
    rendered = golden.rendered("html")
    listed = [
        int(str(item["value"])) for item in soup.select("section.cx-src > ol > li")
    ]
    assert listed == [reference.number for reference in rendered.references]
    shown = {
        int(number)
        for tag in soup.select("a[role=doc-biblioref]")
        for number in re.findall(r"\d+", tag.get_text())
    }
    assert shown == set(listed)
    assert {citation.number for citation in rendered.citations} >= shown
    text = str(golden.rendered("text"))
    assert all(f"[{number}]" in text or "," in text for number in listed)


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("engine", ["nh3", "bleach"])
def test_finished_html_passes_the_sanitizers_unchanged(engine: str, slug: str) -> None:
    golden = case(slug)
    if golden.page:
        return
    html = str(golden.rendered("html"))
    assert sanitizer_named(engine).clean(html, OUTPUT_POLICY) == html


@pytest.mark.parametrize("slug", slugs())
def test_two_answers_share_a_page(slug: str) -> None:
    golden = case(slug)
    pages = [golden.render("html", id_prefix=prefix) for prefix in ("m1", "m2")]
    first, second = (
        {
            str(tag["id"])
            for tag in BeautifulSoup(str(page), "html.parser").select("[id]")
        }
        for page in pages
    )
    assert not first & second


@pytest.mark.parametrize("slug", slugs())
def test_always_sanitizing_changes_nothing(slug: str) -> None:
    golden = case(slug)
    always = replace(golden.options, sanitize="always")
    rendered = render(
        golden.answer,
        golden.sources,
        theme=golden.theme,
        page=golden.page,
        id_prefix=golden.id_prefix,
        options=always,
    )
    assert str(rendered) == str(golden.rendered("html"))


@pytest.mark.parametrize("slug", slugs())
def test_the_same_input_gives_the_same_bytes(slug: str) -> None:
    golden = case(slug)
    for to in golden.outputs:
        assert str(golden.render(to)) == str(golden.rendered(to))


@pytest.mark.parametrize("slug", slugs())
def test_outputs_agree_about_citations(slug: str) -> None:
    golden = case(slug)
    first, *others = (golden.rendered(to) for to in golden.outputs)
    for other in others:
        assert other.citations == first.citations
        assert other.unsupported == first.unsupported
        assert [entry.number for entry in other.references] == [
            entry.number for entry in first.references
        ]


def _prose(golden: Case) -> str:
    """Return the answer without markers, with what widgets display."""
    pieces: list[str] = []
    done = 0
    options = golden.options
    for marker in scan(
        golden.answer, dialect=options.dialect, families=options.families
    ):
        pieces += golden.answer[done : marker.start], marker.text
        done = marker.end
    return "".join([*pieces, golden.answer[done:]])


def _without_notes(markdown: str, own: set[str]) -> str:
    """Return what stands before our footnotes, those whose label is not *own*."""
    for found in _FOOTNOTE_START.finditer(markdown):
        if found[1] not in own:
            return markdown[: found.start()]
    return markdown


def _without_our_footnotes(markdown: str, answer: str) -> str:
    """Return *markdown* without the calls and notes that the answer does not have."""
    own = set(_FOOTNOTE.findall(answer))
    markdown = _without_notes(markdown, own)
    return _FOOTNOTE.sub(lambda call: call[0] if call[0] in own else "", markdown)


def _words(text: str) -> str:
    return "".join(re.findall(r"\w+", text))


@pytest.mark.parametrize("slug", slugs())
def test_markdown_neither_loses_nor_moves_a_word(slug: str) -> None:
    golden = case(slug)
    # Untrusted, the policy would take out what it refuses.
    options = replace(golden.options, trusted=True)
    markdown = str(
        render(golden.answer, golden.sources, to="markdown", options=options)
    )
    left = _without_our_footnotes(markdown, golden.answer)
    assert _words(left) == _words(_prose(golden))


def _words_of_html(html: str) -> str:
    """Return the words of the answer, without those of references and notes."""
    soup = BeautifulSoup(html, "html.parser")
    ours = "[role=doc-bibliography], [role=doc-biblioref], [popover], style, title"
    for element in soup.select(ours):
        element.decompose()
    return _words(soup.get_text())


@pytest.mark.parametrize("slug", slugs())
def test_html_shows_what_it_shows_without_markers(slug: str) -> None:
    golden = case(slug)
    options = replace(golden.options, on_unresolved="drop")
    marked, plain = (
        str(render(text, golden.sources, options=options))
        for text in (golden.answer, _prose(golden))
    )
    assert _words_of_html(marked) == _words_of_html(plain)


@pytest.mark.parametrize("slug", slugs())
def test_html_and_markdown_call_the_same_numbers_in_order(slug: str) -> None:
    golden = case(slug)
    own = set(_FOOTNOTE.findall(golden.answer))
    body = _without_notes(str(golden.rendered("markdown")), own)
    called = [call for call in _FOOTNOTE.findall(body) if call not in own]
    shown = [tag.get_text() for tag in _soup(slug).select("a[role=doc-biblioref]")]
    assert re.findall(r"\d+", "".join(called)) == re.findall(r"\d+", " ".join(shown))
