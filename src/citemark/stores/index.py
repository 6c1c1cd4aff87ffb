"""Where each source of a JSON Lines file stands: found once, kept beside it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from citemark.errors import SourceError
from citemark.loaders import decode, show
from citemark.source import Source
from citemark.stores.records import Line, is_encodable, line_entry, read_lines
from citemark.stores.replacing import replacing

_VERSION = 1


class Place(NamedTuple):
    """The bytes of a record, and its line."""

    start: int
    size: int
    number: int


class Stamp(NamedTuple):
    """What tells one state of a file from another."""

    size: int
    modified: int

    @classmethod
    def of(cls, file: BinaryIO) -> Stamp:
        """Return the stamp of an open file."""
        status = os.fstat(file.fileno())
        return cls(status.st_size, status.st_mtime_ns)


class _Kept(msgspec.Struct, frozen=True):
    """What the index file holds."""

    version: int
    stamp: Stamp
    places: dict[str, Place]


class _Names(msgspec.Struct, frozen=True):
    """The fields a record may have its ID in; reading no others is fast."""

    source_id: str | None = None
    id: str | None = None
    chunk_id: str | None = None


_DECODER = msgspec.json.Decoder(_Names)


def index_path(path: Path) -> Path:
    """Return where the index of the file at *path* is kept."""
    return path.with_name(f"{path.name}.index")


def find_places(path: Path, file: BinaryIO) -> dict[str, Place]:
    """Return source ID → place, from the index file if that is up to date.

    A folder that cannot be written to gets no index file.

    Raises:
        SourceError: a line is no record, two have the same ID, or the file is being
            written to.
        OSError: the file cannot be read.
    """
    stamp, beside = Stamp.of(file), index_path(path)
    kept = _read(beside)
    if kept is not None and (kept.version, kept.stamp) == (_VERSION, stamp):
        return kept.places
    places = _look_up(file, path.name)
    if Stamp.of(file) != stamp:
        msg = f"{path.name}: was changed while it was read"
        raise SourceError(msg)
    with suppress(OSError, SourceError), replacing(beside) as temporary:
        data = msgspec.msgpack.encode(_Kept(_VERSION, stamp, places))
        temporary.write_bytes(data)
    return places


def _read(path: Path) -> _Kept | None:
    """Return what the index file holds, None if that is nothing of use."""
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=_Kept)
    except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
        return None


def _look_up(file: BinaryIO, name: str) -> dict[str, Place]:
    places: dict[str, Place] = {}
    for line in read_lines(file, name):
        key = _id_of(line, name)
        if key in places:
            where = f"{name}: line {line.number}"
            taken = f"{name}: line {places[key].number}"
            msg = f"{where}: the source ID {show(key)} is taken by {taken}"
            raise SourceError(msg)
        places[key] = Place(line.start, line.size, line.number)
    return places


def _id_of(line: Line, name: str) -> str:
    """Return the source ID of the record on *line*, as `decode` finds it."""
    try:
        names = _DECODER.decode(line.text)
    except (ValueError, msgspec.MsgspecError, RecursionError):
        names = _Names()
    given = (names.source_id, names.id, names.chunk_id)
    key = next((each for each in given if each is not None), "")
    if not key:
        # Something is wrong: the way that is thorough, and slow, says what.
        key = decode(line_entry(line.text, name, line.number), Source).source_id
    if not is_encodable(key):
        msg = f"{name}: line {line.number}: source_id: expected Unicode, got {key!a}"
        raise SourceError(msg)
    return key
