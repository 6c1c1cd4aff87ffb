"""The linter has nothing to say about answers that obey the guide."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from citemark import Diagnostic, Options, SourceRegistry, fix, lint, scan
from tests.clean_answers import CLEAN, CleanAnswer

TWO_SOURCES = {
    "ar-astrolabe",
    "en-printing-history",
    "en-quarterly-report",
    "en-space-telescope",
    "ja-kessan",
    "ko-hanok-travel",
}
"""Answers with two IDs in one marker, as the guide's general prompt has it."""

each = pytest.mark.parametrize("clean", CLEAN, ids=lambda clean: clean.name)


def _found(clean: CleanAnswer, preset: str) -> Sequence[Diagnostic]:
    sources = SourceRegistry.load(clean.sources)
    return lint(clean.text, sources, options=Options(preset=preset))


@each
@pytest.mark.parametrize("preset", ["guide", "guide-general"])
def test_nothing_is_found_in_clean_answers(clean: CleanAnswer, preset: str) -> None:
    assert list(map(str, _found(clean, preset))) == []


@each
def test_only_two_sources_break_the_rule_for_sentences(clean: CleanAnswer) -> None:
    wanted = [
        ("several-sources", marker.start, marker.end)
        for marker in scan(clean.text)
        if len(marker.citations) > 1
    ]
    found = [(one.name, one.start, one.end) for one in _found(clean, "guide-sentence")]
    assert found == wanted
    assert bool(found) == (clean.name in TWO_SOURCES)


@each
def test_fixing_keeps_clean_answers_as_they_are(clean: CleanAnswer) -> None:
    fixed = fix(clean.text, SourceRegistry.load(clean.sources), unsafe=True)
    assert fixed.text == clean.text
    assert fixed.applied == ()
