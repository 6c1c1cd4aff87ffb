"""JSON Lines as they come, and their index."""

from __future__ import annotations

import gc
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
import pytest

from citemark.errors import SourceError
from citemark.sources import SourceRegistry
from citemark.stores import JsonlSources
from citemark.stores import index as indexing
from citemark.stores.records import Line, read_lines
from tests.unit.stores.holding import Record, lines, refusal, refused_lookup

A, B = {"source_id": "a", "title": "A"}, {"id": "b", "title": "B"}


def ids_of(path: Path) -> tuple[str, ...]:
    with JsonlSources(path) as store:
        assert all(store.get(each) is not None for each in store.ids)
        return store.ids


def test_the_index_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lines(tmp_path, A, B)
    assert ids_of(path) == ("a", "b")
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "s.jsonl",
        "s.jsonl.index",
    ]
    monkeypatch.setattr(indexing, "read_lines", None)
    assert ids_of(path) == ("a", "b")


@pytest.mark.parametrize("change", ["size", "time", "version", "garbage", "short", ""])
def test_an_index_that_does_not_fit_is_made_again(tmp_path: Path, change: str) -> None:
    path = lines(tmp_path, A, B)
    beside = indexing.index_path(path)
    ids_of(path)
    # An index that would show if it were used.
    kept = msgspec.msgpack.decode(beside.read_bytes())
    kept["places"] = {}
    if change == "version":
        kept["version"] += 1
    data = msgspec.msgpack.encode(kept)
    beside.write_bytes({"garbage": b"\xff{}", "short": data[:-9]}.get(change, data))
    if change == "size":
        before = path.stat()
        path.write_bytes(path.read_bytes() + b"\n")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    elif change == "time":
        os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))
    assert ids_of(path) == (("a", "b") if change else ())


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\n\n \t\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(
    tmp_path: Path, ending: bytes, mark: bytes
) -> None:
    path = lines(tmp_path, A, {"chunk_id": "é", "text": "x\u2028y"}, B, end=ending)
    path.write_bytes(mark + path.read_bytes())
    assert ids_of(path) == ("a", "é", "b") == SourceRegistry.load(path).ids
    path.write_bytes(path.read_bytes().rstrip())
    assert ids_of(path) == ("a", "é", "b")


@pytest.mark.parametrize("data", [b"", b"\n", b"\xef\xbb\xbf", b" \r\n\r\n"])
def test_an_empty_file_has_no_sources(tmp_path: Path, data: bytes) -> None:
    assert ids_of(lines(tmp_path, data, end=b"")) == ()


def test_a_line_of_ten_megabytes_is_a_line(tmp_path: Path) -> None:
    text = "ten bytes\n" * (1 << 20)
    path = lines(tmp_path, A, {"source_id": "long", "text": text}, B)
    with JsonlSources(path) as store:
        found = store.get_many(["long", "b"])
    assert found["long"].text == text
    assert found["b"].title == "B"


def test_null_is_not_given(tmp_path: Path) -> None:
    record = {"source_id": None, "id": "x", "chunk_id": "y"}
    assert ids_of(lines(tmp_path, record)) == ("x",)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b'{"source_id": "c", "te', "line 3, column 20: not valid JSON: Unterminated"),
        (b'{"source_id": "c"} {}', "line 3, column 20: not valid JSON: Extra data"),
        (b'{"id": "c", "id": "d"}', ""),
        (
            b'{"id": "c", "text": "\xff"}',
            "line 3: expected UTF-8, got another encoding",
        ),
        (b'{"id": "c", "text": NaN}', "line 3: not usable JSON: NaN is no JSON value"),
        (b"[" * 200_000, "line 3: not usable JSON: "),
        (b"[]", "line 3: expected a record, got list"),
        (b'{"id": 3}', "line 3: id: expected str, got int"),
        (b'{"id": ""}', "line 3: id: expected a string that is not empty, got ''"),
        (b"{}", "line 3: source_id: expected a string that is not empty, got nothing"),
        (b'{"id": "\\ud800"}', "line 3: source_id: expected Unicode, got '\\ud800'"),
        (b'{"id": "a"}', "line 3: the source ID 'a' is taken by s.jsonl: line 1"),
    ],
)
def test_a_line_that_is_no_record_is_named(
    tmp_path: Path, line: bytes, complaint: str
) -> None:
    path = lines(tmp_path, A, B, line, end=b"\n")
    if complaint:
        assert refusal(JsonlSources, path).startswith(f"s.jsonl: {complaint}")
        assert not indexing.index_path(path).exists()
    else:
        with JsonlSources(path) as store:
            assert refused_lookup(store, "d") == (
                "s.jsonl: line 3: not usable JSON: "
                "entries 1 and 2 of one object are both named 'id'"
            )


