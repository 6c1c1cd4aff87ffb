"""Where the answers of a batch come from: a folder, JSON Lines or Parquet."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from citemark.batch import Item
from citemark.batch.rows import item_from
from citemark.cli.failure import Failure
from citemark.cli.files import unusable
from citemark.errors import SourceError
from citemark.loaders import parse_json
from citemark.stores.records import LINE_SUFFIXES

ANSWER_SUFFIX = ".md"
PARQUET_SUFFIX = ".parquet"
_BOM = b"\xef\xbb\xbf"
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of one input, which can be read any number of times."""

    count: Callable[[], int]
    """About how many there are."""
    items: Callable[[], Iterator[Item]]
    is_tree: bool = False
    """Whether names are paths of files below the input."""


def answers_in(given: str, output: Path) -> Answers:
    """Return the answers in the folder or file *given*.

    What is below *output* is none of them, nor is what is hidden.

    Raises:
        Failure: there is no such input.
    """
    path = Path(given)
    suffix = path.suffix.lower()
    if path.is_dir():
        return Answers(
            lambda: sum(1 for _ in _names(path, output)),
            lambda: (
                Item(name=name, answer=path / name) for name in _names(path, output)
            ),
            is_tree=True,
        )
    if suffix in LINE_SUFFIXES:
        _look_into(path)
        return Answers(lambda: _count_lines(path), lambda: _lines(path))
    if suffix == PARQUET_SUFFIX:
        _look_into(path)
        return _parquet(path)
    kinds = "a folder, a .jsonl or a .parquet file"
    msg = f"{given}: expected {kinds}" if path.exists() else f"{given}: no such input"
    raise Failure(msg)


def _look_into(path: Path) -> None:
    try:
        with path.open("rb"):
            pass
    except OSError as error:
        raise unusable(str(path), error) from error


def _names(folder: Path, output: Path) -> Iterator[str]:
    """Yield the paths of the answers below *folder*, relative to it, in order."""
    left_out = output.resolve()
    for root, folders, files in os.walk(folder):
        here = Path(root)
        # In place: it tells where to go on.
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and (here / name).resolve() != left_out
        )
        for name in sorted(files):
            if name.endswith(ANSWER_SUFFIX) and not name.startswith("."):
                yield (here / name).relative_to(folder).as_posix()


def _count_lines(path: Path) -> int:
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(_BLOCK), b""))


def _lines(path: Path) -> Iterator[Item]:
    """Yield one item for each line that is not blank."""
    with path.open("rb") as file:
        for number, data in enumerate(file, 1):
            line = data.removeprefix(_BOM) if number == 1 else data
            if line.strip():
                yield _line_item(line, path.name, number)


def _line_item(data: bytes, name: str, number: int) -> Item:
    where = f"{name}: line {number}"
    try:
        row = parse_json(data.decode("utf-8"), name, number)
    except UnicodeDecodeError as error:
        fault = f"expected UTF-8, got another encoding at byte {error.start} of it"
        return Item(name=where, answer="", error=fault)
    except SourceError as error:
        told = str(error).removeprefix(where).removeprefix(", ").removeprefix(": ")
        return Item(name=where, answer="", error=told)
    return item_from(row, where)


def _parquet(path: Path) -> Answers:
    require_parquet(path)
    from citemark.batch.arrow import count_rows, read_items

    def count() -> int:
        with _readable(path):
            return count_rows(path)

    def items() -> Iterator[Item]:
        with _readable(path):
            yield from read_items(path)

    return Answers(count, items)


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Say in one line why *path* cannot be read as Parquet."""
    import pyarrow as pa

    try:
        yield
    except (OSError, pa.ArrowException) as error:
        msg = f"{path}: expected Parquet: {error}"
        raise Failure(msg) from error


def require_parquet(path: Path) -> None:
    """Refuse *path* where nothing can read Parquet.

    Raises:
        Failure: ``pyarrow`` is missing.
    """
    if find_spec("pyarrow") is None:
        msg = f"{path}: Parquet needs pyarrow: pip install 'citemark[parquet]'"
        raise Failure(msg)
