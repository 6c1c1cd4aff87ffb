from __future__ import annotations

import logging
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from markdown import Markdown
from zensical.extensions.context import ContextExtension, Page

from citemark import Options, SourceRegistry, render
from citemark.errors import ConfigError, SourceError, UnresolvedCitationError
from citemark.html_input.placing import Lone
from citemark.integrations.page import Page as Disguised
from citemark.integrations.placing import place
from citemark.integrations.python_markdown import CitemarkExtension, makeExtension
from tests.golden_cases import case, slugs
from tests.site_pages import PAGE, SOURCES, found, leaks, marker

_NAME_RE = re.compile(r'role="doc-biblioref" aria-label="([^"]*)"')
_REF_RE = re.compile(r'<sup class="cx-ref">.*?</sup>')
A, B, C = marker("alpha"), marker("beta"), marker("gamma")
NONE = marker("nowhere")


def convert(text: str, *extensions: str, **settings: object) -> str:
    settings = {"sources": SOURCES, "id_prefix": "p", **settings}
    extension = CitemarkExtension(**settings)
    return Markdown(extensions=[*extensions, extension]).convert(text)


def body(text: str, *extensions: str, **settings: object) -> str:
    """Return the page without its list, each reference as its number."""
    html = convert(text, *extensions, **settings).partition("<article")[0]
    return _REF_RE.sub(lambda match: re.sub("<[^>]*>", "", match[0]), html).strip()


@pytest.mark.parametrize("slug", slugs())
def test_pages_cite_as_answers_do(slug: str) -> None:
    answer = case(slug)
    html = convert(
        answer.answer, "extra", "toc", sources=answer.sources, options=answer.options
    )
    expected = str(answer.rendered("html"))
    assert _NAME_RE.findall(html) == _NAME_RE.findall(expected)
    assert not leaks(html)


def test_the_list_is_the_one_of_render() -> None:
    html = convert(PAGE, "extra")
    expected = str(render(PAGE, SOURCES, id_prefix="p"))
    section = expected[expected.index("<section") : expected.index("</article>")]
    assert section in html
    assert found(html) == found(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"One {A}.", "<p>One[1].</p>"),
        (f"**One.**{A}", "<p><strong>One.</strong>[1]</p>"),
        (f"**One {A} two.** x", "<p><strong>One two.</strong>[1] x</p>"),
        (f"x {A}**one** {B}_two_", "<p>x[1]<strong>one</strong>[2]<em>two</em></p>"),
        (f"x **{A}** y", "<p>x[1] y</p>"),
        (f"x `{A}` y", "<p>x[1] y</p>"),
        (f"x `a {A} b` y", "<p>x <code>a b</code>[1] y</p>"),
        (f"[a {A}](/b) c", '<p><a href="/b">a</a>[1] c</p>'),
        (f"![a {A}](/b.png) c", '<p><img alt="a" src="/b.png" />[1] c</p>'),
        (f"<b>a {A}</b> c", "<p><b>a</b>[1] c</p>"),
        (f"<div>a {A} <i>b {B}</i></div>", "<div>a[1] <i>b</i>[2]</div>"),
        (f"<div title='a{A}'>b</div>", "<div title='a'>b</div>\n<p>[1]</p>"),
        (f"# One {A}\n\ntwo", "<h1>One[1]</h1>\n<p>two</p>"),
        (f"## One ##{A}", "<h2>One[1]</h2>"),
        (f"One\n==={A}", "<h1>One[1]</h1>"),
        (f"- one {A}\n- two", "<ul>\n<li>one[1]</li>\n<li>two</li>\n</ul>"),
        (f"{A}- one", "<ul>\n<li>one[1]</li>\n</ul>"),
        (f"One.\n\n{A}", "<p>One.</p>\n<p>[1]</p>"),
        (f"One.\n{A}", "<p>One.[1]</p>"),
        (f"One {NONE}.\n\n{NONE}\n\nTwo.",
         "<p>One.</p>\n\n<p>Two.</p>"),
        (f"One.\n\n    code {A}\n", "<p>One.[1]</p>\n<pre><code>code\n</code></pre>"),
        (f"    code {A}\n\nOne {B}.",
         "<pre><code>code\n</code></pre>\n<p>[1]</p>\n<p>One[2].</p>"),
        (f"- one\n\n        code {A}\n",
         "<ul>\n<li>one[1]<pre><code>code\n</code></pre>\n</li>\n</ul>"),
        (f"[a]: https://e.test/{A}\n\nOne [a].{B}",
         '<p>One <a href="https://e.test/">a</a>.[1]</p>\n<p>[2]</p>'),
        (f"a &#xe200; b {A}", "<p>a  b[1]</p>"),
        (f"<!-- {A} -->\n\nOne.", "<!--  -->\n<p>[1]</p>\n<p>One.</p>"),
        (f"<script>a {A}</script> x", "<script>a </script>\n<p>[1] x</p>"),
        (f"<p>one {A}", "<p>one[1]"),
        (f"<p>one {A}</i></p>", "<p>one[1]</i></p>"),
        (f"<div><b>one {A}</div>", "<div><b>one[1]</div>"),
        ("", ""),
        ("No marker.", "<p>No marker.</p>"),
    ],
)  # fmt: skip
def test_references_stand_where_they_may(text: str, expected: str) -> None:
    assert body(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"One.\n\n```\ncode {A}\n```{B}",
         "<p>One.[1][2]</p>\n<pre><code>code\n</code></pre>"),
        (f"```python{A}\ncode\n```\n\nOne {B}.",
         ('<pre><code class="language-python">code\n</code></pre>\n<p>[1]</p>\n'
          "<p>One[2].</p>")),
        (f"```\n```{A}\n\nOne {B}.",
         "<pre><code></code></pre>\n<p>One[1].</p>\n<p>[2]</p>"),
        (f"> One\n\n~~~\na\n~~~{A}",
         ("<blockquote>\n<p>One</p>\n</blockquote>\n<pre><code>a\n</code></pre>\n"
          "<p>[1]</p>")),
    ],
)  # fmt: skip
def test_references_leave_fences(text: str, expected: str) -> None:
    assert body(text, "fenced_code") == expected


