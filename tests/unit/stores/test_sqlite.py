"""SQLite files as they come: locked, damaged, of another make."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from citemark.errors import SourceError
from citemark.stores import SqliteSources, write_store
from citemark.stores.sqlite import APPLICATION_ID, SCHEMA, connected
from tests.unit.stores.holding import make, refusal, refused_lookup


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make(tmp_path, SqliteSources, [{"source_id": "a", "text": "x" * 100_000}])


def run(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "expected a store of sources, got another SQLite file"),
        (b"{}", "expected a SQLite file, got another kind"),
        (b'[{"source_id": "a"}]' * 999, "expected a SQLite file, got another kind"),
    ],
)
def test_what_is_no_store_is_refused(
    tmp_path: Path, data: bytes, complaint: str
) -> None:
    path = tmp_path / "s.sqlite"
    path.write_bytes(data)
    assert refusal(SqliteSources, path) == f"s.sqlite: {complaint}"


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("CREATE TABLE t (x)", "expected a store of sources, got another SQLite file"),
        (
            f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 2",
            "expected a store of version 1, got 2",
        ),
    ],
)
def test_another_schema_is_refused(tmp_path: Path, script: str, complaint: str) -> None:
    path = tmp_path / "s.sqlite"
    run(path, script)
    assert refusal(SqliteSources, path) == f"s.sqlite: {complaint}"


def test_a_missing_table_is_named(path: Path) -> None:
    run(path, "DROP TABLE sources")
    message = refused_lookup(SqliteSources(path), "a")
    assert message == "s.sqlite: cannot be used: no such table: sources"


@pytest.mark.parametrize("name", ["none.sqlite", ""])
def test_what_cannot_be_opened_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    reason = "No such file or directory" if name else "Is a directory"
    assert refusal(SqliteSources, path) == f"{path.name}: cannot be read: {reason}"


@pytest.mark.parametrize("keep", [4_096, 50_000])
def test_a_truncated_file_is_damaged(path: Path, keep: int) -> None:
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(SourceError, match=r"^s\.sqlite: is damaged$"):
        SqliteSources(path).get("a")


def test_a_locked_file_is_waited_for_and_then_refused(path: Path) -> None:
    store = SqliteSources(path, timeout=0.05)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        message = refused_lookup(store, "a")
        assert message == "s.sqlite: is locked by another program"
        writer.execute("ROLLBACK")
    assert store.get("a") is not None


def test_what_others_have_committed_to_a_wal_is_seen(path: Path) -> None:
    store = SqliteSources(path, timeout=0)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        insert = "INSERT INTO sources (source_id, record) VALUES (?, '{}')"
        writer.execute(insert, ("b",))
        assert path.with_name("s.sqlite-wal").stat().st_size > 0
        writer.execute("BEGIN IMMEDIATE")
        writer.execute(insert, ("c",))
        assert store.ids == ("a", "b")
        assert set(store.get_many("abc")) == {"a", "b"}
        with pytest.raises(SourceError, match=r"there is a s\.sqlite-wal$"):
            write_store(path, [])
        writer.execute("COMMIT")
    assert len(store) == 3


def test_nothing_can_be_written_through_a_store(path: Path) -> None:
    with (
        connected(path, 0) as connection,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        connection.execute("DELETE FROM sources")


@pytest.mark.parametrize(
    ("record", "complaint"),
    [
        (b"\xff", "expected UTF-8, got another encoding"),
        ("{", "line 1, column 2: not valid JSON: "),
        (3, "line 1, column 1: not valid JSON: "),
        ('{"url": 3}', "url: expected str, got int"),
        ('{"id": "b"}', "id: expected 'a' as in its key, got 'b'"),
    ],
)
def test_a_record_that_is_none_is_named(
    tmp_path: Path, record: object, complaint: str
) -> None:
    path = tmp_path / "s.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(SCHEMA.replace(" TEXT NOT NULL\n", " NOT NULL\n"))
        connection.execute("INSERT INTO sources VALUES (1, 'a', ?)", (record,))
    message = refused_lookup(SqliteSources(path), "a")
    assert message.startswith("s.sqlite: ['a']")
    assert complaint in message


def test_records_of_another_program_are_found(path: Path) -> None:
    run(path, """INSERT INTO sources VALUES (NULL, 'b', '{"title": "B"}')""")
    source = SqliteSources(path).get("b")
    assert source is not None
    assert (source.source_id, source.title) == ("b", "B")


def test_a_deleted_file_is_named(path: Path) -> None:
    store = SqliteSources(path)
    path.unlink()
    assert "cannot be read: No such file" in refused_lookup(store, "a")
    assert not path.exists()
