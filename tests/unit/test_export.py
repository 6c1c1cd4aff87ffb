from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from citemark import ConfigError, Options, SourceError, render
from citemark.export import get_export
from citemark.exports import export
from tests.strategies import cite

_SOURCE = {"source_id": "S1", "title": "Tides", "authors": ["Jane Doe"]}


def test_an_unknown_format_is_named_with_those_there_are() -> None:
    rendered = render("Yes.", [])
    with pytest.raises(ConfigError) as caught:
        export(rendered, to="endnote")
    known = "biblatex, bibtex, csl-json, json-ld, ris, web-annotation"
    assert str(caught.value) == f"to: expected one of {known}, got 'endnote'"


def test_bad_records_are_misuse() -> None:
    rendered = render(f"Yes.{cite('S1')}", [_SOURCE])
    with pytest.raises(SourceError):
        export(rendered, [{"source_id": "S1", "title": 7}], to="ris")


def test_sources_are_fetched_at_once_and_only_those_cited() -> None:
    class Store:
        def __init__(self) -> None:
            self.asked: list[list[str]] = []

        def get_many(self, ids: Iterable[str], /) -> dict[str, object]:
            self.asked.append([*ids])
            return {"S1": _SOURCE}

    store = Store()
    rendered = render(f"Yes.{cite('S1')}{cite('S2')}", store)
    assert "Jane Doe" in export(rendered, store, to="ris")
    assert store.asked == [["S1", "S2"], ["S1"]]


def test_a_stripped_answer_has_no_references_to_export() -> None:
    options = Options(strip=True)
    rendered = render(f"Yes.{cite('S1')}", [_SOURCE], options=options)
    assert export(rendered, [_SOURCE], to="bibtex", options=options) == ""
    written = export(rendered, [_SOURCE], to="web-annotation", options=options)
    assert json.loads(written)["total"] == 0


def test_formats_say_how_they_are_served() -> None:
    assert get_export("ris").media_type == "application/x-research-info-systems"
    assert get_export("csl-json").suffix == ".csl.json"