def test_references_leave_highlighted_code() -> None:
    text = f"One.\n\n```python\nx = 1{A}\ny = 'a{B}'\n```"
    html = body(text, "pymdownx.superfences", "pymdownx.highlight")
    assert html.startswith('<p>One.[1][2]</p>\n<div class="highlight"><pre>')
    bare = body("One.\n\n```python\nx = 1\ny = 'a'\n```", "pymdownx.superfences")
    assert html.replace("[1][2]", "") == bare


def test_references_stay_in_their_cells() -> None:
    table = f"| a | b |\n|---|---|{A}\n| c {B} | d |{C}\n"
    html = body(table, "tables")
    assert re.findall(r"<t[dh]>(.*?)</t[dh]>", html) == ["a", "b[1]", "c[2]", "d[3]"]


def test_attributes_and_admonitions_keep_working() -> None:
    text = (
        f"## One {{: #here }}{A}\n\nTwo\n{{: .note }}{B}\n\n"
        f'!!! note "A title"{C}\n    x'
    )
    assert body(text, "attr_list", "admonition") == (
        '<h2 id="here">One[1]</h2>\n<p class="note">Two[2]</p>\n'
        '<div class="admonition note">\n<p class="admonition-title">A title[3]</p>\n'
        "<p>x</p>\n</div>"
    )


def test_code_in_an_admonition_does_not_cite_in_its_title() -> None:
    text = f"!!! note\n        code {A}\n"
    html = body(text, "admonition")
    assert html.endswith("</code></pre>\n<p>[1]</p>\n</div>")


def test_tabs_and_snippets_cite(tmp_path: Path) -> None:
    (tmp_path / "part.md").write_text(f"Three {C}.\n", "utf-8")
    text = f'=== "One"{A}\n\n    Two {B}.\n\n        code {B}\n\n--8<-- "part.md"\n'
    snippets = {"base_path": [str(tmp_path)]}
    extension = CitemarkExtension(sources=SOURCES)
    md = Markdown(
        extensions=["pymdownx.tabbed", "pymdownx.snippets", extension],
        extension_configs={"pymdownx.snippets": snippets},
    )
    html = md.convert(text)
    assert found(html).texts == ["[1]", "[2]", "[2]", "[3]"]
    assert '<p>Two<sup class="cx-ref">' in html
    assert "<code>code\n</code>" in html


def test_contents_hold_no_references() -> None:
    extension = CitemarkExtension(sources=SOURCES)
    md = Markdown(extensions=["toc", extension])
    html = md.convert(f"[TOC]\n\n# One {A}\n\n## Two **x**{B}\n")
    assert found(html).texts == ["[1]", "[2]"]
    assert '<a href="#one">One</a>' in html
    toc = str(md.toc)  # type: ignore[attr-defined] # set by the extension `toc`
    assert "doc-biblioref" not in toc
    assert not leaks(toc)
    assert not leaks(str(md.toc_tokens))  # type: ignore[attr-defined] # likewise


def test_the_list_stands_where_the_page_says() -> None:
    html = convert(f"One {A}.\n\n[[citations]]\n\nTwo `[[citations]]`.")
    assert html.index("</article>") < html.index("Two <code>[[citations]]</code>")
    assert html.count("<article") == 1
    assert body("[[citations]]\n\nOne.") == "<p>One.</p>"
    assert "%%" not in convert(f"One {A}.\n\n%%", placeholder="%%")
    twice = convert(f"One {A}.\n\n[[citations]]\n\n[[citations]]")
    assert twice.count("<article") == 1


