from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from citemark import SourceRegistry, scan
from citemark.errors import ConfigError
from citemark.report import Checked, Run, get_report, plain
from tests.strategies import cite
from tests.unit.reports.reporting import checked


@pytest.mark.parametrize("name", ["text", "json", "github", "sarif", "html"])
def test_every_format_prints_an_empty_run(name: str) -> None:
    report = get_report(name)
    assert report.name == name
    output = plain(report.pieces(Run(answers=[checked("")])))
    assert output == "" or output.endswith("\n")


def test_an_unknown_format_names_those_there_are() -> None:
    with pytest.raises(ConfigError) as raised:
        get_report("xml")
    assert str(raised.value) == (
        "format: expected one of github, html, json, sarif, text, got 'xml'"
    )


class Store:
    """Sources that are only found by their IDs."""

    def get_many(self, ids: Iterable[str]) -> Mapping[str, object]:
        return {each: {"source_id": each} for each in ids if each != "unknown"}


def test_of_a_store_those_sources_are_shown_that_are_cited() -> None:
    text = f"Tide.{cite('b')}{cite('unknown', 'a')}"
    answer = Checked(name="a.md", text=text, diagnostics=(), markers=scan(text))
    run = Run(answers=[answer], sources=Store())
    assert [source.source_id for source in run.cited_sources] == ["b", "a"]
    assert Run(answers=[answer]).cited_sources == ()
    registry = SourceRegistry([{"source_id": "c"}])
    (only,) = Run(answers=[], sources=registry).cited_sources
    assert only.source_id == "c"
