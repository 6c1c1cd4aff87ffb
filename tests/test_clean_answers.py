"""The clean answers are what they claim to be: varied, resolvable and well-formed."""

from __future__ import annotations

from collections import Counter

import pytest

from citemark import (
    SourceRegistry,
    extract_citations,
    render,
    scan,
    strip_citations,
)
from citemark.locator import Lines
from citemark.model import MarkerKind
from tests.clean_answers import CLEAN, CleanAnswer

_WITHOUT_SPACES = ("ja", "zh")

each = pytest.mark.parametrize("clean", CLEAN, ids=lambda clean: clean.name)


def _bare(text: str) -> str:
    return strip_citations(text, extract_citations(text))


def test_there_are_enough_in_six_languages() -> None:
    languages = Counter(clean.language for clean in CLEAN)
    assert len(CLEAN) >= 36
    assert len([count for count in languages.values() if count >= 3]) >= 6


def test_no_paragraph_is_used_twice() -> None:
    paragraphs = Counter(
        block
        for clean in CLEAN
        for block in _bare(clean.text).split("\n\n")
        if len(block) > 40
    )
    assert [block for block, count in paragraphs.items() if count > 1] == []


def test_sources_are_distinct() -> None:
    sources = [
        source for clean in CLEAN for source in SourceRegistry.load(clean.sources)
    ]
    assert len({source.url for source in sources}) == len(sources)
    assert len({source.text for source in sources}) == len(sources)


@each
def test_it_has_the_size_of_an_answer(clean: CleanAnswer) -> None:
    words = _bare(clean.text).split()
    if clean.language in _WITHOUT_SPACES:
        assert 400 <= len("".join(words)) <= 4_000
    else:
        assert 200 <= len(words) <= 2_000


@each
def test_every_marker_is_well_formed(clean: CleanAnswer) -> None:
    markers = scan(clean.text)
    assert len(markers) >= 6
    assert {marker.kind for marker in markers} == {MarkerKind.CITATION}
    assert [finding for marker in markers for finding in marker.findings] == []


@each
def test_it_cites_exactly_its_sources(clean: CleanAnswer) -> None:
    cited = {name for marker in scan(clean.text) for name in marker.source_ids}
    assert cited == set(SourceRegistry.load(clean.sources).ids)


@each
def test_every_locator_is_in_range(clean: CleanAnswer) -> None:
    registry = SourceRegistry.load(clean.sources)
    for marker in scan(clean.text):
        for citation in marker.citations:
            source = registry.get(citation.source_id)
            assert source is not None
            if citation.locator is not None:
                assert isinstance(citation.locator, Lines)
                assert 1 <= citation.locator.first <= citation.locator.last
                assert citation.locator.last <= len(source.lines)


@each
def test_rendering_finds_nothing(clean: CleanAnswer) -> None:
    sources = SourceRegistry.load(clean.sources)
    assert render(clean.text, sources).diagnostics == ()
