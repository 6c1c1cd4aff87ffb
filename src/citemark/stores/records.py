"""Records as lines and as JSON, on their way into a store and out of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import BinaryIO

from citemark.errors import SourceError
from citemark.loaders import Entry, parse_json, read_entries
from citemark.source import Source

LINE_SUFFIXES = frozenset({".jsonl", ".ndjson"})
_BOM = b"\xef\xbb\xbf"
# A splitter is code: no record can hold one.
_FIELDS = tuple(each for each in fields(Source) if each.name != "splitter")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file that holds a record on each."""

    number: int
    start: int
    """The offset of its first byte, behind a byte order mark."""
    size: int
    text: str


def read_lines(file: BinaryIO, name: str) -> Iterator[Line]:
    """Yield the lines of *file* that are not blank, one at a time.

    Raises:
        SourceError: a line is not UTF-8; the message holds its place.
    """
    start = 0
    for number, data in enumerate(file, 1):
        body = data.removeprefix(_BOM) if number == 1 else data
        start += len(data) - len(body)
        text = decode_line(body, name, number, start)
        if text and not text.isspace():
            yield Line(number, start, len(body), text)
        start += len(body)


def decode_line(data: bytes, name: str, number: int, start: int) -> str:
    """Return the text of a line whose bytes begin at *start*, less its line feed.

    Raises:
        SourceError: it is not UTF-8.
    """
    try:
        return data.decode("utf-8").removesuffix("\n")
    except UnicodeDecodeError as error:
        place = f"{name}: line {number}"
        byte = start + error.start
        msg = f"{place}: expected UTF-8, got another encoding at byte {byte}"
        raise SourceError(msg) from error


def line_entry(text: str, name: str, number: int) -> Entry:
    """Return the record on a line.

    Raises:
        SourceError: the line is not JSON.
    """
    return Entry(f"{name}: line {number}: ", parse_json(text, name, number))


def read_records(path: Path, advance: Callable[[int], object]) -> Iterator[Entry]:
    """Yield the records of a JSON file, or those of JSON Lines one at a time.

    *advance* is told how many bytes are done with.

    Raises:
        SourceError: the file cannot be read, or is not what its name says.
    """
    if path.suffix.lower() not in LINE_SUFFIXES:
        yield from read_entries(path)
        advance(path.stat().st_size)
        return
    try:
        with path.open("rb") as file:
            for line in read_lines(file, path.name):
                yield line_entry(line.text, path.name, line.number)
                advance(line.size)
    except OSError as error:
        raise unreadable(path, error) from error


def unreadable(path: Path, error: OSError) -> SourceError:
    """Return the error that says why the file at *path* cannot be read."""
    return SourceError(f"{path.name}: cannot be read: {error.strerror or error}")


def as_record(source: Source) -> dict[str, object]:
    """Return what *source* holds, less what is at its default anyway.

    >>> as_record(Source(source_id="S1", title="Handbook"))
    {'source_id': 'S1', 'title': 'Handbook'}
    """
    values = ((each, getattr(source, each.name)) for each in _FIELDS)
    return {
        each.name: value
        for each, value in values
        if value != (each.default if each.default_factory is MISSING else {})
    }


def dump(source: Source) -> str:
    r"""Return *source* as one line of JSON, from which it can be read again.

    Raises:
        TypeError, ValueError, RecursionError: ``extra`` holds what JSON cannot.
    """
    record = as_record(source)
    text = json.dumps(record, ensure_ascii=False, allow_nan=False)
    # Half of a surrogate pair can be escaped, but not encoded.
    return text if is_encodable(text) else json.dumps(record)


def is_encodable(text: str) -> bool:
    """Say whether *text* holds no half of a surrogate pair."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
