from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from citemark import Options, lint
from tests.strategies import SOURCES, cite

ONLY = Options(select=("uncited-source",))


class Store:
    """A store that cannot be listed."""

    def get_many(self, ids: Iterable[str], /) -> Mapping[str, object]:
        return {name: {} for name in ids}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("High at six.\n", ".", id="last-character"),
        pytest.param(f"High.{cite('x', 'L1')}\n", cite("x", "L1"), id="last-marker"),
        pytest.param(f"High{cite('x')}.", ".", id="after-a-marker"),
        pytest.param("", "", id="empty-answer"),
    ],
)
def test_each_uncited_source_is_named_at_the_end(text: str, place: str) -> None:
    found = lint(text, [{"source_id": "a1"}, {"source_id": "b1"}], options=ONLY)
    assert [text[each.start : each.end] for each in found] == [place, place]
    assert ["'a1'" in found[0].message, "'b1'" in found[1].message] == [True, True]


def test_what_is_cited_or_may_not_be_is_not_flagged() -> None:
    sources = [
        {"source_id": "a"},
        {"source_id": "b", "citable": False},
        {"source_id": "c", "status": "deleted"},
    ]
    assert lint(f"A{cite('a')}", sources, options=ONLY) == []


def test_beyond_twenty_they_are_counted() -> None:
    found = lint("A.", [{"source_id": f"s{at}"} for at in range(25)], options=ONLY)
    assert len(found) == 21
    assert found[-1].message.endswith("nothing cites: 5, expected citations")
    assert (
        len(lint("A.", [{"source_id": f"s{at}"} for at in range(20)], options=ONLY))
        == 20
    )


def test_only_a_registry_is_listed() -> None:
    assert lint("A.", Store(), options=ONLY) == []
    assert lint("A.", options=ONLY) == []
    assert lint("A.", SOURCES) == []
