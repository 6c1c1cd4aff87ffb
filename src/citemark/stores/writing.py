"""Stores are written whole: checked records in, one file out, or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from citemark.errors import SourceError
from citemark.loaders import Entry, decode, entries, show
from citemark.source import LineSplitter, Source
from citemark.sources import Records
from citemark.stores.jsonl import JsonlSources
from citemark.stores.records import as_record, dump, is_encodable
from citemark.stores.replacing import replacing
from citemark.stores.sqlite import SCHEMA

Row = tuple[str, str]
SQLITE_SUFFIXES = frozenset({".sqlite", ".sqlite3", ".db"})


def write_store(
    path: str | Path, records: Records, *, split_lines: LineSplitter | None = None
) -> int:
    """Write *records* to a store at *path*, and return how many there are.

    The suffix says which: ``.sqlite``, ``.sqlite3``, ``.db``, or ``.jsonl``,
    ``.ndjson``. The store replaces what was there, all at once. No store keeps a line
    splitter: *split_lines* is the one that it will be opened with.

    Raises:
        SourceError: a record is unusable, two have the same ID, a source is divided
            into other lines than it would be when it is read again, or the file cannot
            be written.
    """
    return write_entries(Path(path), entries(records), split_lines)


def write_entries(
    path: Path, given: Iterable[Entry], splitter: LineSplitter | None = None
) -> int:
    """Write the records of *given* to a store at *path*; see `write_store`."""
    write = _WRITERS.get(path.suffix.lower())
    if write is None:
        expected = "expected a name with .sqlite, .sqlite3, .db, .jsonl or .ndjson"
        msg = f"{path}: {expected}"
        raise SourceError(msg)
    try:
        return write(path, _rows(given, splitter))
    except (OSError, sqlite3.Error) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        msg = f"{path}: cannot be written: {reason}"
        raise SourceError(msg) from error


def _rows(given: Iterable[Entry], splitter: LineSplitter | None) -> Iterator[Row]:
    """Yield source ID and JSON of each record, checked."""
    places: dict[str, str] = {}
    for entry in given:
        if isinstance(entry.record, Source):
            _check_lines(entry.record, splitter, entry.where)
            entry = replace(entry, record=as_record(entry.record))  # noqa: PLW2901 - the same record
        source, where = decode(entry, Source), entry.where.removesuffix(": ")
        name = source.source_id
        if not is_encodable(name):
            msg = f"{where}: source_id: expected Unicode, got {name!a}"
            raise SourceError(msg)
        if name in places:
            msg = f"{where}: the source ID {show(name)} is taken by {places[name]}"
            raise SourceError(msg)
        places[name] = where
        try:
            row = name, dump(source)
        except (TypeError, ValueError, RecursionError) as error:
            msg = f"{where}: extra: expected JSON values: {error}"
            raise SourceError(msg) from error
        yield row


def _check_lines(source: Source, splitter: LineSplitter | None, where: str) -> None:
    """Refuse a source whose lines would be others when it is read again."""
    if source.splitter is splitter:
        return
    if replace(source, splitter=splitter).lines != source.lines:
        problem = "no store keeps lines of a registry's own: pass split_lines="
        msg = f"{where.removesuffix(': ')}: text: {problem}"
        raise SourceError(msg)


def _write_sqlite(path: Path, rows: Iterable[Row]) -> int:
    real = path.resolve()
    for suffix in ("-wal", "-journal"):
        # SQLite would replay it into the new file.
        if real.with_name(f"{real.name}{suffix}").exists():
            msg = f"{path.name}: is in use: there is a {path.name}{suffix}"
            raise SourceError(msg)
    with replacing(path) as temporary:
        with closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
            # A file that is thrown away on failure needs no way back.
            connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;")
            connection.executescript(f"BEGIN;{SCHEMA}")
            insert = "INSERT INTO sources (source_id, record) VALUES (?, ?)"
            count = connection.executemany(insert, rows).rowcount
            connection.execute("COMMIT")
        return count


def _write_jsonl(path: Path, rows: Iterable[Row]) -> int:
    with replacing(path) as temporary, temporary.open("wb") as file:
        for _, record in rows:
            file.write(f"{record}\n".encode())
    # Makes the index, too.
    with JsonlSources(path) as store:
        return len(store)


_WRITERS: Mapping[str, Callable[[Path, Iterable[Row]], int]] = {
    ".jsonl": _write_jsonl,
    ".ndjson": _write_jsonl,
    **dict.fromkeys(SQLITE_SUFFIXES, _write_sqlite),
}
