"""Opens whatever holds sources: what is in the file counts more than its name."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TypeAlias

from citemark.errors import SourceError
from citemark.source import LineSplitter
from citemark.sources import SourceRegistry
from citemark.stores.jsonl import JsonlSources
from citemark.stores.records import LINE_SUFFIXES, unreadable
from citemark.stores.sqlite import SqliteSources, connected, primary_code
from citemark.stores.writing import SQLITE_SUFFIXES

Store: TypeAlias = SourceRegistry | JsonlSources | SqliteSources

_LARGE = 16 << 20
"""Bytes from which an index pays; smaller files are read, and checked, whole."""
_LEAST = 512
"""Bytes of the smallest database; SQLite takes a file of one byte for an empty one."""
_NOT_SQLITE = frozenset({sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN})


def open_store(path: str | Path, *, split_lines: LineSplitter | None = None) -> Store:
    """Open the sources at *path*: SQLite, JSON Lines or JSON.

    Large JSON Lines get an index beside them; other JSON is read into memory.

    Raises:
        SourceError: the file cannot be used.
    """
    path = Path(path)
    suffix = path.suffix.lower()
    try:
        size = path.stat().st_size if path.is_file() else 0
        if suffix in SQLITE_SUFFIXES or (size >= _LEAST and _is_sqlite(path)):
            return SqliteSources(path, split_lines=split_lines)
    except OSError as error:
        raise unreadable(path, error) from error
    if suffix in LINE_SUFFIXES and size > _LARGE:
        return JsonlSources(path, split_lines=split_lines)
    if suffix not in {".json", *LINE_SUFFIXES}:
        msg = f"{path}: expected SQLite, or a .json, .jsonl or .ndjson file"
        raise SourceError(msg)
    return SourceRegistry.load(path, split_lines=split_lines)


def _is_sqlite(path: Path) -> bool:
    """Ask SQLite itself whether it knows the file; its name says nothing for sure."""
    try:
        with connected(path, 0) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as error:
        return primary_code(error) not in _NOT_SQLITE
    return True
