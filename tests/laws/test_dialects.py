"""What holds for every dialect, its own examples included."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from pkgutil import iter_modules

import pytest
from hypothesis import given

from citemark import ConfigError, MarkerFilter, Options, dialects, render, scan
from citemark.dialect import Dialect, Example, get_dialect, scan_markers
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


@pytest.mark.parametrize(
    "name", [each.name for each in iter_modules(dialects.__path__)]
)
def test_the_module_is_named_and_documented(name: str) -> None:
    module = import_module(f"{dialects.__name__}.{name}")
    assert name.replace("_", "-") in module.DIALECT.name
    assert module.__doc__
    assert module.__doc__.partition("\n")[0].rstrip().endswith((".", "``"))


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_what_is_written_reads_as_it_was_given(name: str, example: Example) -> None:
    dialect = get_dialect(name)
    for cited in filter(None, example.markers):
        written = dialect.format(cited)
        *_, found = scan(written, dialect=name)
        assert (
            tuple((each.source_id, each.raw_locator) for each in found.citations)
            == cited
        )


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_streams_find_what_is_found_in_the_whole(name: str, example: Example) -> None:
    text = f"{example.text} And {example.text}"
    stream = MarkerFilter(dialect=name)
    given = [*map(stream.feed, text), stream.finish()]
    found = [each for piece in given for each in piece.citations]
    assert [(each["start"], each["raw"], each["source_ids"]) for each in found] == [
        (each.start, each.raw, list(each.source_ids))
        for each in scan(text, dialect=name)
        if each.citations
    ]


@pytest.mark.parametrize("name", NAMES)
def test_what_cannot_be_written_is_refused(name: str) -> None:
    dialect = get_dialect(name)
    for wanted in ([], [("a\nb", None)], [("a", "\ue201")], [("1]\n[2", "L1")]):
        with pytest.raises(ConfigError, match=f"expected what {name} can write"):
            dialect.format(wanted)


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
    found = scan(example.text, dialect=name)
    sources = [
        {"source_id": name} for name in {n for each in found for n in each.source_ids}
    ]
    options = Options(dialect=name, strip=True)
    body = str(render(example.text, sources, to="text", options=options))
    for marker in found:
        assert marker.raw not in body


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_what_authors_write_counts_only_with_a_source(
    name: str, example: Example
) -> None:
    found = scan_markers(example.text, name, Syntax(), lambda _: ())
    if get_dialect(name).accepts is None:
        assert found == scan(example.text, dialect=name)
    else:
        assert [each for each in found if each.citations] == []
