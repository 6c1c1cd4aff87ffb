"""Tables of Arrow, in memory and as Parquet. Needs the extra ``parquet``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_type_hints

import pyarrow as pa
import pyarrow.parquet as pq

from citemark.batch.items import Item
from citemark.batch.rows import CITATION_FIELDS, DIAGNOSTIC_FIELDS, Row, item_from
from citemark.diagnostic import Diagnostic
from citemark.model import ResolvedCitation

COLUMNS = ("id", "answer", "sources")
_READ_ROWS = 64
_GROUP_ROWS = 1_000
_GROUP_SIZE = 32_000_000
"""Of bodies in one group, about, in bytes."""


def schema(*extra: str, is_text: bool = True) -> pa.Schema:
    """Return the columns of results, and *extra* ones of texts.

    *is_text* says whether bodies are texts.
    """
    return pa.schema(
        [
            ("id", pa.string()),
            ("body", pa.string() if is_text else pa.binary()),
            ("citations", _structs(ResolvedCitation, CITATION_FIELDS)),
            ("diagnostics", _structs(Diagnostic, DIAGNOSTIC_FIELDS)),
            *((name, pa.string()) for name in extra),
        ]
    )


def _structs(kind: type, names: Iterable[str]) -> pa.DataType:
    """Return a list of structs: each field is a number or a text."""
    hints = get_type_hints(kind)
    kinds = {int: pa.int64()}
    return pa.list_(
        pa.struct([(name, kinds.get(hints[name], pa.string())) for name in names])
    )


def count_rows(path: Path) -> int:
    """Return how many rows the Parquet file at *path* has, without reading them."""
    return int(pq.read_metadata(path).num_rows)


def read_items(path: Path) -> Iterator[Item]:
    """Yield the items of a Parquet file, a few rows at a time.

    Raises:
        OSError, pyarrow.ArrowException: the file cannot be read, or is none.
    """
    with pq.ParquetFile(path) as file:
        columns = [name for name in COLUMNS if name in file.schema_arrow.names]
        number = 0
        for group in range(file.num_row_groups):
            for batch in file.iter_batches(
                _READ_ROWS, row_groups=[group], columns=columns, use_threads=False
            ):
                for row in batch.to_pylist():
                    number += 1
                    yield item_from(row, f"{path.name}: row {number}")


def write_rows(path: Path, rows: Iterable[Row], *, is_text: bool = True) -> None:
    """Write *rows* to a Parquet file at *path*, a group of rows at a time.

    Raises:
        OSError: the file cannot be written.
    """
    columns = schema(is_text=is_text)
    with pq.ParquetWriter(path, columns, compression="zstd") as writer:
        for group in _grouped(rows):
            writer.write_table(pa.Table.from_pylist(group, columns))


def _grouped(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield *rows* in groups that fit into memory."""
    group: list[Row] = []
    size = 0
    for row in rows:
        group.append(row)
        size += len(row["body"])
        if len(group) == _GROUP_ROWS or size >= _GROUP_SIZE:
            yield group
            group, size = [], 0
    if group:
        yield group
