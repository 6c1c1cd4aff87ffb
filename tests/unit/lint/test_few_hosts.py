from __future__ import annotations

import pytest

from citemark import Options, lint
from citemark.errors import ConfigError
from tests.strategies import cite

RULE = "few-hosts"


def messages(hosts: list[str], **settings: object) -> list[str]:
    records: list[dict[str, object]] = [
        {"source_id": f"s{at}", "url": f"https://{host}/{at}" if host else None}
        for at, host in enumerate(hosts)
    ]
    text = "A." + "".join(f" B{cite(str(record['source_id']))}" for record in records)
    options = Options(select=(RULE,), rules={RULE: settings})
    found = lint(text, records, options=options)
    assert [text[each.start : each.end] for each in found] == [cite("s0")] * len(found)
    return [each.message for each in found]


def test_few_hosts() -> None:
    expected = "Unexpected 3 references from 1 host, expected at least 2 hosts"
    assert messages(["a.example"] * 3) == [expected]
    assert messages(["a.example", "www.a.example", "a.example"]) == [expected]
    expected = "Unexpected 5 references from 2 hosts, expected at least 3 hosts"
    assert messages(["a.example"] * 4 + ["b.example"]) == [expected]


@pytest.mark.parametrize(
    "hosts",
    [
        pytest.param(["a.example"] * 2, id="two-references"),
        pytest.param(["a.example"] * 2 + ["", ""], id="no-hosts"),
        pytest.param(["a.example", "a.example", "b.example", "b.example"], id="half"),
        pytest.param([], id="none"),
    ],
)
def test_enough_hosts(hosts: list[str]) -> None:
    assert messages(hosts) == []


def test_the_share_is_a_setting() -> None:
    hosts = ["a.example", "a.example", "b.example"]
    assert messages(hosts) == []
    assert len(messages(hosts, share=1)) == 1
    with pytest.raises(ConfigError, match="from 0 to 1, got 50"):
        messages(hosts, share=50)
