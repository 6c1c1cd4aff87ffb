"""Hostile Markdown in our output: the programs that would obey it only show it."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Iterator

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.core import publish_doctree
from jinja2 import Environment
from markdown import Markdown
from myst_parser.parsers.docutils_ import Parser

from citemark import Options, render
from citemark.front_matter import split_front_matter
from tests import needed
from tests.attacks import documents
from tests.cases.support import cite

UNSEEN = "a line of a file that no answer may read"
BLOCKS = (
    "```{{include}} {file}\n```", "```{{raw}} html\n<script>evil()</script>\n```",
    "```{{eval-rst}}\n.. include:: {file}\n```",
    "~~~ {{=html}}\n<script>evil()</script>\n~~~",
    ":::{{include}} {file}\n:::", "::: {{.evil onclick=evil()}}\na\n:::",
    "`<script>evil()</script>`{{=html}}", "{{raw}}`<script>evil()</script>`",
    "# Head {{#evil .evil onclick=evil()}}", "para\n{{: onclick=evil() .evil }}",
    "{{.evil}}\npara", "*a*{{: onclick=evil() .evil }} [b]{{.evil}} `c`{{.evil}}",
    "[a](https://e.test){{onclick=evil() .evil}}", "\\input{{{file}}}",
    "\\begin{{evil}}\na\n\\end{{evil}}", "---\nevil: evil\n---",
    "---\n\nevil: evil\n\n---",
    "{{{{ evil }}}} {{% evil %}} {{# evil #}} {{{{< evil >}}}}",
    "- a\n\n  ```{{include}} {file}\n  ```", "> ```{{include}} {file}\n> ```",
    "> :::{{include}} {file}\n> :::", "- :::{{include}} {file}\n  :::",
    "$a$ {{raw}}`<script>evil()</script>` $b$", "$ {{raw}}`<script>evil()</script>` $",
    "\\` {{raw}}`<script>evil()</script>`", "$_a_{{onclick=evil() .evil}}$",
)  # fmt: skip


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return answers, alone and behind others, that want to read a file or run."""
    path = tmp_path_factory.mktemp("secret") / "secret.md"
    path.write_text(UNSEEN, "utf-8")
    blocks = [block.format(file=path) for block in BLOCKS]
    cited = [f"Yes.{cite('a')}\n\n{block}" for block in blocks]
    return [*blocks, *cited]


def written(answer: str, profile: str) -> str:
    options = Options(markdown_profile=profile)  # type: ignore[arg-type] # a parameter
    sources = [{"source_id": "a", "title": "{{ evil }} {% evil %} `a`{=html}"}]
    return str(render(answer, sources, to="markdown", options=options))


def read_myst(text: str) -> nodes.document:
    settings = {
        "warning_stream": io.StringIO(),
        "report_level": 5,
        "myst_enable_extensions": [
            "attrs_inline", "attrs_block", "colon_fence", "deflist", "dollarmath",
            "amsmath", "fieldlist", "tasklist", "strikethrough", "html_image",
        ],
    }  # fmt: skip
    return publish_doctree(text, parser=Parser(), settings_overrides=settings)


def obeyed_by_myst(text: str) -> Iterator[str]:
    tree = read_myst(text)
    if UNSEEN in tree.astext():
        yield "include"
    for node in tree.findall(nodes.Element):
        if isinstance(node, nodes.raw) and "<script" in node.astext():
            yield "raw"
        if "evil" in node.get("classes", ()) or "onclick" in node.attributes:
            yield "attributes"


def obeyed_by_pandoc(text: str) -> Iterator[str]:
    done = subprocess.run(
        [needed.program("pandoc"), "--from", "markdown", "--to", "json"],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    tree = json.loads(done.stdout)
    if tree["meta"]:
        yield "options"
    yield from _obeyed(tree["blocks"])


def _obeyed(tree: object) -> Iterator[str]:
    if isinstance(tree, dict):
        if tree.get("t") in ("RawInline", "RawBlock"):
            yield str(tree)
        if tree.get("t") in ("Div", "Span") or "evil" in str(_attributes(tree)):
            yield "attributes"
        yield from _obeyed(list(tree.values()))
    elif isinstance(tree, list):
        for item in tree:
            yield from _obeyed(item)


def _attributes(tree: dict[str, object]) -> object:
    """Return the attributes of pandoc's element: identifier, classes, pairs."""
    content = tree.get("c")
    if not isinstance(content, list):
        return None
    at = 1 if tree.get("t") == "Header" else 0
    found = content[at] if len(content) > at else None
    # The identifier of a heading is made of its text.
    return found[1:] if isinstance(found, list) and len(found) == 3 else None


def obeyed_by_python_markdown(text: str) -> Iterator[str]:
    html = Markdown(extensions=["extra", "attr_list", "toc"]).convert(text)
    for tag in BeautifulSoup(html, "html.parser").find_all():
        if tag.name == "script":
            yield "script"
        if "onclick" in tag.attrs or "evil" in tag.get_attribute_list("class"):
            yield "attributes"


def test_programs_would_obey(hostile: list[str]) -> None:
    """What is harmless below is not so by itself."""
    assert {*obeyed_by_myst(hostile[0])} == {"include"}
    assert {*obeyed_by_myst(hostile[1]), *obeyed_by_myst(hostile[7])} == {"raw"}
    assert "attributes" in {*obeyed_by_pandoc(hostile[8])}
    assert any("Raw" in each for each in obeyed_by_pandoc(hostile[6]))
    assert "options" in {*obeyed_by_pandoc(f"a\n\n{hostile[15]}\n")}
    assert {*obeyed_by_python_markdown(hostile[9])} == {"attributes"}


@pytest.mark.parametrize("profile", ["gfm", "myst", "plain"])
def test_myst_shows_directives_and_roles(profile: str, hostile: list[str]) -> None:
    for answer in hostile:
        assert [*obeyed_by_myst(written(answer, profile))] == [], answer


def test_pandoc_takes_no_options_and_nothing_raw(hostile: list[str]) -> None:
    for answer in hostile:
        assert [*obeyed_by_pandoc(written(answer, "pandoc"))] == [], answer


@pytest.mark.parametrize("profile", ["gfm", "myst", "pandoc", "plain"])
def test_attributes_are_text(profile: str, hostile: list[str]) -> None:
    for answer in hostile:
        text = written(answer, profile)
        assert [*obeyed_by_python_markdown(text)] == [], answer


@pytest.mark.parametrize("profile", ["gfm", "myst", "pandoc", "plain"])
def test_a_page_is_no_template_and_has_no_front_matter(
    profile: str, hostile: list[str]
) -> None:
    for answer in hostile:
        text = written(answer, profile)
        template = Environment(keep_trailing_newline=True).from_string(text)  # noqa: S701 - it is no HTML
        assert template.render(evil="evil") == text
        assert split_front_matter(text)[0] == ""


def test_hostile_answers_and_sources_are_harmless_to_myst() -> None:
    for name, given in documents():
        options = Options(markdown_profile="myst")
        made = render(given.answer, given.records, to="markdown", options=options)
        assert [*obeyed_by_myst(str(made))] == [], name
