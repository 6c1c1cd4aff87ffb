from __future__ import annotations

from citemark import Options, lint
from tests.strategies import cite

RULE = "missing-viewpoint"
RECORDS = [
    {"source_id": "a", "viewpoint": "Tenants "},
    {"source_id": "b", "viewpoint": ["landlords", 7]},
    {"source_id": "c", "viewpoint": {"is": "odd"}},
    {"source_id": "d"},
]


def found(text: str, sources: object = RECORDS) -> list[tuple[int, int, str]]:
    wanted = ["tenants", "landlords", "tenants"]
    options = Options(select=(RULE,), rules={RULE: {"viewpoints": wanted}})
    return [
        (each.start, each.end, each.message.split("'")[1])
        for each in lint(text, sources, options=options)  # type: ignore[arg-type] # records of any type
    ]


def test_each_missing_viewpoint_is_named_on_the_first_marker() -> None:
    text = f"A.{cite('d')} B.{cite('a')}"
    assert found(text) == [(2, 2 + len(cite("d")), "landlords")]
    assert found("Nothing.") == [(0, 0, "tenants"), (0, 0, "landlords")]


def test_other_values_are_no_viewpoints() -> None:
    assert [name for _, _, name in found(cite("c"))] == ["tenants", "landlords"]


def test_all_viewpoints_are_cited() -> None:
    assert found(cite("a", "b")) == []


def test_silent_without_setting_or_sources() -> None:
    assert lint("A.", RECORDS, options=Options(select=(RULE,))) == []
    assert found("A.", None) == []
