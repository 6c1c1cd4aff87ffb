"""Other software reads the footnotes of our Markdown as footnotes."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from tests import needed
from tests.golden_cases import case, slugs

CASES = [slug for slug in slugs() if slug.startswith(("guide-", "answer-"))]
_CALL_RE = re.compile(r"\[\^[^\]\s]+\](?!: )")
_NOTE_RE = re.compile(r"^\[\^[^\]\s]+\]: ", re.MULTILINE)


def test_the_cases_have_calls() -> None:
    calls = [_CALL_RE.findall(str(case(slug).rendered("markdown"))) for slug in CASES]
    assert len(CASES) >= 20
    assert all(calls)


@pytest.fixture(scope="module")
def pandoc() -> str:
    return needed.program("pandoc")


def count(tree: object, kind: str) -> int:
    """Count the elements of one kind in pandoc's tree."""
    if isinstance(tree, dict):
        return (tree.get("t") == kind) + count(list(tree.values()), kind)
    if isinstance(tree, list):
        return sum(count(item, kind) for item in tree)
    return 0


@pytest.mark.parametrize("dialect", ["gfm", "markdown", "commonmark_x"])
def test_pandoc_reads_every_call(dialect: str, pandoc: str) -> None:
    for slug in CASES:
        markdown = str(case(slug).rendered("markdown"))
        done = subprocess.run(
            [pandoc, "--from", dialect, "--to", "json"],
            input=markdown.encode(),
            capture_output=True,
            check=True,
        )
        calls = len(_CALL_RE.findall(markdown))
        assert count(json.loads(done.stdout), "Note") == calls, slug
        assert done.stderr == b"", slug


@pytest.mark.parametrize("slug", CASES)
def test_markdown_it_reads_every_note_and_call(slug: str) -> None:
    markdown = str(case(slug).rendered("markdown"))
    md = MarkdownIt("commonmark").enable("table").use(footnote_plugin)
    html = str(md.render(markdown))
    assert html.count('class="footnote-ref"') == len(_CALL_RE.findall(markdown))
    assert html.count('class="footnote-item"') == len(_NOTE_RE.findall(markdown))
