"""What holds for every answer, over generated ones.

``CITEMARK_EXAMPLES=5000`` runs each property that often, for a long look.
"""

from __future__ import annotations

import os
import re
from html import unescape
from itertools import pairwise
from urllib.parse import unquote

from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from citemark import (
    Options,
    Rendered,
    citations_plugin,
    extract_citations,
    lint,
    render,
    scan,
    strip_citations,
)
from citemark.model import MarkerKind
from tests.strategies import (
    DELIM,
    SOURCES,
    START,
    STOP,
    Piece,
    answers,
    any_markers,
    markers,
    placed_answers,
    simple_markers,
    soup,
    words,
)

EXAMPLES = int(os.environ.get("CITEMARK_EXAMPLES", "200"))
often = settings(max_examples=EXAMPLES)

_OUTPUTS = ("html", "markdown", "text")
_UNSEEN_RE = re.compile("[\ue200-\ue206\x00\x80-\x84\x86-\x9f]")
_PERCENT_RE = re.compile(r"%EE%88%8|%C2%[89]", re.IGNORECASE)
_APART = "section[role=doc-bibliography], [popover], style, script"
_NUMBER_RE = re.compile(r"\[(?:\^?[0-9]+|\?)\]")
# Markdown's own characters come and go with their meaning; words do not.
_WORD_RE = re.compile(r"\w+")


def rendered(answer: str, to: str, options: Options | None = None) -> Rendered:
    return render(answer, SOURCES, to=to, options=options)


def words_of(text: str) -> list[str]:
    return _WORD_RE.findall(text)


def answer_part(result: Rendered, to: str) -> str:
    """Return what a reader sees of the answer: no list of sources, no references."""
    if to == "html":
        soup_of = BeautifulSoup(result.body, "html.parser")
        for apart in soup_of.select(f"{_APART}, a[role=doc-biblioref]"):
            apart.decompose()
        return soup_of.get_text()
    body = re.split(r"\n\n(?:Sources\n|\[\^[0-9]+\]: )", result.body)[0]
    return _NUMBER_RE.sub("", body)


def ids_of(answer: str) -> set[str]:
    return {source_id for marker in scan(answer) for source_id in marker.source_ids}


def check_no_leak(answer: str) -> None:
    for to in _OUTPUTS:
        body = rendered(answer, to).body
        for text in (body, unescape(body), unquote(body)):
            assert _UNSEEN_RE.findall(text) == []
        assert _PERCENT_RE.findall(body) == []
        # In the soup an ID may also stand bare in the prose, which is kept.
        prose = strip_all(answer)
        for source_id in ids_of(answer):
            assert source_id in prose or source_id not in body


def strip_all(answer: str) -> str:
    pieces, done = [], 0
    for marker in scan(answer):
        pieces.append(answer[done : marker.start])
        done = marker.end
    return "".join((*pieces, answer[done:]))


@often
@given(answers())
def test_nothing_leaks(piece: Piece) -> None:
    check_no_leak(piece.text)


@often
@given(soup)
def test_nothing_leaks_from_any_text(answer: str) -> None:
    assert isinstance(answer, str)
    for to in _OUTPUTS:
        body = rendered(answer, to).body
        assert re.findall("[\ue200-\ue206]", body) == []
        assert _PERCENT_RE.findall(body.replace("%C2%80", "")) == []


@often
@given(answers(markers))
def test_no_word_is_lost(piece: Piece) -> None:
    for to in ("html", "text"):
        wanted = MarkdownIt().enable(["table", "strikethrough"]).render(piece.bare)
        expected = BeautifulSoup(wanted, "html.parser").get_text()
        shown = answer_part(rendered(piece.text, to), to)
        if to == "text":
            expected = piece.bare
        elif "![" in piece.bare:
            # An image is not shown: its text and host stand for it.
            continue
        assert words_of(shown) == words_of(expected)
