"""Real sites, built by the real programs, cite as `render` does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

from citemark import render
from citemark.integrations.python_markdown import CitemarkExtension
from tests.site_pages import OWN, OWN_PAGE, PAGE, SOURCES, found, leaks, marker

ROOT = Path(__file__).parent.parent
EXTENSION = "citemark.integrations.python_markdown"
EXPECTED = found(str(render(PAGE, SOURCES)))
SETTINGS = {"sources": "sources.json", "folder": "citations"}


def build(folder: Path, *command: str) -> str:
    """Run a site generator in *folder*; return what it says on standard error."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr + done.stdout


def write(folder: Path, files: dict[str, str]) -> None:
    files = {
        "sources.json": json.dumps(SOURCES),
        "citations/own.json": json.dumps(OWN),
        **files,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def texts(folder: Path, *suffixes: str) -> Sequence[str]:
    paths = [path for path in folder.rglob("*") if path.suffix in suffixes]
    assert paths
    return [path.read_text("utf-8") for path in paths]


def check(site: Path, page: str, own: str, *, cuts: bool = False) -> None:
    """Hold a built site against what `render` makes of its pages.

    *cuts*: there are overviews with the beginnings of pages.
    """
    assert found((site / page).read_text("utf-8")) == EXPECTED
    cited = found((site / own).read_text("utf-8"))
    assert cited.sources == [("Another alpha", "https://own.test/")]
    for text in () if cuts else texts(site, ".html"):
        found(text)
    assert not any(map(leaks, texts(site, ".html", ".js", ".json", ".xml")))


MKDOCS = f"""\
site_name: Site
site_url: https://site.test/
markdown_extensions:
  - tables
  - fenced_code
  - toc: {{permalink: true}}
  - {EXTENSION}: {json.dumps(SETTINGS)}
"""
FRONT = f"---\ntitle: Own {marker('alpha')}\ncitemark_sources: own.json\n---\n\n"


@pytest.mark.parametrize("program", ["mkdocs", "zensical"])
def test_mkdocs_and_its_successor(program: str, tmp_path: Path) -> None:
    theme = "theme: mkdocs\n" if program == "mkdocs" else ""
    write(
        tmp_path,
        {
            "mkdocs.yml": MKDOCS + theme,
            "docs/index.md": PAGE,
            "docs/own.md": FRONT + OWN_PAGE,
        },
    )
    said = build(tmp_path, program, "build")
    assert "unknown source ID 'nowhere'" in said
    check(tmp_path / "site", "index.html", "own/index.html")


def test_pelican(tmp_path: Path) -> None:
    configs = {
        "markdown.extensions.extra": {},
        "markdown.extensions.toc": {"permalink": True},
        EXTENSION: SETTINGS,
    }
    head = "Title: A page\nDate: 2026-01-02\nSlug: {}\n"
    write(
        tmp_path,
        {
            "pelicanconf.py": "SITENAME = 'Site'\nTIMEZONE = 'UTC'\nPATH = 'content'\n"
            "SITEURL = 'https://site.test'\n"
            "FEED_ALL_ATOM = None\nTHEME = 'simple'\nDELETE_OUTPUT_DIRECTORY = True\n"
            f"MARKDOWN = {{'extension_configs': {configs!r}}}\n",
            "content/page.md": f"{head.format('page')}\n{PAGE}",
            "content/own.md": f"{head.format('own')}citemark_sources: own.json\n\n"
            + OWN_PAGE,
        },
    )
    said = build(tmp_path, "pelican", "-s", "pelicanconf.py", "-o", "site")
    assert "CM201 unknown source ID" in said
    check(tmp_path / "site", "page.html", "own.html", cuts=True)


NIKOLA = f"""\
BLOG_AUTHOR = BLOG_TITLE = BLOG_DESCRIPTION = "Site"
BLOG_EMAIL = "site@site.test"
SITE_URL = "https://site.test/"
DEFAULT_LANG = "en"
TRANSLATIONS = {{"en": ""}}
NAVIGATION_LINKS = {{"en": ()}}
THEME = "base"
TIMEZONE = "UTC"
POSTS = (("posts/*.md", "posts", "post.tmpl"),)
PAGES = ()
COMPILERS = {{"markdown": (".md",)}}
COMMENT_SYSTEM = ""
GENERATE_RSS = GENERATE_ATOM = COPY_SOURCES = SHOW_SOURCELINK = False
MARKDOWN_EXTENSIONS = [
    "markdown.extensions.extra", "markdown.extensions.meta", "{EXTENSION}"
]
MARKDOWN_EXTENSION_CONFIGS = {{"en": {{"{EXTENSION}": {SETTINGS!r}}}}}
"""


def test_nikola(tmp_path: Path) -> None:
    head = "Title: A page\nDate: 2026-01-02 00:00:00\nSlug: {}\n"
    write(
        tmp_path,
        {
            "conf.py": NIKOLA,
            "posts/page.md": f"{head.format('page')}\n{PAGE}",
            "posts/own.md": f"{head.format('own')}citemark_sources: own.json\n\n"
            + OWN_PAGE,
        },
    )
    said = build(tmp_path, "nikola", "build", "-q")
    assert "unknown source ID 'nowhere'" in said
    check(tmp_path / "output", "posts/page/index.html", "posts/own/index.html")


def test_the_short_name_means_the_extension() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = project["entry-points"]["markdown.extensions"]["citemark"]
    assert named == f"{EXTENSION}:{CitemarkExtension.__name__}"


def _grid(*cells: str) -> str:
    """Return a grid table, whose columns are as wide as what is written in them."""
    rule = "+".join(["", *("-" * (len(cell) + 2) for cell in cells), ""])
    row = "|".join(["", *(f" {cell} " for cell in cells), ""])
    return f"{rule}\n{row}\n{rule}"


REST = f"""\
Leave {marker("alpha")}
=====

.. contents::

Claim **in bold.**{marker("beta", "L1")} Then ``code {marker("alpha")}`` and
*emphasis {marker("gamma", "L2-L3")}* and `a link {marker("beta")} <https://link.test/>`_.

Before the code.

.. code-block:: python

   x = 1 {marker("gamma")}

- one {marker("delta")}
- two {marker("alpha")}:cite-source:`beta L1`

{_grid("x " + marker("delta", "L1"), "y " + marker("gamma"))}

Nobody knows this one {marker("nowhere")}.
"""


def test_sphinx_with_rest_and_myst(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "conf.py": "extensions = ['myst_parser', 'citemark.integrations.sphinx']\n"
            'citemark_sources = "sources.json"\nhtml_copy_source = False\n'
            'exclude_patterns = ["site"]\n',
            "index.rst": "Home\n====\n\n.. toctree::\n\n   page\n   rest\n   own\n",
            "page.md": PAGE,
            "rest.rst": REST.replace("=====\n\n.. c", "=" * 60 + "\n\n.. c"),
            "own.md": FRONT.replace("own.json", "citations/own.json") + OWN_PAGE,
        },
    )
    said = build(tmp_path, "sphinx", "-j2", "-b", "html", ".", "site")
    assert said.count("CM201 unknown source ID 'nowhere' [citemark.CM201]") == 2
    line = PAGE[: PAGE.index("Nobody")].count("\n") + 1
    assert f"page.md:{line}: " in said
    check(tmp_path / "site", "page.html", "own.html")
    assert found((tmp_path / "site/rest.html").read_text("utf-8")) == EXPECTED
    css = (tmp_path / "site/_static/citemark.css").read_text("utf-8")
    assert ".cx-ref" in css
    assert 'href="_static/citemark.css' in (tmp_path / "site/page.html").read_text()
