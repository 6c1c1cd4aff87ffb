"""What holds for every dialect, its own examples included."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from citemark import Options, render, scan
from citemark.dialect import Dialect, Example, get_dialect
from citemark.discover import discover
from citemark.model import MarkerKind
from citemark.syntax import Syntax
from tests.strategies import soup

NAMES = sorted(discover("citemark.dialects", "DIALECT", Dialect))
EXAMPLES = [
    pytest.param(name, example, id=f"{name}-{number}")
    for name in NAMES
    for number, example in enumerate(get_dialect(name).examples, start=1)
]


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_examples_hold(name: str, example: Example) -> None:
    found = scan(example.text, dialect=name)
    assert example.markers == tuple(
        tuple((each.source_id, each.raw_locator) for each in marker.citations)
        for marker in found
    )


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_markers_of_examples_are_exact(name: str, example: Example) -> None:
    found = scan(example.text, dialect=name)
    for marker in found:
        assert marker.raw == example.text[marker.start : marker.end]
        assert set(marker.raw) & get_dialect(name).triggers
        assert bool(marker.citations) == (marker.kind is MarkerKind.CITATION)
        assert marker.citations or marker.findings


@pytest.mark.parametrize("name", NAMES)
def test_a_dialect_shows_a_marker_and_a_text_without_one(name: str) -> None:
    examples = get_dialect(name).examples
    assert any(example.markers for example in examples)
    assert any(not example.markers for example in examples)


@pytest.mark.parametrize("name", NAMES)
def test_the_module_is_named_and_documented(name: str) -> None:
    dialect = get_dialect(name)
    module = __import__(dialect.scan.__module__, fromlist=["__doc__"])
    assert dialect.name == name
    assert module.__name__.rpartition(".")[2] in name
    assert module.__doc__
    assert module.__doc__.partition("\n")[0].rstrip().endswith((".", "``"))


@given(soup)
@pytest.mark.parametrize("name", NAMES)
def test_markers_are_disjoint_ascending_and_exact(name: str, text: str) -> None:
    found = get_dialect(name).scan(text, Syntax())
    for marker in found:
        assert marker.raw == text[marker.start : marker.end] != ""
    for before, after in pairwise(found):
        assert before.end <= after.start


@given(soup)
@pytest.mark.parametrize("name", NAMES)
def test_a_text_without_triggers_has_no_markers(name: str, text: str) -> None:
    dialect = get_dialect(name)
    plain = "".join(each for each in text if each not in dialect.triggers)
    assert dialect.scan(plain, Syntax()) == []


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_no_marker_of_an_example_is_shown(name: str, example: Example) -> None:
    body = str(render(example.text, to="text", options=Options(dialect=name)))
    for marker in scan(example.text, dialect=name):
        assert marker.raw not in body
