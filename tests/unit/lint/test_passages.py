"""Fixes of the rules that move markers, on generated answers."""

from __future__ import annotations

import pytest
from hypothesis import given

from citemark import Options, fix
from citemark.answer import find_markers
from citemark.lint.markup import pairs
from citemark.spans import Edit, Span, apply_edits
from tests.strategies import Piece, answers

RULES = (
    "adjacent-markers",
    "marker-mid-paragraph",
    "marker-mid-sentence",
    "repeated-citation",
    "repeated-source",
    "several-sources",
)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("unsafe", [False, True])
@given(piece=answers())
def test_words_and_sources_stay(rule: str, piece: Piece, *, unsafe: bool) -> None:
    options = Options(select=(rule,), rules={})
    fixed = fix(piece.text, unsafe=unsafe, options=options)
    assert _words(fixed.text) == _words(piece.text)
    assert _cited(fixed.text) == _cited(piece.text)


def _words(text: str) -> str:
    markers = find_markers(text, Options())
    bare = apply_edits(text, [Edit(Span(each.start, each.end), "") for each in markers])
    return "".join(bare.split())


def _cited(text: str) -> set[object]:
    return set(pairs(find_markers(text, Options())))
