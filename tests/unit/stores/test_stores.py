"""What both kinds of store promise."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citemark import render
from citemark.loaders import Entry, decode
from citemark.source import Source
from citemark.sources import SourceRegistry, SourceStore
from citemark.stores import JsonlSources, SqliteSources
from citemark.stores.records import as_record, dump
from tests import needed
from tests.strategies import cite
from tests.unit.stores.holding import NAMES, ODD_IDS, Kind, make, refused_lookup

RECORDS: list[dict[str, object]] = [
    {"source_id": "b", "title": "Béton", "text": "one\r\ntwo", "authors": ["Ada"]},
    {"source_id": "a", "url": "https://example.org/a", "extra": {"x": [1, None]}},
    {"source_id": "c", "title": "\ud800 alone", "citable": False},
]


@pytest.fixture(params=NAMES, ids=lambda kind: kind.__name__)
def kind(request: pytest.FixtureRequest) -> Kind:
    found: Kind = request.param
    return found


@pytest.fixture
def store(kind: Kind, tmp_path: Path) -> Iterator[JsonlSources | SqliteSources]:
    with kind(make(tmp_path, kind, RECORDS)) as opened:
        yield opened


def test_a_store_gives_what_a_registry_of_the_records_gives(
    store: JsonlSources | SqliteSources,
) -> None:
    registry = SourceRegistry(RECORDS)
    assert isinstance(store, SourceStore)
    assert store.get_many(["c", "none", "b", "b"]) == registry.get_many(["c", "b"])
    assert list(store.get_many(["c", "b"])) == ["c", "b"]
    assert store.get("a") == registry.get("a")
    assert store.get("none") is None
    assert store.get_many([]) == {}
    assert (store.ids, len(store)) == (registry.ids, 3)
    assert "a" in store
    assert "A" not in store
    assert 3 not in store
    assert "\ud800" not in store
    assert store.get("\ud800") is None
    assert NAMES[type(store)] in repr(store)


def test_an_answer_is_rendered_from_a_store_as_from_a_registry(
    store: JsonlSources | SqliteSources,
) -> None:
    answer = f"Two.{cite('b', 'L2')} A.{cite('a')} No.{cite('c')}{cite('zzz')}"
    assert render(answer, store).body == render(answer, RECORDS).body


def test_lines_are_split_as_asked(kind: Kind, tmp_path: Path) -> None:
    path = make(tmp_path, kind, [{"source_id": "a", "text": "one|two"}])
    with kind(path, split_lines=lambda text: text.split("|")) as store:
        source = store.get("a")
    assert source is not None
    assert source.lines == ("one", "two")


def test_a_closed_store_refuses_lookups(
    store: JsonlSources | SqliteSources,
) -> None:
    store.close()
    store.close()
    name = NAMES[type(store)]
    assert refused_lookup(store, "a") == f"{name}: is closed"


def test_odd_ids_are_ids(kind: Kind, tmp_path: Path) -> None:
    records = [{"source_id": each, "title": repr(each)[:99]} for each in ODD_IDS]
    with kind(make(tmp_path, kind, records)) as store:
        assert store.ids == ODD_IDS
        found = store.get_many(ODD_IDS)
        assert [found[each].title for each in ODD_IDS] == [
            repr(each)[:99] for each in ODD_IDS
        ]
    # Once more, from the index that was kept.
    with kind(tmp_path / NAMES[kind]) as store:
        assert list(store.get_many(ODD_IDS)) == list(ODD_IDS)


def test_a_store_may_have_an_odd_name(kind: Kind, tmp_path: Path) -> None:
    folder = tmp_path / "a?mode=rw#b%20 é"
    folder.mkdir()
    with kind(make(folder, kind, RECORDS)) as store:
        assert store.get("a") is not None


def test_thousands_are_found_at_once(kind: Kind, tmp_path: Path) -> None:
    records = [{"source_id": f"s{n}", "title": str(n)} for n in range(2_001)]
    with kind(make(tmp_path, kind, records)) as store:
        found = store.get_many(f"s{n}" for n in range(0, 4_002, 2))
    assert [source.title for source in found.values()] == [
        str(n) for n in range(0, 2_001, 2)
    ]


def test_threads_may_share_a_store(kind: Kind, tmp_path: Path) -> None:
    records = [{"source_id": str(n), "text": f"{n} " * 999} for n in range(50)]

    def is_right(start: int) -> bool:
        ids = [str((start + n) % 50) for n in range(9)]
        found = shared.get_many(ids)
        return all(found[key].text == f"{key} " * 999 for key in ids)

    with kind(make(tmp_path, kind, records)) as shared, ThreadPoolExecutor(8) as pool:
        assert all(pool.map(is_right, range(400)))


def test_forked_processes_may_share_a_store(kind: Kind, tmp_path: Path) -> None:
    if not hasattr(os, "fork"):
        needed.lacks("this test needs a system that forks")
    script = f"""
import os
from citemark.stores import {kind.__name__}
store = {kind.__name__}({str(make(tmp_path, kind, RECORDS))!r})
parent = os.getpid()
children = [os.fork() for _ in range(3)]
good = all(store.get(k).source_id == k for _ in range(300) for k in "abc")
if 0 in children:
    os._exit(not good)
print(good, [os.waitpid(child, 0)[1] for child in children if child])
"""
    import subprocess
    import sys

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert done.stdout.strip() == "True [0, 0, 0]"


def test_a_replaced_store_is_whole(kind: Kind, tmp_path: Path) -> None:
    path = make(tmp_path, kind, RECORDS)
    with kind(path) as store:
        make(tmp_path, kind, [{"source_id": "b", "title": "New"}])
        titles = {source.title for source in store.get_many(["b", "a"]).values()}
    # JSON Lines stay what they were; a database shows what it holds now.
    assert titles == ({"Béton", ""} if kind is JsonlSources else {"New"})
    with kind(path) as store:
        assert store.ids == ("b",)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
_SOURCES = st.builds(
    Source,
    source_id=st.text(min_size=1),
    title=st.text(),
    text=st.none() | st.text(st.characters(codec=None)),
    heading_path=st.lists(st.text()).map(tuple),
    published_at=st.none() | st.dates().map(str),
    status=st.sampled_from(["current", "deleted"]),
    citable=st.booleans(),
    authors=st.lists(st.text()).map(tuple),
    extra=st.dictionaries(st.text(), _JSON)
    | st.fixed_dictionaries({"extra": _JSON, "title": _JSON, "source": _JSON}),
)


@given(_SOURCES)
def test_what_is_written_is_read_again(source: Source) -> None:
    import json

    text = dump(source)
    assert "\n" not in text
    assert text.encode()
    assert decode(Entry("", json.loads(text)), Source) == source
    assert "splitter" not in as_record(source)
