"""What holds for every fix: it is honest, and renders what the answer rendered."""

from __future__ import annotations

import os
import re
from collections import Counter
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citemark import Options, fix, lint, render, scan
from citemark.diagnostic import Applicability, Diagnostic
from tests.misplaced import (
    CONTAINERS,
    PLACEMENTS,
    WORDS,
    contain,
    fill,
    misplaced_answers,
)
from tests.strategies import SOURCES, answers, cite, soup

EXAMPLES = int(os.environ.get("CITEMARK_EXAMPLES", "2000"))
STRUCTURAL = Options(select=("CM10", "CM110", "CM111", "CM112"))
PROFILE = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SHORT = settings(PROFILE, max_examples=EXAMPLES // 4)
LEAST_OFFERED = 0.98


def is_safe(found: Diagnostic) -> bool:
    return found.fix is not None and found.fix.applicability >= Applicability.SAFE


def pairs(answer: str) -> set[tuple[str, str]]:
    return {
        (citation.source_id, str(citation.locator))
        for marker in scan(answer)
        for citation in marker.citations
    }


def words(answer: str) -> list[str]:
    """The words of *answer*; markers part none, as white space that comes and goes."""
    pieces, done = [], 0
    for marker in scan(answer):
        pieces.append(answer[done : marker.start])
        pieces.append(marker.text)
        done = marker.end
    pieces.append(answer[done:])
    return re.findall(r"\w", "".join(pieces))


@pytest.mark.parametrize("name", PLACEMENTS)
def test_every_placement_is_found_and_mended(name: str) -> None:
    code, templates = PLACEMENTS[name]
    for template, language, container in product(templates, WORDS, CONTAINERS):
        answer = contain(
            fill(template, language, cite("turn0file0"), cite("turn0file1", "L1")),
            *container,
        )
        found = lint(answer, SOURCES, options=STRUCTURAL)
        assert [each.code for each in found] == [code] * answer.count("\ue200")
        assert [(each.start, each.end) for each in found] == [
            (marker.start, marker.end) for marker in scan(answer)
        ]
        assert all(map(is_safe, found))
        assert fix(answer, SOURCES, options=STRUCTURAL).diagnostics == ()


@SHORT
@given(misplaced_answers())
def test_structural_fixes_render_what_was_rendered(answer: str) -> None:
    fixed = fix(answer, SOURCES, options=STRUCTURAL)
    assert fixed.applied
    assert render(answer, SOURCES).body == render(fixed.text, SOURCES).body


@SHORT
@given(answers().map(lambda piece: piece.text))
def test_offered_fixes_render_what_was_rendered(answer: str) -> None:
    fixed = fix(answer, SOURCES, options=STRUCTURAL)
    assert render(answer, SOURCES).body == render(fixed.text, SOURCES).body


@PROFILE
@given(st.one_of(misplaced_answers(), answers().map(lambda piece: piece.text), soup))
def test_safe_fixes_are_honest(answer: str) -> None:
    fixed = fix(answer, SOURCES)
    assert fix(fixed.text, SOURCES).text == fixed.text
    assert words(fixed.text) == words(answer)
    assert pairs(fixed.text) == pairs(answer)
    assert [str(each) for each in fixed.diagnostics if is_safe(each)] == []


@SHORT
@given(st.one_of(misplaced_answers(), answers().map(lambda piece: piece.text)))
def test_unsafe_fixes_settle(answer: str) -> None:
    options = Options(preset="strict")
    fixed = fix(answer, SOURCES, unsafe=True, options=options)
    assert fix(fixed.text, SOURCES, unsafe=True, options=options).text == fixed.text


def test_nearly_every_structural_finding_has_a_fix() -> None:
    offered: Counter[bool] = Counter()

    @settings(SHORT, database=None, derandomize=True)
    @given(st.one_of(misplaced_answers(), answers().map(lambda piece: piece.text)))
    def count(answer: str) -> None:
        found = lint(answer, SOURCES, options=STRUCTURAL)
        offered.update(map(is_safe, found))

    count()
    assert offered[True] >= LEAST_OFFERED * offered.total()
