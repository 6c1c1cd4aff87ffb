from __future__ import annotations

import pytest

from citemark import Options, lint
from citemark.errors import ConfigError
from tests.strategies import cite

RULE = "few-authoritative-hosts"
RECORDS = [
    {"source_id": "gov", "url": "https://data.health.gov/1"},
    {"source_id": "idn", "url": "https://www.bücher.example/"},
    {"source_id": "blog", "url": "https://notgov.example/"},
    {"source_id": "file", "title": "File"},
]


def found(ids: str, *hosts: str) -> list[tuple[str, str]]:
    text = "A." + "".join(f" B{cite(name)}" for name in ids.split())
    options = Options(
        select=(RULE,), rules={RULE: {"authoritative_hosts": list(hosts)}}
    )
    return [
        (text[each.start : each.end], each.message)
        for each in lint(text, RECORDS, options=options)
    ]


@pytest.mark.parametrize("ids", ["blog gov", "file", "blog gov gov idn"])
def test_at_most_half(ids: str) -> None:
    ((place, message),) = found(ids, "GOV")
    assert place == cite(ids.split(maxsplit=1)[0])
    assert message.endswith("from authoritative hosts, expected more than half")


@pytest.mark.parametrize("ids", ["gov", "gov blog gov", "gov idn file", "", "unknown"])
def test_more_than_half(ids: str) -> None:
    assert found(ids, "health.gov", "bücher.example") == []


def test_without_hosts_nothing_is_said() -> None:
    assert found("blog") == []
    assert lint(f"A{cite('blog')}", RECORDS, options=Options(select=(RULE,))) == []


@pytest.mark.parametrize("host", ["https://a.example", "a b", "", "a.example/x"])
def test_what_is_no_host_is_refused(host: str) -> None:
    with pytest.raises(ConfigError, match="expected a host or domain"):
        found("gov", host)
