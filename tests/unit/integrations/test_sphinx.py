from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import docutils_namespace

from tests.site_pages import SOURCES, Found, found, leaks, marker

A, B, C = marker("alpha"), marker("beta"), marker("gamma")
_REF_RE = re.compile(r'<sup class="cx-ref"><a[^>]*>(\[[0-9?]+\])</a></sup>')


class Site:
    """A site of a few pages, and what building it said."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.folder = folder
        self.said = ""
        self.settings = {
            "extensions": ["myst_parser", "citemark.integrations.sphinx"],
            "citemark_sources": SOURCES,
            "html_theme": "basic",
            "html_copy_source": False,
            "suppress_warnings": ["toc", "config.cache", "myst.header"],
            **settings,
        }

    def build(self, builder: str = "html", **pages: str) -> Site:
        """Build *pages*: ``name_suffix`` → text."""
        for name, text in pages.items():
            path = self.folder / name.replace("_", ".")
            path.write_text(text, "utf-8")
        warnings = io.StringIO()
        with docutils_namespace():
            app = Sphinx(
                self.folder,
                None,
                self.folder / "out",
                self.folder / "trees",
                builder,
                confoverrides=self.settings,
                status=None,
                warning=warnings,
            )
            app.build(force_all=True)
        self.said = re.sub(r"\x1b\[[0-9;]*m", "", warnings.getvalue())
        return self

    def text(self, name: str) -> str:
        return (self.folder / "out" / name).read_text("utf-8")

    def body(self, name: str = "index.html") -> str:
        """Return what a page has above its list, each reference as its number."""
        html = self.text(name).partition('<div class="body" role="main">')[2]
        html = re.split(r"<article|</section>|\n\s*<div class=\"clearer", html)[0]
        html = re.sub(r'<a class="headerlink"[^>]*>¶</a>', "", html)
        return _REF_RE.sub(r"\1", html).strip()

    def found(self, name: str = "index.html") -> Found:
        return found(self.text(name))


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"One {A}.", "<p>One[1].</p>"),
        (f"**One.**{A} x", "<p><strong>One.</strong>[1] x</p>"),
        (f"**One {A}** x", "<p><strong>One</strong>[1] x</p>"),
        (f"**One {A} two** x", "<p><strong>One two</strong>[1] x</p>"),
        (f"**One\n{A}** x", "<p><strong>One</strong>[1] x</p>"),
        (f"x **{A}** y", "<p>x [1] y</p>"),
        (f"x\n{A}\ny", "<p>x[1]\ny</p>"),
        (f"One {marker('nowhere')}.\n\n{marker('nowhere')}", "<p>One.</p>"),
        (f"One.\n\n```text\na {A}\n```\n",
         ('<p>One.[1]</p>\n'
          '<div class="highlight-text notranslate"><div class="highlight">'
          "<pre><span></span>a\n</pre></div>\n</div>")),
        (f"```text\na {A}\n```\n",
         ('<div class="highlight-text notranslate"><div class="highlight">'
          "<pre><span></span>a\n</pre></div>\n</div>\n<p>[1]</p>")),
        (f"x ![a {A}](https://e.test/a.png) y",
         '<p>x <img alt="a" src="https://e.test/a.png" />[1] y</p>'),
        (f"[![a {A}](https://e.test/a.png)](https://e.test) y",
         ('<p><a class="reference external" href="https://e.test">'
          '<img alt="a" src="https://e.test/a.png" /></a>[1] y</p>')),
        (f"```{{image}} https://e.test/a.png\n:alt: a {A}\n```\n",
         '<img alt="a" src="https://e.test/a.png" />\n<p>[1]</p>'),
        (f"% a {A}\n\nOne.", "<p>One.</p>\n<p>[1]</p>"),
        ("a &#xe200; b &#xE201;", "<p>a  b </p>"),
        (f"a &#xF0000; b {A}", "<p>a \U000f0000 b[1]</p>"),
        (f"{{cite-source}}`alpha L1-L2` and {A}", "<p>[1] and[1]</p>"),
    ],
)  # fmt: skip
def test_references_stand_where_they_may(text: str, expected: str, site: Site) -> None:
    assert site.build(index_md=text).body() == expected


def test_titles_cite_but_their_copies_do_not(site: Site) -> None:
    text = f"Home {A}\n{'=' * 99}\n\n.. contents::\n\nPart {B}\n{'-' * 99}\n\nx {A}\n"
    site.build(index_rst=text)
    assert site.found().texts == ["[1]", "[2]", "[1]"]
    assert '<h1>Home<sup class="cx-ref">' in site.text("index.html")
    assert '<a class="reference internal" href="#part" id="id2">Part</a>' in site.text(
        "index.html"
    )


def test_front_matter_holds_no_markers(site: Site) -> None:
    front = f"---\ntitle: One {A}\nhtml_meta:\n  description: Two {B}\n---\n\n"
    html = site.build(index_md=f"{front}# Home\n\nOne {A}.").text("index.html")
    assert not leaks(html)
    assert 'content="Two"' in html
    assert site.found().texts == ["[1]"]


def test_included_files_cite(site: Site) -> None:
    (site.folder / "part.txt").write_text(
        f"Two {B}, \U000f0000 {A}{marker('nowhere')}."
    )
    site.settings["exclude_patterns"] = ["part.txt"]
    site.build(index_rst=f"One {A}.\n\n.. include:: part.txt\n")
    assert site.body() == "<p>One[1].</p>\n<p>Two[2], \ufffd[1].</p>"
    assert "index.rst: WARNING: CM201 unknown source ID 'nowhere'" in site.said


def test_the_list_stands_where_the_page_says(site: Site) -> None:
    place = "```{cite-sources}\n```\n"
    site.build(index_md=f"One {A}.\n\n{place}\nTwo.\n\n{place}", none_md=place + "x")
    html = site.text("index.html")
    assert html.count("<article") == 1
    assert html.index("</article>") < html.index("Two.")
    assert "<article" not in site.text("none.html")


def test_tables_keep_their_columns(site: Site) -> None:
    row = f"| one {A} | two |"
    rule = f"+{'-' * (len(row) - 8)}+-----+"
    text = f"{rule}\n{row}\n{rule}\n"
    assert site.build(index_rst=text).found().texts == ["[1]"]
    assert site.said == ""


def test_what_is_wrong_in_the_page_hides_no_reference(site: Site) -> None:
    text = f"== ==\na  b\n== ==\nlong {A} b\n== ==\n\nOne {B}.\n"
    site.build(index_rst=text)
    assert "Malformed table" in site.said
    assert site.found().texts == ["[1]", "[2]"]


def test_literal_files_show_no_markers(site: Site) -> None:
    (site.folder / "part.py").write_text(f"x = 1{A}\n", "utf-8")
    site.build(index_rst=f".. literalinclude:: part.py\n\nOne {B}.\n")
    assert not leaks(site.text("index.html"))
    assert site.body().endswith("<p>One[1].</p>")


def test_a_role_needs_an_id(site: Site) -> None:
    site.build(index_rst="One :cite-source:`|`.")
    assert "cite-source: expected an ID" in site.said


def test_other_builders_print_numbers_and_a_list(tmp_path: Path) -> None:
    sources = [
        {**SOURCES[0], "modified_at": "2026-01-02"},
        {"source_id": "beta", "title": "Beta"},
    ]
    site = Site(tmp_path, citemark_sources=sources)
    site.build("text", index_md=f"One {marker('alpha', 'L1')}{B}.")
    expected = "One[1][2].\n\n-[ Sources ]-\n\n[1] Source ALPHA & co, line 1, updated "
    assert site.text("index.txt").startswith(expected + "2026-01-02.\n\n[2] Beta.")


def test_nothing_to_list_where_references_are_left_out(tmp_path: Path) -> None:
    site = Site(tmp_path, citemark_options={"strip": True})
    assert "<article" not in site.build(index_md=f"One {A}.").text("index.html")
    assert site.body() == "<p>One.</p>"


def test_sources_come_from_files(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text("")
    (tmp_path / "sources.json").write_text(json.dumps(SOURCES))
    own = [{"source_id": "alpha", "title": "Mine"}]
    (tmp_path / "own.json").write_text(json.dumps(own))
    site = Site(tmp_path, citemark_sources="sources.json")
    # Paths begin where the configuration is: here there is none but the current one.
    site.settings["citemark_sources"] = str(tmp_path / "sources.json")
    fields = ":tocdepth: 3\n:citemark_sources: own.json\n\n"
    site.build(index_md=f"One {A}.", own_rst=f"{fields}One {A}.\n")
    assert site.found().sources[0][0] == "Source ALPHA & co"
    assert site.found("own.html").sources == [("Mine", None)]


def test_a_theme_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExtensionError, match="nowhere"):
        Site(tmp_path, citemark_theme="nowhere").build(index_md="x")


def test_the_style_sheet_is_for_html(site: Site) -> None:
    site.build("text", index_md="One.")
    assert not (site.folder / "out/_static").exists()
    site.build("html", index_md="One.")
    assert not leaks(site.text("_static/citemark.css"))


def test_only_words_with_a_source_are_markers_of_a_dialect_of_words(
    tmp_path: Path,
) -> None:
    site = Site(tmp_path, citemark_options={"dialect": "doc-words"})
    site.build(index_md="# A\n\nYes [source: alpha]. No [source: nowhere].")
    assert "<p>Yes[1]. No [source: nowhere].</p>" in site.body()
