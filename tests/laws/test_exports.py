"""Laws over all exports: their examples hold, and so does every golden case."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from citemark import Rendered, render
from citemark.export import Export, export, list_exports
from citemark.text import has_marker_characters
from tests.catalogues import (
    Found,
    read_annotations,
    read_csl_json,
    read_ris,
    read_schema_org,
    read_with_bibtexparser,
    read_with_pybtex,
)
from tests.golden_cases import Case, case, slugs

_READERS: Mapping[str, tuple[Callable[[str], list[Found]], ...]] = {
    "biblatex": (read_with_bibtexparser, read_with_pybtex),
    "bibtex": (read_with_bibtexparser, read_with_pybtex),
    "csl-json": (read_csl_json,),
    "json-ld": (read_schema_org,),
    "ris": (read_ris,),
}
_EXPORTS = list_exports()
_UNSAFE_IN_SCRIPT = frozenset("<>&\u2028\u2029")
_SOURCE = {"source_id": "S1", "title": "Tides"}


def test_every_export_has_a_reader() -> None:
    assert sorted(_EXPORTS) == sorted((*_READERS, "web-annotation"))


@pytest.mark.parametrize("found", _EXPORTS.values(), ids=list(_EXPORTS))
def test_examples_hold(found: Export) -> None:
    assert found.examples
    for example in found.examples:
        rendered = render(example.answer, [example.source])
        assert export(rendered, [example.source], to=found.name) == example.written


@pytest.mark.parametrize("found", _EXPORTS.values(), ids=list(_EXPORTS))
def test_names_fit(found: Export) -> None:
    assert found.suffix.startswith(".")
    assert "/" in found.media_type


def test_an_answer_without_citations_is_a_file_without_records() -> None:
    rendered = render("Yes.", [_SOURCE])
    for name, readers in _READERS.items():
        assert [read(export(rendered, to=name)) for read in readers] == [[]] * len(
            readers
        )
    assert not read_annotations(export(rendered, to="web-annotation"))


@pytest.mark.parametrize("slug", slugs())
def test_golden_cases_are_read_as_they_are_shown(slug: str) -> None:
    golden = case(slug)
    rendered = golden.rendered(golden.outputs[0])
    titles = [_even(reference.title) for reference in rendered.references]
    for name, readers in _READERS.items():
        written = _export(golden, rendered, name)
        for read in readers:
            assert [_even(each.title) for each in read(written)] == titles
    annotations = read_annotations(_export(golden, rendered, "web-annotation"))
    assert len(annotations) == (len(rendered.citations) if titles else 0)


@pytest.mark.parametrize("slug", slugs())
def test_golden_cases_are_written_alike_and_safely(slug: str) -> None:
    golden = case(slug)
    rendered = golden.render(golden.outputs[0])
    shown = str(golden.render("text", id_prefix=""))
    for name in _EXPORTS:
        written = _export(golden, rendered, name)
        assert written == _export(golden, golden.rendered(golden.outputs[0]), name)
        assert not has_marker_characters(written)
        ids = {citation.source_id for citation in rendered.citations}
        # What the prose or a title says of its own accord, it says here, too.
        assert not [each for each in ids if each in written and each not in shown]
        if "json" in _EXPORTS[name].media_type:
            assert not _UNSAFE_IN_SCRIPT & set(written)


def _export(golden: Case, rendered: Rendered, name: str) -> str:
    return export(rendered, golden.sources, to=name, options=golden.options)


def _even(text: str) -> str:
    return " ".join(text.split())
