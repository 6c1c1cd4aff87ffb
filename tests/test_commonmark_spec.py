"""Texts without markers are CommonMark's; markers at the end change nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from citemark.document.plugin import citations_plugin
from tests.cases.support import cite
from tests.spec_examples import commonmark_examples, gfm_examples

_REF_RE = re.compile(r'<sup class="cx-ref">\[\d+\]</sup>')
_BLANKS = " \t"


def plain(preset: str) -> MarkdownIt:
    md = MarkdownIt(preset)
    return md if preset == "gfm-like2" else md.enable(["table", "strikethrough"])


def with_plugin(preset: str) -> MarkdownIt:
    return plain(preset).use(citations_plugin)


def all_examples() -> dict[str, str]:
    spec = {f"spec-{number}": text for number, text in commonmark_examples().items()}
    return spec | gfm_examples()


def test_examples_are_all_there() -> None:
    assert sorted(commonmark_examples()) == list(range(1, 653))
    assert len(gfm_examples()) > 80


@pytest.mark.parametrize("preset", ["commonmark", "gfm-like2"])
def test_without_markers_nothing_changes(preset: str) -> None:
    upstream, ours = plain(preset), with_plugin(preset)
    changed = [
        name
        for name, text in all_examples().items()
        if ours.parse(text) != upstream.parse(text)
        or ours.render(text) != upstream.render(text)
    ]
    assert changed == []


def with_markers(text: str, tokens: list[Token]) -> str:
    """Append a marker to the last line of every paragraph, in list items too."""
    lines = text.split("\n")
    for index, token in enumerate(tokens):
        spanned = tokens[index + 1].map if token.type == "paragraph_open" else None
        if spanned:
            last = spanned[1] - 1
            body = lines[last].rstrip(_BLANKS)
            lines[last] = body + cite("turn0file0", "L1") + lines[last][len(body) :]
    return "\n".join(lines)


def changed_by_markers(examples: Mapping[str, str]) -> set[str]:
    upstream, ours = plain("commonmark"), with_plugin("commonmark")
    changed = set()
    for name, text in examples.items():
        marked = with_markers(text, upstream.parse(text))
        if _REF_RE.sub("", ours.render(marked)) != upstream.render(text):
            changed.add(name)
    return changed


def test_markers_at_the_end_of_paragraphs_change_nothing() -> None:
    assert changed_by_markers(all_examples()) == set()
