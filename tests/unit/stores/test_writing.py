"""Stores are written whole or not at all, and opened by what is in them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from citemark.errors import SourceError
from citemark.source import Source
from citemark.sources import SourceRegistry
from citemark.stores import (
    JsonlSources,
    SqliteSources,
    open_store,
    opening,
    write_store,
    writing,
)
from citemark.stores.sqlite import SCHEMA
from tests.unit.stores.holding import lines, make, refused_by_opening

ONE = [{"source_id": "a"}]


def write_refusal(path: Path, records: object) -> str:
    with pytest.raises(SourceError) as caught:
        write_store(path, records)  # type: ignore[arg-type] # a wrong one, too
    return str(caught.value)


@pytest.mark.parametrize(
    "name", ["s.sqlite", "s.SQLITE3", "s.db", "s.jsonl", "s.ndjson"]
)
def test_the_suffix_says_what_is_written(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert write_store(path, [Source(source_id="b", authors=("A",)), *ONE]) == 2
    is_database = path.read_bytes().startswith(b"SQLite format 3\0")
    assert is_database == ("n" not in path.suffix)
    assert write_store(path, []) == 0
    assert len(open_store(path)) == 0


def test_another_suffix_is_refused(tmp_path: Path) -> None:
    message = write_refusal(tmp_path / "s.json", ONE)
    assert message.startswith(f"{tmp_path / 's.json'}: expected a name with .sqlite, ")


@pytest.mark.parametrize("name", ["s.sqlite", "s.jsonl"])
@pytest.mark.parametrize(
    ("records", "complaint"),
    [
        ([*ONE, {"id": "b"}, {"id": "a"}], "[2]: the source ID 'a' is taken by [0]"),
        ([*ONE, {"id": "b", "url": 3}], "[1].url: expected str, got int"),
        ([*ONE, {"id": "\ud800"}], "[1]: source_id: expected Unicode, got '\\ud800'"),
        ([{"id": "a", "extra": {"x": b""}}], "[0]: extra: expected JSON values: "),
        ([{"id": "a", "x": float("nan")}], "[0]: extra: expected JSON values: "),
        (3, "expected a list or mapping of records, got int"),
    ],
)
def test_one_bad_record_leaves_all_as_it_was(
    tmp_path: Path, name: str, records: object, complaint: str
) -> None:
    path = tmp_path / name
    write_store(path, [{"source_id": "old"}])
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert write_refusal(path, records).startswith(complaint)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


@pytest.mark.parametrize("name", ["s.sqlite", "s.jsonl"])
def test_an_interrupted_import_leaves_no_trace(tmp_path: Path, name: str) -> None:
    def records() -> object:
        yield from ONE
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_store(tmp_path / name, records())  # type: ignore[arg-type] # a generator
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["s.sqlite", "s.jsonl"])
def test_permissions_and_links_stay(tmp_path: Path, name: str) -> None:
    path, link = tmp_path / name, tmp_path / f"link{Path(name).suffix}"
    path.touch()
    path.chmod(0o640)
    link.symlink_to(path)
    write_store(link, ONE)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert open_store(path).ids == ("a",)


@pytest.mark.parametrize("name", ["s.sqlite", "s.jsonl"])
def test_what_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    message = write_refusal(tmp_path / "none" / name, ONE)
    missing = tmp_path / "none" / name
    assert message == f"{missing}: cannot be written: No such file or directory"
    (tmp_path / name).mkdir()
    message = write_refusal(tmp_path / name, ONE)
    assert message == f"{name}: expected a regular file to replace"


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "SCHEMA", f"PRAGMA max_page_count=1;{SCHEMA}")
    message = write_refusal(tmp_path / "s.sqlite", ONE)
    path = tmp_path / "s.sqlite"
    assert message == f"{path}: cannot be written: database or disk is full"


@pytest.mark.parametrize("name", ["s.jsonl", "s.json", "s.txt", "s"])
def test_a_database_is_known_by_its_content(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    make(tmp_path, SqliteSources, ONE).rename(path)
    assert isinstance(open_store(path), SqliteSources)


def test_a_locked_database_is_no_json(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    make(tmp_path, SqliteSources, ONE).rename(path)
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    assert opening._is_sqlite(path)  # noqa: SLF001 - open_store would wait
    writer.close()


def test_only_large_lines_get_an_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = lines(tmp_path, *ONE)
    assert isinstance(open_store(path), SourceRegistry)
    assert [each.name for each in tmp_path.iterdir()] == ["s.jsonl"]
    monkeypatch.setattr(opening, "_LARGE", 10)
    assert isinstance(open_store(str(path)), JsonlSources)
    whole = tmp_path / "s.json"
    whole.write_text('[{"source_id": "a"}]')
    assert isinstance(open_store(whole), SourceRegistry)


@pytest.mark.parametrize(
    ("name", "data", "complaint"),
    [
        ("s.txt", b"{}", "expected SQLite, or a .json, .jsonl or .ndjson file"),
        ("s.txt", b"", "expected SQLite, or a .json, .jsonl or .ndjson file"),
        ("s.sqlite", b"{}", "expected a SQLite file, got another kind"),
        ("s.sqlite", b"", "expected a store of sources, got another SQLite file"),
        ("s.json", b"", "line 1, column 1: not valid JSON: "),
        ("s.jsonl", b"{", "line 1, column 2: not valid JSON: "),
        ("none.jsonl", None, "cannot be read: No such file or directory"),
        ("none.sqlite", None, "cannot be read: No such file or directory"),
    ],
)
def test_what_is_no_store_is_refused(
    tmp_path: Path, name: str, data: bytes | None, complaint: str
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    message = refused_by_opening(path).removeprefix(f"{tmp_path}/")
    assert message.startswith(f"{name}: {complaint}")


@pytest.mark.parametrize("name", [".", "..", "/dev/null", "/dev/fd/.."])
def test_what_has_no_name_of_its_own_is_called_what_it_was(name: str) -> None:
    message = refused_by_opening(Path(name))
    assert message.startswith(f"{name}: expected SQLite, or a .json")


@pytest.mark.parametrize("name", ["s.sqlite", "s.jsonl"])
def test_lines_that_no_store_would_give_back_are_refused(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    words = SourceRegistry([{"source_id": "a", "text": "b c"}], split_lines=str.split)
    message = write_refusal(path, words.to_prompt().registry)
    problem = "no store keeps lines of a registry's own: pass split_lines="
    assert message == f"[0]: text: {problem}"
    assert list(tmp_path.iterdir()) == []
    # Unless whoever opens it divides them in the same way.
    assert write_store(path, words, split_lines=str.split) == 1
    found = open_store(path, split_lines=str.split).get("a")
    assert found is not None
    assert found.lines == ("b", "c")
    with pytest.raises(SourceError, match="no store keeps lines"):
        write_store(path, [Source(source_id="a", text="b c")], split_lines=str.split)


def test_lines_that_are_the_same_anyway_are_kept(tmp_path: Path) -> None:
    lines = SourceRegistry([{"id": "a", "text": "b\nc"}], split_lines=str.splitlines)
    assert write_store(tmp_path / "s.jsonl", lines) == 1
    found = open_store(tmp_path / "s.jsonl").get("a")
    assert found is not None
    assert found.lines == ("b", "c")


def test_a_file_that_goes_away_meanwhile_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "is_file", lambda _: True)
    message = refused_by_opening(tmp_path / "s.jsonl")
    assert message == "s.jsonl: cannot be read: No such file or directory"
