"""Records from anywhere: JSON, JSON Lines or Python, checked before they are used.

Every function here keeps track of *where* a value stands, since "expected str, got
int" helps nobody without ``[2].url``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec

from citemark.dates import read_day
from citemark.errors import SourceError
from citemark.text import clean_line

_T = TypeVar("_T")

_NAMES = (
    *("source_id", "title", "url", "text", "heading_path", "document_id", "chunk_id"),
    *("source_type", "published_at", "modified_at", "retrieved_at", "content_hash"),
    *("status", "citable", "anchor", "url_template", "language", "license"),
    *("authors", "publisher"),
)
_DATES = ("published_at", "modified_at", "retrieved_at")
_ALIASES: Mapping[str, str] = {
    "source_id": "id",
    "url": "canonical_url",
    "heading_path": "heading",
}
# What belongs to the chunk, and is never taken from its nested ``source``.
_OF_CHUNK = frozenset({"source_id", "document_id", "chunk_id", "text"})
_MESSAGE_RE = re.compile(r"(.*?)(?: - at (?:`key` in )?`\$\.(\w+)(.*)`)?", re.DOTALL)
_SHOWN_CHARS = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """A record as it was given, and where."""

    where: str
    """The place, as error messages name it: ``sources.json: [2]``."""
    record: object
    key: str | None = None
    """The ID under which a mapping holds the record."""


def entries(records: object, prefix: str = "") -> Iterator[Entry]:
    """Yield the records of an iterable, of a mapping by ID, or of ``{"sources": […]}``.

    Raises:
        SourceError: *records* is none of these.
    """
    if isinstance(records, Mapping):
        listed = records.get("sources")
        if isinstance(listed, list | tuple):
            yield from entries(listed, f"{prefix}sources")
            return
        if isinstance(records.get("source_id", records.get("id")), str):
            _refuse(prefix, "expected a list of records, got one record: put it in [ ]")
        for key, record in records.items():
            if not isinstance(key, str):
                _refuse(prefix, f"expected source IDs as keys, got {_kind(key)}")
            yield Entry(f"{prefix}[{show(key)}]", record, key)
    elif isinstance(records, Iterable) and not isinstance(records, str | bytes):
        for number, record in enumerate(records):
            yield Entry(f"{prefix}[{number}]", record)
    else:
        _refuse(prefix, f"expected a list or mapping of records, got {_kind(records)}")


def read_entries(path: Path) -> Iterator[Entry]:
    """Yield the records of the ``.json``, ``.jsonl`` or ``.ndjson`` file at *path*.

    Raises:
        SourceError: the file cannot be read, or is not what its name says.
    """
    readers: Mapping[str, Callable[[str, str], Iterable[Entry]]] = {
        ".json": lambda text, name: entries(parse_json(text, name), f"{name}: "),
        ".jsonl": _read_lines,
        ".ndjson": _read_lines,
    }
    reader = readers.get(path.suffix.lower())
    if reader is None:
        msg = f"{path.name}: expected a .json, .jsonl or .ndjson file"
        raise SourceError(msg)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        msg = f"{path.name}: cannot be read: {error.strerror or error}"
        raise SourceError(msg) from error
    except UnicodeDecodeError as error:
        msg = f"{path.name}: expected UTF-8, got another encoding at byte {error.start}"
        raise SourceError(msg) from error
    yield from reader(text, path.name)


def decode(entry: Entry, kind: type[_T]) -> _T:
    """Return the record of *entry* as a *kind*, every field checked.

    Raises:
        SourceError: the record or one of its fields is unusable.
    """
    fields, places = _fields(entry)
    if fields.get("source_id", "") == "":
        got = "''" if "source_id" in fields else "nothing"
        place = places.get("source_id", "source_id")
        _refuse(entry.where, f"expected a string that is not empty, got {got}", place)
    try:
        value = msgspec.convert(fields, kind)
    except msgspec.ValidationError as error:
        _refuse_field(entry.where, fields, places, str(error))
    for name in _DATES:
        if name in fields and read_day(str(fields[name])) is None:
            expected = "expected an ISO 8601 date or time"
            got = show(str(fields[name]))
            _refuse(entry.where, f"{expected}, got {got}", places[name])
    return value


def show(text: str) -> str:
    """Return *text*, from a stranger, as a short quotation for a message."""
    return repr(clean_line(text, _SHOWN_CHARS))


def _read_lines(text: str, name: str) -> Iterator[Entry]:
    """Yield one record for each line that is not blank."""
    # Not splitlines(): a JSON string may hold U+2028 and its kin as they are.
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield Entry(f"{name}: line {number}: ", parse_json(line, name, number))


def parse_json(text: str, name: str, number: int = 0) -> object:
    """Decode JSON; *number* is the line of a file that holds one value a line."""
    try:
        return json.loads(
            text, object_pairs_hook=_unique, parse_constant=_refuse_constant
        )
    except json.JSONDecodeError as error:
        line = number or error.lineno
        msg = f"{name}: line {line}, column {error.colno}: not valid JSON: {error.msg}"
        raise SourceError(msg) from error
    except (ValueError, RecursionError) as error:
        place = f"{name}: line {number}" if number else name
        msg = f"{place}: not usable JSON: {error}"
        raise SourceError(msg) from error


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object, and refuse one that would lose a value without a word."""
    places: dict[str, int] = {}
    for place, (key, _) in enumerate(pairs, 1):
        first = places.setdefault(key, place)
        if first != place:
            msg = (
                f"entries {first} and {place} of one object are both named {show(key)}"
            )
            raise ValueError(msg)
    return dict(pairs)


