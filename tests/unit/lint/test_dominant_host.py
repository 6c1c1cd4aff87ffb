from __future__ import annotations

import pytest

from citemark import Options, lint
from citemark.errors import ConfigError
from tests.strategies import cite

RULE = "dominant-host"
RECORDS = [
    {"source_id": "a1", "url": "https://a.example/1"},
    {"source_id": "a2", "url": "https://www.a.example/2"},
    {"source_id": "b1", "url": "https://b.example/"},
    {"source_id": "f1", "title": "File"},
]


def found(ids: str, **settings: object) -> list[tuple[str, str]]:
    text = "A." + "".join(f" B{cite(name)}" for name in ids.split())
    options = Options(select=(RULE,), rules={RULE: settings})
    return [
        (text[each.start : each.end], each.message)
        for each in lint(text, RECORDS, options=options)
    ]


def test_a_host_with_more_than_half() -> None:
    message = "Unexpected 2 of 3 citations from a.example, expected more of other hosts"
    assert found("b1 a1 a2") == [(cite("a1"), message)]
    assert found("b1 a1 a1")[0][0] == cite("a1")


@pytest.mark.parametrize("ids", ["a1 a1", "a1 a1 b1 b1", "a1 a1 f1 f1", "f1 f1 f1", ""])
def test_no_host_with_more_than_half(ids: str) -> None:
    assert found(ids) == []


def test_the_share_is_a_setting() -> None:
    assert found("b1 a1 a2", share=0.7) == []
    with pytest.raises(ConfigError, match="from 0 to 1, got -1"):
        found("a1", share=-1)
