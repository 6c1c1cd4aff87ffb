"""SQLite as a store, through the standard library.

**Why** each lookup has a connection of its own: opening one takes a tenth of a
millisecond, and whatever is not shared between threads or forked processes needs no
care there.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Self

from citemark.errors import SourceError
from citemark.loaders import Entry, decode, parse_json, show
from citemark.source import LineSplitter, Source
from citemark.stores.records import is_encodable, unreadable

APPLICATION_ID = 0x636D726B
"""Tells our files from other SQLite files: ``cmrk``."""
VERSION = 1
SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
CREATE TABLE sources (
    position INTEGER PRIMARY KEY,
    source_id TEXT NOT NULL UNIQUE,
    record TEXT NOT NULL
);
"""
_CHUNK = 500
"""IDs in one query; old builds of SQLite take 999."""
_PRIMARY_CODE = 0xFF
_REASONS = {
    sqlite3.SQLITE_BUSY: "is locked by another program",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened",
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_NOTADB: "expected a SQLite file, got another kind",
}


class SqliteSources:
    """The sources of a SQLite file, read when they are cited.

    The file is opened to be read only, for each lookup anew: others may write to it or
    replace it meanwhile, and any number of threads and processes may share the store.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        timeout: float = 5.0,
        split_lines: LineSplitter | None = None,
    ) -> None:
        """Look whether the file at *path* is a store.

        *timeout* is how many seconds to wait for someone who has locked the file;
        *split_lines* divides texts into lines, as in `SourceRegistry`.

        Raises:
            SourceError: the file cannot be read, or is no store of this version.
        """
        self.path = Path(path)
        self._timeout = timeout
        self._split_lines = split_lines
        self._is_closed = False
        with self._reading():
            pass

    def get(self, source_id: str) -> Source | None:
        """Return the source with this ID, or None."""
        return self.get_many([source_id]).get(source_id)

    def get_many(self, ids: Iterable[str]) -> dict[str, Source]:
        """Return ID → source, for those of *ids* that exist.

        Raises:
            SourceError: a record or the file is unusable, or the store is closed.
        """
        wanted = iter(dict.fromkeys(key for key in ids if is_encodable(key)))
        found: dict[str, object] = {}
        with self._reading() as connection:
            while chunk := tuple(islice(wanted, _CHUNK)):
                marks = ",".join("?" * len(chunk))
                query = (
                    "SELECT source_id, record FROM sources "  # noqa: S608 - only "?"
                    f"WHERE source_id IN ({marks})"
                )
                rows = dict(connection.execute(query, chunk))
                keys = ((key, key.encode()) for key in chunk)
                found |= {key: rows[name] for key, name in keys if name in rows}
        return {key: self._source(key, record) for key, record in found.items()}

    @property
    def ids(self) -> tuple[str, ...]:
        """All source IDs, in the order in which they were imported."""
        with self._reading() as connection:
            rows = connection.execute("SELECT source_id FROM sources ORDER BY position")
            return tuple(name.decode("utf-8", "replace") for (name,) in rows)

    def __contains__(self, source_id: object) -> bool:
        """Say whether there is a source with this ID."""
        if not isinstance(source_id, str) or not is_encodable(source_id):
            return False
        query = "SELECT 1 FROM sources WHERE source_id = ?"
        with self._reading() as connection:
            return connection.execute(query, (source_id,)).fetchone() is not None

    def __len__(self) -> int:
        """Return the number of sources."""
        with self._reading() as connection:
            (count,) = connection.execute("SELECT count(*) FROM sources").fetchone()
            return int(count)

    def __repr__(self) -> str:
        """Say where the sources are."""
        return f"<SqliteSources in {self.path.name!r}>"

    def close(self) -> None:
        """Refuse every lookup from now on."""
        self._is_closed = True

    def __enter__(self) -> Self:
        """Return the store, to be closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the store."""
        self.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection that sees one state of the file, whatever others do."""
        if self._is_closed:
            msg = f"{self.path.name}: is closed"
            raise SourceError(msg)
        try:
            with connected(self.path, self._timeout) as connection:
                connection.execute("BEGIN")
                _check(connection, self.path.name)
                yield connection
        except OSError as error:
            raise unreadable(self.path, error) from error
        except sqlite3.Error as error:
            reason = _REASONS.get(primary_code(error), f"cannot be used: {error}")
            msg = f"{self.path.name}: {reason}"
            raise SourceError(msg) from error

    def _source(self, key: str, record: object) -> Source:
        where = f"{self.path.name}: [{show(key)}]"
        try:
            text = str(record, "utf-8") if isinstance(record, bytes) else ""
        except UnicodeDecodeError as error:
            msg = f"{where}: expected UTF-8, got another encoding"
            raise SourceError(msg) from error
        source = decode(Entry(where, parse_json(text, where), key), Source)
        if self._split_lines is None:
            return source
        return replace(source, splitter=self._split_lines)


@contextmanager
def connected(path: Path, timeout: float) -> Iterator[sqlite3.Connection]:
    """Yield a connection that can only read; texts come as bytes, not yet decoded.

    Raises:
        OSError: there is no such file, or it is a directory.
        sqlite3.Error: the file cannot be opened.
    """
    # Never open() it: closing that would undo the locks of this whole process.
    if stat.S_ISDIR(path.stat().st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    address = f"{path.resolve().as_uri()}?mode=ro"
    with closing(
        sqlite3.connect(address, timeout, isolation_level=None, uri=True)
    ) as connection:
        connection.text_factory = bytes
        yield connection


def primary_code(error: sqlite3.Error) -> int:
    """Return the SQLite code of *error*, 0 where there is none."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE


def _check(connection: sqlite3.Connection, name: str) -> None:
    """Refuse a file that is no store, or one of another version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        msg = f"{name}: expected a store of sources, got another SQLite file"
        raise SourceError(msg)
    if version != VERSION:
        msg = f"{name}: expected a store of version {VERSION}, got {version}"
        raise SourceError(msg)
