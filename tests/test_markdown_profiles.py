"""What other engines make of our Markdown: all notes and calls, in every profile."""

from __future__ import annotations

import io
import json
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from html import unescape

import cmarkgfm
import mdformat
import mistune
import pytest
from bs4 import BeautifulSoup
from cmarkgfm.cmark import Options as CmarkOptions
from docutils import nodes
from docutils.core import publish_doctree
from markdown import Markdown
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from myst_parser.parsers.docutils_ import Parser

from citemark import Options, Rendered, render
from citemark.model import Reference
from tests import needed
from tests.golden_cases import case, slugs

CASES = [slug for slug in slugs() if slug.startswith(("guide-", "answer-"))]
TITLES = (
    "a]b", "a|b", "a\nb", "a`b", "[^1]: a", "% a", "--- a", "1. a", "$a$", "{{a}}",
    "a](https://evil.test)", "<b>a</b>", "*a*_b_", "~~a~~ ^b^", "a {role}`b`", "@a",
    "&amp;",
)  # fmt: skip
_CALL_RE = re.compile(r"\[\^[^\]\s]+\](?!: )")
_NOTE_RE = re.compile(r"^\[\^[^\]\s]+\]: ", re.MULTILINE)
_TAG_RE = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Read:
    """What an engine makes of a text."""

    calls: int
    notes: int
    text: str


def counted(html: str, call: str, note: str) -> Read:
    text = unescape(_TAG_RE.sub("", html))
    return Read(len(re.findall(call, html)), len(re.findall(note, html)), text)


def cmark(text: str) -> str:
    options = CmarkOptions.CMARK_OPT_FOOTNOTES
    return str(cmarkgfm.github_flavored_markdown_to_html(text, options))


def python_markdown(text: str) -> str:
    return Markdown(extensions=["extra", "sane_lists"]).convert(text)


def markdown_it(text: str) -> str:
    md = MarkdownIt("commonmark").enable("table").use(footnote_plugin)
    return str(md.render(text))


def by_mistune(text: str) -> str:
    markdown = mistune.create_markdown(escape=False, plugins=["footnotes", "table"])
    return str(markdown(text))


PRINTERS: Mapping[str, Callable[[str], str]] = {
    "cmark-gfm": cmark,
    "python-markdown": python_markdown,
    "markdown-it": markdown_it,
    "mistune": by_mistune,
}


def read_cmark(text: str) -> Read:
    return counted(cmark(text), "data-footnote-ref", '<li id="fn-')


def read_python_markdown(text: str) -> Read:
    return counted(python_markdown(text), 'class="footnote-ref"', '<li id="fn:')


def read_markdown_it(text: str) -> Read:
    signs = 'class="footnote-ref"', 'class="footnote-item"'
    return counted(markdown_it(text), *signs)


def read_mistune(text: str) -> Read:
    return counted(by_mistune(text), 'class="footnote-ref"', '<li id="fn-')


def read_myst(text: str) -> Read:
    tree = publish_doctree(
        text,
        parser=Parser(),
        settings_overrides={"warning_stream": io.StringIO(), "report_level": 5},
    )
    calls = sum(1 for _ in tree.findall(nodes.footnote_reference))
    return Read(calls, sum(1 for _ in tree.findall(nodes.footnote)), tree.astext())


ENGINES: Mapping[str, Callable[[str], Read]] = {
    "cmark-gfm": read_cmark,
    "python-markdown": read_python_markdown,
    "markdown-it": read_markdown_it,
    "mistune": read_mistune,
    "myst": read_myst,
}


@cache
def rendered(slug: str, profile: str) -> Rendered:
    given = case(slug)
    options = replace(given.options, markdown_profile=profile)  # type: ignore[arg-type] # a parameter
    return render(given.answer, given.sources, to="markdown", options=options)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("profile", ["gfm", "myst"])
def test_every_engine_reads_every_note_and_call(profile: str, engine: str) -> None:
    for slug in CASES:
        made = rendered(slug, profile)
        read = ENGINES[engine](str(made))
        calls = sum(len(each.noterefs) for each in made.references)
        assert (read.calls, read.notes) == (calls, len(made.references)), slug


@pytest.mark.parametrize("engine", ENGINES)
def test_plain_numbers_need_no_footnotes(engine: str) -> None:
    for slug in CASES:
        made = rendered(slug, "plain")
        read = ENGINES[engine](str(made))
        assert (read.calls, read.notes) == (0, 0), slug
        for each in made.references:
            count = read.text.count(f"[{each.number}]")
            assert count == len(each.noterefs) + 1, slug


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("profile", ["gfm", "plain"])
def test_titles_stay_what_they_are(profile: str, engine: str) -> None:
    sources = [
        {"source_id": f"s{at}", "title": title, "url": "https://e.test/a_(b)"}
        for at, title in enumerate(TITLES)
    ]
    markers = "".join(f"\ue200cite\ue202s{at}\ue201" for at in range(len(TITLES)))
    options = Options(markdown_profile=profile)  # type: ignore[arg-type] # a parameter
    made = render(f"Claim.{markers}", sources, to="markdown", options=options)
    read = ENGINES[engine](str(made))
    shown = " ".join(read.text.split())
    for title in TITLES:
        wanted = " ".join(title.split())
        assert wanted in shown, title
    expected = (len(TITLES), len(TITLES)) if profile == "gfm" else (0, 0)
    assert (read.calls, read.notes) == expected


