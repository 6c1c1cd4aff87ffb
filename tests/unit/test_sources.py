from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from citemark.errors import SourceError
from citemark.source import Source, remembered
from citemark.sources import SourceRegistry, Sources, fetch, open_sources

# The article's record of a chunk, as an index stores it.
CHUNK = {
    "chunk_id": "wp:481:return-policy:0",
    "document_id": "wp:481",
    "text": "返品は商品到着後14日以内に...",
    "source": {
        "canonical_url": "https://example.com/returns/",
        "title": "返品について",
        "heading_path": ["返品条件", "受付期限"],
        "source_type": "web_page",
        "published_at": "2026-07-01T00:00:00Z",
        "modified_at": "2026-08-10T03:20:00Z",
        "content_hash": "sha256:...",
    },
}


class Store:
    """A store as an application would write it; it remembers what it was asked."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.asked: list[list[str]] = []

    def get_many(self, ids: Iterable[str], /) -> Mapping[str, object]:
        self.asked.append(list(ids))
        return self.answer  # type: ignore[return-value] # a store may break its word


def test_lines_end_where_the_model_was_told() -> None:
    def lines(text: str | None) -> tuple[str, ...]:
        return Source(source_id="S1", text=text).lines

    assert lines("one\u2028still one\fone\x85one\ntwo\nthree")[1:] == ("two", "three")
    assert lines("a\rb\r\nc\nd") == ("a", "b", "c", "d")
    assert lines("x\u2028y\u2029z\n") == ("x\u2028y\u2029z",)
    assert lines("") == lines(None) == ()


def test_lines_are_divided_once() -> None:
    source = Source(source_id="S1", text="a\nb")
    assert source.lines is source.lines


def test_a_registry_can_divide_lines_its_own_way() -> None:
    registry = SourceRegistry(
        [{"id": "S1", "text": "a|b"}, Source(source_id="S2", text="c|d")],
        split_lines=lambda text: text.split("|"),
    )
    assert [source.lines for source in registry] == [("a", "b"), ("c", "d")]


def test_marked_fields_names_what_holds_marker_characters() -> None:
    clean = Source(source_id="S1", title="返品", text="返品")
    assert clean.marked_fields == ()
    marked = Source(source_id="S1", title="a\ue200", heading_path=("b", "\ue206c"))
    assert marked.marked_fields == ("title", "heading_path")


def test_the_articles_chunk_is_read_as_it_is() -> None:
    (source,) = SourceRegistry({"S2": CHUNK})
    assert source == Source(
        source_id="S2",
        title="返品について",
        url="https://example.com/returns/",
        text="返品は商品到着後14日以内に...",
        heading_path=("返品条件", "受付期限"),
        document_id="wp:481",
        chunk_id="wp:481:return-policy:0",
        source_type="web_page",
        published_at="2026-07-01T00:00:00Z",
        modified_at="2026-08-10T03:20:00Z",
        content_hash="sha256:...",
    )
    assert SourceRegistry([CHUNK]).ids == ("wp:481:return-policy:0",)


def test_a_registry_is_read_like_a_mapping() -> None:
    registry = SourceRegistry({"b": {"title": "B"}, "a": {"title": "A"}})
    assert registry.ids == ("b", "a")
    assert [source.title for source in registry] == ["B", "A"]
    assert len(registry) == 2
    assert "a" in registry
    assert "c" not in registry
    found = registry.get("a")
    assert found is not None
    assert found.title == "A"
    assert registry.get("c") is None
    assert registry.get_many(["a", "c", "a"]) == {"a": found}
    assert repr(registry) == "<SourceRegistry of 2>"
    assert len(SourceRegistry()) == 0
    assert SourceRegistry(registry).ids == registry.ids


def test_a_registry_travels_between_processes() -> None:
    registry = SourceRegistry([{"id": "S1", "text": "a\nb", "score": 1}])
    copied = pickle.loads(pickle.dumps(registry))  # noqa: S301 - its own pickle
    assert list(copied) == list(registry)


def test_a_good_source_stays_itself_and_a_bad_one_is_refused() -> None:
    source = Source(source_id="S1", title="T")
    assert SourceRegistry([source]).get("S1") is source
    with pytest.raises(SourceError, match=r"^\[0\]\.url: expected str, got int$"):
        SourceRegistry([Source(source_id="S1", url=3)])  # type: ignore[arg-type] # the point


def test_a_source_given_lists_gets_tuples_and_keeps_its_splitter() -> None:
    loose = Source(
        source_id="S1",
        heading_path=["a"],  # type: ignore[arg-type] # as callers without types do
        text="a|b",
        splitter=lambda text: text.split("|"),
    )
    (source,) = SourceRegistry([loose])
    assert source.heading_path == ("a",)
    assert source.lines == ("a", "b")


def test_the_same_id_twice_is_refused_with_both_places() -> None:
    message = r"^\[2\]: the source ID 'a' is taken by \[0\]$"
    with pytest.raises(SourceError, match=message):
        SourceRegistry([{"id": "a"}, {"id": "b"}, {"chunk_id": "a"}])


def test_a_string_is_no_record() -> None:
    with pytest.raises(SourceError, match=r"^\['a'\]: expected a record, got str$"):
        SourceRegistry({"a": "some text"})


def test_load_reads_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "sources.json"
    path.write_text('{"S1": {"title": "T", "text": "a|b"}}', encoding="utf-8")
    registry = SourceRegistry.load(str(path), split_lines=lambda text: text.split("|"))
    assert list(registry) == [Source(source_id="S1", title="T", text="a|b")]
    assert [source.lines for source in registry] == [("a", "b")]


@pytest.mark.parametrize(
    "sources",
    [
        SourceRegistry([{"id": "a"}, {"id": "b"}]),
        [{"id": "a"}, {"id": "b"}],
        {"a": {}, "b": {}},
        Store({"a": {}, "b": {}}),
        Store({"a": Source(source_id="a"), "c": "never looked at", "b": None}),
    ],
    ids=["registry", "records", "mapping", "store", "store-of-sources"],
)
def test_fetch_reads_every_kind_of_sources(sources: Sources) -> None:
    assert fetch(sources, ["x", "a"]) == {"a": Source(source_id="a")}


def test_fetch_without_sources_finds_nothing() -> None:
    assert fetch(None, ["a"]) == {}


def test_fetch_asks_a_store_once_or_not_at_all() -> None:
    store = Store({})
    assert fetch(store, []) == {}
    assert store.asked == []
    assert fetch(store, ["a", "b"]) == {}
    assert store.asked == [["a", "b"]]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([], "get_many(): expected a mapping of source IDs, got list"),
        ({"a": {"url": 3}}, "get_many()['a'].url: expected str, got int"),
        ({"a": {"id": "b"}}, "get_many()['a'].id: expected 'a' as in its key, got 'b'"),
    ],
)
def test_fetch_refuses_a_store_that_breaks_its_word(
    answer: object, message: str
) -> None:
    with pytest.raises(SourceError) as caught:
        fetch(Store(answer), ["a"])
    assert str(caught.value) == message


def test_open_sources_leaves_registries_and_stores_alone() -> None:
    registry, store = SourceRegistry(), Store({})
    assert open_sources(registry) is registry
    assert open_sources(store) is store


def test_what_is_made_of_a_source_is_remembered_for_a_while() -> None:
    made: list[tuple[str, int]] = []

    @remembered
    def times(source: Source, count: int) -> str:
        made.append((source.source_id, count))
        return source.source_id * count

    one, two = Source(source_id="a"), Source(source_id="b")
    assert [times(one, 2), times(two, 2), times(one, 2)] == ["aa", "bb", "aa"]
    assert made == [("a", 2), ("b", 2)]
    for count in range(100):
        times(one, count)
    assert len(one.memory) < 50
    assert times(one, 2) == "aa"
    assert made.count(("a", 2)) > 1
