"""What was rendered already, in a SQLite file: written as work is done, read to go on.

**Why** SQLite: it holds any number of items, survives being killed at any moment, finds
an item that was seen before, and locks out a second process while the first one lives.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from citemark.cli.failure import Failure
from citemark.diagnostic import Severity

_APPLICATION_ID = 0x636D7261
"""Tells our files from other SQLite files: ``cmra``."""
_VERSION = 1
_SCHEMA = f"""
BEGIN;
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_VERSION};
CREATE TABLE runs (run INTEGER PRIMARY KEY);
CREATE TABLE items (
    id TEXT PRIMARY KEY,
    run INTEGER NOT NULL,
    place INTEGER,
    digest TEXT,
    size INTEGER,
    error INTEGER NOT NULL DEFAULT 0,
    warning INTEGER NOT NULL DEFAULT 0,
    info INTEGER NOT NULL DEFAULT 0,
    row BLOB
);
CREATE INDEX places ON items (run, place);
COMMIT;
"""
_TOLD = "SELECT run = ?2, digest, size FROM items WHERE id = ?1"
_ADMIT = """
INSERT INTO items (id, run) VALUES (?1, ?2)
ON CONFLICT (id) DO UPDATE SET run = ?2, place = NULL
"""
_PLACE = "UPDATE items SET place = ? WHERE id = ?"
_RECORD = """
UPDATE items SET
    place = ?, digest = ?, size = ?, row = ?, error = ?, warning = ?, info = ?
WHERE id = ?
"""
_FINDINGS = """
SELECT total(error), total(warning), total(info) FROM items
WHERE run = ? AND place NOT NULL
"""
_FOUND = """
SELECT id, error, warning, info FROM items
WHERE run = ? AND place NOT NULL AND error + warning + info > 0
ORDER BY place LIMIT ?
"""
_ROWS = "SELECT row FROM items WHERE run = ? AND place NOT NULL ORDER BY place"
_LEVELS = (Severity.ERROR, Severity.WARNING, Severity.INFO)
_LEVEL_NAMES = tuple(level.value for level in _LEVELS)
_UNSAVED = 32
"""Outcomes that a kill may lose: they are rendered once more then."""


@dataclass(frozen=True, slots=True)
class Known:
    """What an earlier run made of an item: its digest, and the size of its output."""

    digest: str
    size: int


class TakenError(Exception):
    """Two items of one run have the same name."""


class Manifest:
    """What is known of the items of one output, for the run that it was opened for."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Begin a run."""
        self._connection = connection
        self._run = connection.execute("INSERT INTO runs VALUES (NULL)").lastrowid
        self._places = 0
        self._unsaved = 0

    def admit(self, name: str) -> Known | None:
        """Let *name* take part in this run, and return what is known of it.

        Raises:
            TakenError: it takes part already.
        """
        key = _key(name)
        told = self._connection.execute(_TOLD, (key, self._run)).fetchone()
        is_taken, digest, size = told or (False, None, 0)
        if is_taken:
            raise TakenError
        self._connection.execute(_ADMIT, (key, self._run))
        return None if digest is None else Known(digest, size)

    def confirm(self, name: str) -> None:
        """Give what is known of *name*, which was admitted, the next place."""
        self._places += 1
        self._connection.execute(_PLACE, (self._places, _key(name)))

    def record(
        self,
        name: str,
        known: Known,
        findings: Mapping[Severity, int],
        row: bytes | None,
    ) -> None:
        """Note what was made of *name*, and give it the next place."""
        self._places += 1
        counts = [findings.get(level, 0) for level in _LEVELS]
        made = (known.digest, known.size, row, *counts)
        self._connection.execute(_RECORD, (self._places, *made, _key(name)))
        self._unsaved += 1
        if self._unsaved == _UNSAVED:
            self.save()

    def save(self) -> None:
        """Make sure that what was noted is found again."""
        self._connection.commit()
        self._unsaved = 0

    def findings(self) -> dict[str, int]:
        """Return how many findings of each level there are in what has a place."""
        counts = self._connection.execute(_FINDINGS, (self._run,)).fetchone()
        return dict(zip(_LEVEL_NAMES, map(int, counts), strict=True))

    def found_in(self, most: int) -> list[tuple[str, dict[str, int]]]:
        """Return the first *most* names with findings, and how many of each level."""
        return [
            (name, dict(zip(_LEVEL_NAMES, counts, strict=True)))
            for name, *counts in self._connection.execute(_FOUND, (self._run, most))
        ]

    def rows(self) -> Iterator[bytes]:
        """Yield the rows that have a place, in order."""
        for (row,) in self._connection.execute(_ROWS, (self._run,)):
            yield row

    def forget_others(self) -> None:
        """Drop what this run has not seen."""
        self._connection.execute("DELETE FROM items WHERE run != ?", (self._run,))


def _key(name: str) -> str:
    """Return *name* as SQLite can hold it: names of files may be no Unicode."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


@contextmanager
def manifest_at(path: Path, output: Path) -> Iterator[Manifest]:
    """Open the manifest of *output* at *path*, for this process alone.

    Raises:
        Failure: another process has it, it is none, or it cannot be written.
    """
    try:
        with closing(sqlite3.connect(path, timeout=0)) as connection:
            _prepare(connection, path)
            manifest = Manifest(connection)
            try:
                yield manifest
            finally:
                manifest.save()
    except sqlite3.Error as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            msg = f"{output}: another `citemark render-all` is writing to it"
            raise Failure(msg) from error
        msg = f"{path}: cannot be used: {error}"
        raise Failure(msg) from error


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Lock the file until it is closed, and make it a manifest if it is new.

    Raises:
        Failure: it is something else.
    """
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if not tables:
        connection.executescript(_SCHEMA)
    elif (application, version) != (_APPLICATION_ID, _VERSION):
        msg = f"{path}: expected a manifest of version {_VERSION}, got another file"
        raise Failure(msg)
