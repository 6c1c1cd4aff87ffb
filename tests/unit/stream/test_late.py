from __future__ import annotations

from collections.abc import Iterable

import pytest

from citemark.errors import SourceError
from citemark.source import Source
from citemark.sources import SourceRegistry
from citemark.stream.late import LateSources

_ONE = {"source_id": "one", "title": "One"}
_TWO = {"source_id": "two", "title": "Two"}


class Store:
    """One that cannot list what it has, and notes what it is asked for."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def get_many(self, ids: Iterable[str], /) -> dict[str, object]:
        self.asked.append(wanted := list(ids))
        return {"one": _ONE} if "one" in wanted else {}


def titles(late: LateSources, *names: str) -> dict[str, str]:
    found = late.store.get_many(names)
    return {
        name: each.title if isinstance(each, Source) else str(each)
        for name, each in found.items()
    }


def test_sources_come_to_those_there_are() -> None:
    late = LateSources([_ONE])
    assert late.add([_TWO]) == {"two"}
    assert titles(late, "one", "two", "three") == {"one": "One", "two": "Two"}
    assert late.add([{"source_id": "three", "title": "Three"}]) == {"three"}
    assert len(titles(late, "one", "two", "three")) == 3


def test_sources_come_where_there_are_none() -> None:
    late = LateSources(None)
    assert titles(late, "one") == {}
    assert late.add([_ONE, _TWO]) == {"one", "two"}
    assert titles(late, "two") == {"two": "Two"}


def test_the_same_again_is_nothing_new() -> None:
    late = LateSources([_ONE])
    before = late.store
    assert late.add([_ONE]) == set()
    assert late.store is before
    assert late.add([_TWO]) == {"two"}
    assert late.add([_TWO, _ONE]) == set()
    assert late.add([]) == set()


@pytest.mark.parametrize("name", ["one", "two"])
def test_an_id_is_that_of_one_source(name: str) -> None:
    late = LateSources([_ONE])
    late.add([_TWO])
    other = {"source_id": "three", "title": "Three"}
    with pytest.raises(SourceError, match=f"the source ID '{name}' is that of another"):
        late.add([other, {"source_id": name, "title": "Other"}])
    # Nothing of what is refused is taken.
    assert titles(late, "one", "two", "three") == {"one": "One", "two": "Two"}


def test_an_unusable_record_is_refused() -> None:
    late = LateSources(None)
    with pytest.raises(SourceError):
        late.add([{"title": "No ID"}])
    with pytest.raises(SourceError):
        LateSources("one")


def test_a_registry_grows_without_being_copied() -> None:
    given = SourceRegistry([_ONE])
    late = LateSources(given)
    assert late.store is given
    late.add([_TWO])
    grown = late.store
    late.add([{"source_id": "three", "title": "Three"}])
    assert late.store is grown
    assert isinstance(grown, SourceRegistry)
    assert (len(grown), len(given)) == (3, 1)
    assert grown.ids == tuple(each.source_id for each in grown)
    assert grown.ids == ("one", "two", "three")
    assert [name in grown for name in ("one", "three", "four")] == [True, True, False]
    for name in grown.ids:
        source = grown.get(name)
        assert source is not None
        assert grown.get_many(["four", name]) == {name: source}
    assert grown.get("four") is None
    records = [_ONE, _TWO, {"source_id": "three", "title": "Three"}]
    assert grown.fingerprint == SourceRegistry(records).fingerprint


def test_what_is_added_to_a_registry_itself_is_found() -> None:
    given = SourceRegistry([_ONE])
    late = LateSources(given)
    late.add([_TWO])
    name = given.turn("file").add({"title": "Its own"})
    assert titles(late, name, "two") == {name: "Its own", "two": "Two"}


def test_a_store_is_asked_for_what_did_not_come() -> None:
    store = Store()
    late = LateSources(store)
    assert late.store is store
    # Whether the store has it too, only a look-up could tell: what comes late counts.
    assert late.add([_TWO]) == {"two"}
    assert set(late.store.get_many(["two"])) == {"two"}
    assert store.asked == []
    assert set(late.store.get_many(["one", "two", "three"])) == {"one", "two"}
    assert store.asked == [["one", "three"]]
    assert late.add([{"source_id": "three", "title": "Three"}]) == {"three"}
    assert set(late.store.get_many(["two", "three"])) == {"two", "three"}
    with pytest.raises(SourceError, match="'two' is that of another"):
        late.add([{"source_id": "two", "title": "Other"}])
