from __future__ import annotations

import json

import pytest

from citemark.errors import ConfigError
from citemark.verification.diversity import Diversity, measure_diversity

URLS = {
    "a": "https://www.tides.example/1",
    "b": "https://tides.example/2",
    "c": "https://data.health.gov/3",
    "d": None,
    "e": "javascript:alert(1)",
}


def test_hosts_are_counted_with_their_citations() -> None:
    found = measure_diversity(["a", "c", "gone", "b", "d", "e"], URLS)
    assert found.hosts == {"tides.example": (0, 3), "data.health.gov": (1,)}
    assert found.hostless == (4, 5)
    assert (found.counted, found.distinct) == (5, 2)
    assert (found.top, found.top_share) == ("tides.example", 0.4)
    assert (found.authoritative, found.authoritative_share) == (None, None)


def test_authority_holds_for_what_is_below() -> None:
    found = measure_diversity(["a", "c", "c", "d"], URLS, ["GOV"])
    assert (found.authoritative, found.authoritative_share) == ((1, 2), 0.5)
    assert measure_diversity(["a"], URLS, ["example.org"]).authoritative == ()


def test_nothing_cited() -> None:
    found = measure_diversity([], URLS, ["gov"])
    assert (found.counted, found.top, found.top_share) == (0, None, None)
    assert found.authoritative_share is None
    assert Diversity() == measure_diversity(["gone"], {})


def test_as_json() -> None:
    data = measure_diversity(["a", "d"], URLS, ["tides.example"]).to_dict()
    assert json.loads(json.dumps(data)) == {
        "counted": 2,
        "distinct": 1,
        "top": "tides.example",
        "top_share": 0.5,
        "authoritative_share": 0.5,
        "hosts": {"tides.example": [0]},
        "hostless": [1],
        "authoritative": [0],
    }


def test_what_is_no_host_is_misuse() -> None:
    with pytest.raises(ConfigError, match=r"authoritative_hosts: .* got 'a/b'"):
        measure_diversity([], {}, ["a/b"])