def _refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which are not JSON."""
    msg = f"{name} is no JSON value"
    raise ValueError(msg)


def _fields(entry: Entry) -> tuple[dict[str, object], dict[str, str]]:
    """Return the fields of a record by their proper names, and where each stood."""
    top = _given(entry.record, entry.where)
    nested: dict[str, object] = {}
    if isinstance(top.get("source"), Mapping):
        nested = _given(top.pop("source"), f"{entry.where}.source")
    fields: dict[str, object] = {}
    places: dict[str, str] = {}
    for name in _NAMES:
        place = _take(name, top, nested, fields)
        if place is not None:
            places[name] = place
    heading = fields.get("heading_path")
    if isinstance(heading, str) and places["heading_path"].endswith("heading"):
        fields["heading_path"] = (heading,)
    extra = top.pop("extra", {})
    fields["extra"] = (
        {**nested, **top, **extra} if isinstance(extra, Mapping) else extra
    )
    _name(entry, fields, places)
    return fields, places


def _given(record: object, where: str) -> dict[str, object]:
    """Return a copy of *record* without its nulls, which stand for "not given"."""
    if not isinstance(record, Mapping):
        _refuse(where, f"expected a record, got {_kind(record)}")
    for name in record:
        if not isinstance(name, str):
            _refuse(where, f"expected names as keys, got {_kind(name)}")
    return {name: value for name, value in record.items() if value is not None}


def _take(
    name: str,
    top: dict[str, object],
    nested: dict[str, object],
    fields: dict[str, object],
) -> str | None:
    """Move the field *name* into *fields* and return where it stood."""
    names = [name, _ALIASES[name]] if name in _ALIASES else [name]
    levels = [(top, "")] if name in _OF_CHUNK else [(top, ""), (nested, "source.")]
    for level, prefix in levels:
        for candidate in names:
            if candidate in level:
                fields[name] = level.pop(candidate)
                return f"{prefix}{candidate}"
    return None


def _name(entry: Entry, fields: dict[str, object], places: dict[str, str]) -> None:
    """Settle the source ID: its own field, the mapping's key, or the chunk's ID."""
    if entry.key is not None:
        given = fields.setdefault("source_id", entry.key)
        if given != entry.key:
            expected = f"expected {show(entry.key)} as in its key"
            got = show(given) if isinstance(given, str) else _kind(given)
            _refuse(entry.where, f"{expected}, got {got}", places["source_id"])
    elif "source_id" not in fields and "chunk_id" in fields:
        fields["source_id"] = fields["chunk_id"]
        places["source_id"] = places["chunk_id"]


def _refuse_field(
    where: str, fields: dict[str, object], places: dict[str, str], message: str
) -> NoReturn:
    """Say what msgspec found wrong with a field, in terms of the original record."""
    found = _MESSAGE_RE.fullmatch(message)
    complaint, name, inner = found.groups() if found else (message, None, None)
    complaint = complaint.replace(" | null", "").replace("`", "").replace("E", "e", 1)
    if complaint.startswith("Invalid enum value"):
        got = show(str(fields["status"]))
        complaint = f"expected 'current', 'deleted' or 'unpublished', got {got}"
    _refuse(where, complaint, f"{places.get(name, name)}{inner}" if name else "")


def _refuse(where: str, complaint: str, place: str = "") -> NoReturn:
    """Raise the error for *place* inside the record at *where*."""
    # A line of a file ends in a colon; a record is followed by a dot.
    joint = "" if not where or where.endswith(" ") else "."
    path = f"{where}{joint}{place}" if place else where.removesuffix(": ")
    raise SourceError(f"{path}: {complaint}" if path else complaint)


def _kind(value: object) -> str:
    """Return the name of the type of *value*."""
    return type(value).__name__
