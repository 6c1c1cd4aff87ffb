"""JSON Lines as a store: an index says where each source stands; texts stay on disk."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from citemark.errors import SourceError
from citemark.loaders import decode, show
from citemark.source import LineSplitter, Source
from citemark.stores.index import Place, Stamp, find_places, index_path
from citemark.stores.records import decode_line, line_entry, unreadable


class JsonlSources:
    """The sources of a JSON Lines file, read when they are cited.

    The index is made when the file is first opened, and kept beside it as
    ``NAME.index``; it is made again when size or time of the file differ. Every line is
    looked at then: each must be a record with an ID of its own. Other fields are
    checked when a source is read.

    The file is held open: if it is replaced, the old one goes on being read. It may be
    shared by threads, and by processes that were forked.
    """

    def __init__(
        self, path: str | Path, *, split_lines: LineSplitter | None = None
    ) -> None:
        """Open the file at *path*.

        *split_lines* divides texts into lines, as in `SourceRegistry`.

        Raises:
            SourceError: the file cannot be read, a line is no record, or two records
                have the same ID.
        """
        self.path = Path(path)
        self._split_lines = split_lines
        self._lock = threading.Lock()
        try:
            with ExitStack() as stack:
                self._file = stack.enter_context(self.path.open("rb"))
                self._stamp = Stamp.of(self._file)
                self._places = find_places(self.path, self._file)
                stack.pop_all()
        except OSError as error:
            raise unreadable(self.path, error) from error
        # Also closes a store that its owner has forgotten.
        self._close = weakref.finalize(self, self._file.close)

    def get(self, source_id: str) -> Source | None:
        """Return the source with this ID, or None."""
        return self.get_many([source_id]).get(source_id)

    def get_many(self, ids: Iterable[str]) -> dict[str, Source]:
        """Return ID → source, for those of *ids* that exist.

        Raises:
            SourceError: a record is unusable, the file was changed in place, or the
                store is closed.
        """
        if self._file.closed:
            msg = f"{self.path.name}: is closed"
            raise SourceError(msg)
        places = ((key, self._places.get(key)) for key in ids)
        return {key: self._source(key, place) for key, place in places if place}

    @property
    def ids(self) -> tuple[str, ...]:
        """All source IDs, in the order of the file."""
        return tuple(self._places)

    def __contains__(self, source_id: object) -> bool:
        """Say whether there is a source with this ID."""
        return source_id in self._places

    def __len__(self) -> int:
        """Return the number of sources."""
        return len(self._places)

    def __repr__(self) -> str:
        """Say how many sources there are, and where."""
        return f"<JsonlSources of {len(self)} in {self.path.name!r}>"

    def close(self) -> None:
        """Close the file; nothing can be read any more."""
        self._close()

    def __enter__(self) -> Self:
        """Return the store, to be closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    def _source(self, key: str, place: Place) -> Source:
        """Return the source *key*, which stood at *place*."""
        try:
            source = self._read(key, place)
        except SourceError as error:
            if Stamp.of(self._file) == self._stamp:
                raise
            msg = f"{self.path.name}: was changed after it was opened; open it again"
            raise SourceError(msg) from error
        if self._split_lines is None:
            return source
        return replace(source, splitter=self._split_lines)

    def _read(self, key: str, place: Place) -> Source:
        name, number = self.path.name, place.number
        try:
            data = self._bytes(place)
        except OSError as error:
            raise unreadable(self.path, error) from error
        text = decode_line(data, name, number, place.start)
        source = decode(line_entry(text, name, number), Source)
        if source.source_id != key:
            found = f"expected the source {show(key)}, got {show(source.source_id)}"
            beside = index_path(self.path).name
            msg = f"{name}: line {number}: {found}; delete {beside} and open it again"
            raise SourceError(msg)
        return source

    def _bytes(self, place: Place) -> bytes:
        if hasattr(os, "pread"):
            # Moves no offset that other threads and processes share.
            return os.pread(self._file.fileno(), place.size, place.start)
        with self._lock:
            self._file.seek(place.start)
            return self._file.read(place.size)