def test_the_byte_that_is_not_utf_8_is_counted_in_the_file(tmp_path: Path) -> None:
    path = lines(tmp_path, b"\xef\xbb\xbf{}"[:3] + b'{"id":"a"}', b'{"id":"\xff"}')
    byte = path.read_bytes().index(b"\xff")
    assert refusal(JsonlSources, path).endswith(f" at byte {byte}")


def test_half_of_a_surrogate_pair_in_a_text_is_kept(tmp_path: Path) -> None:
    path = lines(tmp_path, b'{"id": "a", "title": "\\ud800"}')
    with JsonlSources(path) as store:
        source = store.get("a")
    assert source == SourceRegistry.load(path).get("a")


def test_fields_are_checked_when_a_source_is_read(tmp_path: Path) -> None:
    path = lines(tmp_path, A, {"id": "b", "url": 3})
    with JsonlSources(path) as store:
        assert store.get("a") is not None
        assert refused_lookup(store, "b") == (
            "s.jsonl: line 2: url: expected str, got int"
        )


@pytest.mark.parametrize("name", ["none.jsonl", ""])
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    reason = "No such file" if name else "Is a directory"
    assert f"{path.name}: cannot be read: {reason}" in refusal(JsonlSources, path)


@pytest.mark.parametrize("data", [b"", b'{"id": "b"}\n{"id": "a"}\n', b"\xff" * 99])
def test_a_file_that_is_changed_in_place_is_refused(
    tmp_path: Path, data: bytes
) -> None:
    path = lines(tmp_path, A, B)
    with JsonlSources(path) as store:
        path.write_bytes(data)
        assert refused_lookup(store, "a") == (
            "s.jsonl: was changed after it was opened; open it again"
        )


def test_lines_may_be_added_while_a_file_is_open(tmp_path: Path) -> None:
    path = lines(tmp_path, A)
    with JsonlSources(path) as store:
        with path.open("ab") as file:
            file.write(b'{"id": "b"}\n')
        assert store.get("a") is not None
        assert store.get("b") is None
    assert ids_of(path) == ("a", "b")


def test_a_change_that_size_and_time_do_not_show_is_found(tmp_path: Path) -> None:
    path = lines(tmp_path, {"id": "a"}, {"id": "b"})
    ids_of(path)
    before = path.stat()
    lines(tmp_path, {"id": "b"}, {"id": "a"})
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with JsonlSources(path) as store:
        assert refused_lookup(store, "a") == (
            "s.jsonl: line 1: expected the source 'a', got 'b'; "
            "delete s.jsonl.index and open it again"
        )


def test_a_file_that_is_written_to_while_it_is_indexed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lines(tmp_path, A)

    def slowly(file: BinaryIO, name: str) -> Iterator[Line]:
        yield from read_lines(file, name)
        path.write_bytes(path.read_bytes() + b'{"id": "b"}')

    monkeypatch.setattr(indexing, "read_lines", slowly)
    assert refusal(JsonlSources, path) == "s.jsonl: was changed while it was read"


def test_without_an_index_file_the_store_works(tmp_path: Path) -> None:
    path = lines(tmp_path, A, B)
    indexing.index_path(path).mkdir()
    assert ids_of(path) == ("a", "b")
    shutil.rmtree(indexing.index_path(path))
    assert [each.name for each in tmp_path.iterdir()] == ["s.jsonl"]


def test_without_pread_threads_take_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lines(tmp_path, A, B)
    monkeypatch.delattr(os, "pread")
    assert ids_of(path) == ("a", "b")


def test_a_disk_that_fails_is_an_unusable_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    with JsonlSources(lines(tmp_path, A)) as store:
        monkeypatch.setattr(os, "pread", fail)
        assert refused_lookup(store, "a") == (
            "s.jsonl: cannot be read: Input/output error"
        )


def test_a_forgotten_store_closes_its_file(tmp_path: Path) -> None:
    # An unclosed file would be a ResourceWarning, which fails the test.
    store = JsonlSources(lines(tmp_path, A))
    assert len(store) == 1
    del store
    gc.collect()


def test_a_refused_file_is_closed(tmp_path: Path) -> None:
    # An unclosed file would be a ResourceWarning, which fails the test.
    with pytest.raises(SourceError):
        JsonlSources(lines(tmp_path, b"{"))


def test_the_same_records_mean_the_same_to_a_registry(tmp_path: Path) -> None:
    records: list[Record] = [
        {"chunk_id": "c", "source": {"title": "T", "canonical_url": "https://a.test"}},
        {"source_id": "s", "id": "other", "heading": "H"},
    ]
    path = lines(tmp_path, *records)
    with JsonlSources(path) as store:
        registry = SourceRegistry(records)
        assert store.get_many(store.ids) == registry.get_many(registry.ids)
        assert json.dumps(store.ids) == '["c", "s"]'