@pytest.mark.parametrize("slug", CASES)
@pytest.mark.parametrize("profile", ["gfm", "myst"])
def test_a_formatter_changes_nothing_that_is_read(profile: str, slug: str) -> None:
    made = str(rendered(slug, profile))
    once = mdformat.text(made, extensions={"gfm", "footnote"})
    assert mdformat.text(once, extensions={"gfm", "footnote"}) == once
    before, after = read_markdown_it(made), read_markdown_it(once)
    assert (after.calls, after.notes) == (before.calls, before.notes)
    assert after.text.split() == before.text.split()


@pytest.mark.parametrize("engine", PRINTERS)
@pytest.mark.parametrize("profile", ["gfm", "pandoc", "myst", "plain"])
def test_tables_keep_their_columns(profile: str, engine: str) -> None:
    marker = "\ue200cite\ue202a\ue202L1\ue201"
    table = (
        f"| a {marker} | b |\n|---|---|{marker}\n| `c` {marker} | d |{marker}\n"
        f"| {{x}} | \\| {marker}|\n"
    )
    options = Options(markdown_profile=profile)  # type: ignore[arg-type] # a parameter
    sources = [{"source_id": "a", "title": "a | b", "text": "c | d"}]
    made = render(table, sources, to="markdown", options=options)
    cells = [
        row.find_all(["td", "th"])
        for row in BeautifulSoup(PRINTERS[engine](str(made)), "html.parser")("tr")
    ]
    assert [len(row) for row in cells] == [2, 2, 2]
    assert [cell.get_text()[:1] for row in cells for cell in row] == list("abcd{|")


def _kinds(tree: object) -> list[str]:
    """Return the kinds of all elements in pandoc's tree."""
    if isinstance(tree, dict):
        own = [str(tree["t"])] if "t" in tree else []
        return own + _kinds(list(tree.values()))
    if isinstance(tree, list):
        return [kind for item in tree for kind in _kinds(item)]
    return []


def test_pandoc_makes_one_note_of_each_source() -> None:
    pandoc = needed.program("pandoc")
    for slug in CASES:
        made = rendered(slug, "pandoc")
        done = subprocess.run(
            [pandoc, "--from", "markdown", "--to", "json"],
            input=str(made).encode(),
            capture_output=True,
            check=True,
        )
        kinds = _kinds(json.loads(done.stdout))
        assert kinds.count("Note") == len(made.references), slug
        assert not {"Image", "Superscript"} & set(kinds), slug
        noterefs = sum(len(each.noterefs) for each in made.references)
        numbers = sum(map(str(made).count, map(_plain, made.references)))
        assert numbers == noterefs - len(made.references), slug


def _plain(reference: Reference) -> str:
    return f"\\[{reference.number}\\]"


@pytest.mark.parametrize(
    ("before", "expected"), [("!", "\\!"), ("\\!", "\\!"), ("\\\\!", "\\\\\\!")]
)
def test_a_call_is_no_image(before: str, expected: str) -> None:
    answer = f"Yes{before}\ue200cite\ue202a\ue201 `![^1x]`"
    made = render(answer, [{"source_id": "a"}], to="markdown")
    assert str(made).startswith(f"Yes{expected}[^1] `![^1x]`\n")
    shown = {engine: ENGINES[engine](str(made)) for engine in ENGINES}
    assert {engine for engine in shown if shown[engine].calls != 1} == set()


def test_notes_of_the_answer_are_counted_by_pandoc() -> None:
    marker = "\ue200cite\ue202a\ue201"
    answer = f"One[^x] {marker} and two {marker}.\n\n[^x]: Of its own.\n"
    options = Options(markdown_profile="pandoc")
    made = render(answer, [{"source_id": "a"}], to="markdown", options=options)
    assert str(made).startswith("One[^x][^1] and two[^1].")


def test_no_definition_of_the_answer_makes_a_number_a_link() -> None:
    answer = "One.\ue200cite\ue202a\ue201(x)\n\n[1]: https://evil.test\n"
    options = Options(markdown_profile="plain")
    made = render(answer, [{"source_id": "a"}], to="markdown", options=options)
    html = str(MarkdownIt("commonmark").render(str(made)))
    assert "evil" not in html
    bare = render(answer, to="markdown", options=options)
    assert "Sources" not in str(bare)
