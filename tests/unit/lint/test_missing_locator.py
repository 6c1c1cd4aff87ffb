from __future__ import annotations

import pytest

from citemark import Options, lint
from tests.strategies import SOURCES, cite

RULE = "missing-locator"


def flagged(text: str, sources: object = SOURCES, **settings: object) -> list[str]:
    options = Options(select=(RULE,), rules={RULE: settings})
    found = lint(text, sources, options=options)  # type: ignore[arg-type] # records of any type
    return [text[each.start : each.end] for each in found]


def test_citations_without_locator() -> None:
    text = f"A{cite('turn0file0')} b{cite('turn0file1', 'L1', 'turn0search0')}"
    assert flagged(text) == [cite("turn0file0"), "turn0search0"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(cite("turn0file0", "L2"), id="located"),
        pytest.param(cite("turn0file0", "L99"), id="beyond-the-source"),
        pytest.param(cite("turn9file9"), id="unknown"),
    ],
)
def test_others_are_not_flagged(text: str) -> None:
    assert flagged(text) == []


def test_only_sources_of_some_length_count() -> None:
    text = cite("a")
    assert flagged(text, [{"source_id": "a"}]) == []
    assert flagged(text, [{"source_id": "a", "text": "One.\n"}]) == []
    assert flagged(text, [{"source_id": "a", "text": "One.\n"}], min_lines=0) == [text]
    assert flagged(cite("turn0file0"), min_lines=3) == []
    assert flagged(text, None) == []


def test_it_is_off_by_default() -> None:
    assert lint(f"A{cite('turn0file0')}", SOURCES) == []
