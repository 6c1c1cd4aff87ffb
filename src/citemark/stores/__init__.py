"""Sources that stay on disk: JSON Lines with an index, and SQLite.

Both are found by ID and read when they are cited, so that neither time nor memory
grows with how many there are.
"""

from __future__ import annotations

from citemark.stores.jsonl import JsonlSources
from citemark.stores.opening import open_store
from citemark.stores.sqlite import SqliteSources
from citemark.stores.writing import write_store

__all__ = ["JsonlSources", "SqliteSources", "open_store", "write_store"]
