"""What holds of answers that come as HTML, whoever made it of their Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from citemark import Options, Rendered, render
from citemark.render.body import sanitizer_named
from citemark.render.policies import OUTPUT_POLICY
from tests.golden_cases import Case, case, slugs
from tests.html_pages import DELIM, SOURCES, START, STOP

LOST = {
    "deep-list": "another engine drops the text of a list of depth 20",
    "reference-link": "a marker in a definition is in the address of its link now",
    "table-after-last-pipe": "another engine drops cells that a table has not",
}
"""Golden cases in which the HTML does not say what the Markdown says."""
_LEAK_RE = re.compile("[\ue200-\ue206]|%EE%88%8|&#x[eE]20|srcid")


@cache
def _html(slug: str) -> str:
    """Return what plain markdown-it makes of a case."""
    golden = case(slug)
    options = golden.options
    md = MarkdownIt("commonmark", {"linkify": options.linkify})
    md.enable(["table", "strikethrough"]).options["html"] = (
        options.raw_html == "sanitize"
    )
    if options.linkify:
        md.enable("linkify")
    if options.footnotes:
        md.use(footnote_plugin, inline=False)
    if options.tasklists:
        md.use(tasklists_plugin)
    if options.dollarmath:
        md.use(dollarmath_plugin, allow_space=False, allow_digits=False)
    return str(md.render(golden.answer))


def _rendered(golden: Case, *, trusted: bool = False) -> Rendered:
    return render(
        _html(golden.slug),
        golden.sources,
        id_prefix=golden.id_prefix,
        source_format="html",
        options=replace(golden.options, raw_html="sanitize", trusted=trusted),
    )


def _cited(rendered: Rendered) -> Sequence[object]:
    """Return all that is cited; places are those of another text, and left out."""
    citations = [replace(each, start=0, end=0) for each in rendered.citations]
    references = [
        replace(
            each,
            noterefs=tuple(replace(noteref, ordinal=0) for noteref in each.noterefs),
        )
        for each in rendered.references
    ]
    return citations, references, rendered.numbering


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug not in LOST])
def test_html_cites_what_its_markdown_cites(slug: str) -> None:
    golden = case(slug)
    expected = _cited(golden.rendered("html"))
    assert _cited(_rendered(golden)) == expected
    assert _cited(_rendered(golden, trusted=True)) == expected


@pytest.mark.parametrize("slug", LOST)
def test_what_another_engine_loses(slug: str) -> None:
    golden = case(slug)
    assert _cited(_rendered(golden)) != _cited(golden.rendered("html"))


@pytest.mark.parametrize("slug", slugs())
def test_html_is_finished(slug: str) -> None:
    golden = case(slug)
    html = str(_rendered(golden))
    assert not _LEAK_RE.search(html)
    assert not _LEAK_RE.search(str(_rendered(golden, trusted=True)))
    assert sanitizer_named("nh3").clean(html, OUTPUT_POLICY) == html
    soup = BeautifulSoup(html, "html.parser")
    ids = [str(tag["id"]) for tag in soup.select("[id]")]
    assert len(ids) == len({*ids})
    assert {str(tag["href"])[1:] for tag in soup.select('[href^="#"]')} <= {*ids}


_RECORDS = [
    {"source_id": f"srcid{number}", "title": f"Record {number}"} for number in (1, 2)
]
_MARKERS = [
    f"{START}cite{DELIM}srcid1{STOP}",
    f"{START}cite{DELIM}<em>src</em>id2{STOP}",
    "&#xe200;cite&#57858;srcid1&#xE201;",
    f"{START}cite{DELIM}srcid3{STOP}",
    f"<img src=x alt='{START}cite{DELIM}srcid2{STOP}'>",
    f"<!-- {START}cite{DELIM}srcid2{STOP} -->",
    '<a href="https://a.test/%EE%88%80cite%EE%88%82srcid1%EE%88%81">a</a>',
]
_NAMES = "p div b em code pre a ul li table tr td h1 blockquote span svg head body"
_PIECES = st.sampled_from(
    [f"<{slash}{name}>" for name in _NAMES.split() for slash in ("", "/")]
    + [*_MARKERS, *_MARKERS, "text ", " . ", "\n", "<br>", "&amp;", "<", "<p/>"]
)


@given(st.lists(_PIECES, max_size=25).map("".join))
def test_nothing_leaks_and_nothing_is_lost(html: str) -> None:
    cited = []
    for trusted in (False, True):
        options = Options(trusted=trusted)
        rendered = render(html, _RECORDS, source_format="html", options=options)
        assert not _LEAK_RE.search(str(rendered))
        noterefs = sum(len(each.noterefs) for each in rendered.references)
        assert str(rendered).count('role="doc-biblioref"') == noterefs
        cited.append([each.source_id for each in rendered.citations])
    assert cited[0] == cited[1]
    text = str(render(html, _RECORDS, to="text", source_format="html"))
    assert not _LEAK_RE.search(text)


@given(st.lists(_PIECES, max_size=25).map("".join))
def test_trusted_html_without_markers_stays_as_it_is(html: str) -> None:
    for each in (*_MARKERS, "<head>", "</head>", "<body>", "</body>"):
        html = html.replace(each, "")
    options = Options(trusted=True)
    page = str(render(html, SOURCES, source_format="html", options=options))
    begin, end = '<article class="cx" dir="auto">\n', "</article>\n"
    assert page.startswith(begin)
    shown = page.removeprefix(begin).removesuffix(end)
    assert html in (shown, shown.removesuffix("\n"))
