"""Both kinds of store, made from the same records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from citemark.errors import SourceError
from citemark.stores import JsonlSources, SqliteSources, open_store, write_store

Kind: TypeAlias = type[JsonlSources] | type[SqliteSources]
Record: TypeAlias = Mapping[str, object]

NAMES: Mapping[Kind, str] = {JsonlSources: "s.jsonl", SqliteSources: "s.sqlite"}
ODD_IDS = (
    *("a b", "a'b", 'a"b', "a;--", "%", "_", "?", "é", "e\u0301", "文", "😀", "A", "a"),
    *("\n", "\x00", "a\x00b", "\u2028", "\ue200cite\ue201", "\ufeff", "x" * 10_000),
)


def make(folder: Path, kind: Kind, records: Iterable[Record]) -> Path:
    path = folder / NAMES[kind]
    write_store(path, records)
    return path


def lines(folder: Path, *records: Record | bytes, end: bytes = b"\n") -> Path:
    """Write JSON Lines as another program would."""
    path = folder / "s.jsonl"
    data = [
        record if isinstance(record, bytes) else json.dumps(record).encode()
        for record in records
    ]
    path.write_bytes(b"".join(line + end for line in data))
    return path


def refusal(kind: Kind, path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        kind(path)
    return str(caught.value)


def refused_by_opening(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        open_store(path)
    return str(caught.value)


def refused_lookup(store: JsonlSources | SqliteSources, source_id: str) -> str:
    with pytest.raises(SourceError) as caught:
        store.get(source_id)
    return str(caught.value)