def test_each_page_is_numbered_by_itself() -> None:
    md = Markdown(extensions=[CitemarkExtension(sources=SOURCES)])
    first, second = md.convert(f"One {A}."), md.convert(f"Two {B}.")
    assert found(first + second).texts == ["[1]", "[1]"]
    assert md.convert(f"One {A}.") == first


def test_threads_may_share_the_extension() -> None:
    extension = CitemarkExtension(sources=SourceRegistry(SOURCES))
    texts = [f"{index} {marker(('alpha', 'beta')[index % 2])}." for index in range(40)]

    def one(text: str) -> str:
        return Markdown(extensions=[extension]).convert(text)

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(one, texts)) == list(map(one, texts))


def test_front_matter_holds_no_markers() -> None:
    md = Markdown(extensions=["meta", CitemarkExtension(sources=SOURCES)])
    md.convert(f"title: One {A}\n\nTwo {B}.")
    assert md.Meta == {"title": ["One"]}  # type: ignore[attr-defined] # set by `meta`


def test_zensical_says_what_is_in_front_matter(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text('[{"source_id": "alpha", "title": "Mine"}]')
    meta = {"citemark_sources": "own.json", "title": f"One {A}", "tags": [f"b{B}", 3]}
    context = ContextExtension(page=Page(url="", path="", meta=meta), config={})
    extension = CitemarkExtension(folder=tmp_path)
    assert "Mine" in Markdown(extensions=[context, extension]).convert(A)
    assert meta == {"citemark_sources": "own.json", "title": "One", "tags": ["b", 3]}


def test_a_page_names_its_sources(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text('[{"source_id": "alpha", "title": "Mine"}]')
    page = f"citemark_sources: own.json\n\nOne {A}."
    assert "Mine" in convert(page, "meta", folder=tmp_path)
    assert "Mine" not in convert(page, "meta")
    outside = page.replace("own", "../own")
    with pytest.raises(
        SourceError, match=r"expected a file in .*, got '\.\./own.json'"
    ):
        convert(outside, "meta", folder=tmp_path)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "sources.json"
    path.write_text('[{"source_id": "alpha", "title": "Old"}]')
    assert "Old" in convert(A, sources=str(path))
    path.write_text('[{"source_id": "alpha", "title": "Newer"}]')
    assert "Newer" in convert(A, sources=path)
    path.unlink()
    with pytest.raises(SourceError, match="No such file"):
        convert(A, sources=path)


def test_findings_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        convert(f"One.\n\nTwo {marker('nowhere')}.")
    assert caplog.messages == ["3:5: CM201 unknown source ID 'nowhere'"]


def test_settings() -> None:
    text = f"One {A}{marker('nowhere')}."
    assert "Quellen" in convert(text, options={"language": "de"})
    assert body(text, options=Options(on_unresolved="mark")) == "<p>One[1][?].</p>"
    assert makeExtension(sources=SOURCES).getConfig("theme") == "base"
    with pytest.raises(UnresolvedCitationError, match="nowhere"):
        convert(text, options={"strict": True})
    with pytest.raises(ConfigError, match=r"expected settings sources, .* 'source'"):
        makeExtension(source="x")
    with pytest.raises(ConfigError, match="options: expected a mapping, got 'x'"):
        convert(text, options="x")
    assert body(A, sources="") == ""


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<li><pre>#</pre></li>", ["<li>", "<pre>", "</pre>", "\n", [0], "</li>"]),
        ("<b>a</b>##", ["<b>", "a", "</b>", [0]]),
        ("</b> #", ["</b>", [0]]),
        ("<td> #</td>", ["<td>", [0], "</td>"]),
        ("<hr># <br/>", ["<hr>", [0], " ", "<br/>"]),
        ("a<b> #</b>", ["a", [0]]),
    ],
)
def test_places_in_html(html: str, expected: list[object]) -> None:
    page = Disguised()
    disguise = page.disguise(A)
    pieces = place(page, html.replace("#", disguise))
    shown = [each.ordinals if isinstance(each, Lone) else each for each in pieces]
    assert [each for each in shown if each not in ("", [])] == expected


@pytest.mark.parametrize("unit", ["<a ", '<a "', "<!-- ", "</", "<b\n", "<!-- <!"])
def test_tags_without_end_are_text(unit: str) -> None:
    page = Disguised()
    html = page.disguise(f"{unit * 300}{A}")
    pieces = place(page, html)
    kept = "".join(each for each in pieces if isinstance(each, str))
    assert kept.split() == (unit * 300).split()
    assert [0] in pieces


def test_only_words_with_a_source_are_markers_of_a_dialect_of_words() -> None:
    options = {"dialect": "doc-words"}
    html = body("Yes [source: alpha]. No [source: nowhere].", options=options)
    assert html == "<p>Yes[1]. No [source: nowhere].</p>"
