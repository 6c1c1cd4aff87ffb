"""The sources of a message, some of which come while it is being written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from citemark.errors import SourceError
from citemark.loaders import show
from citemark.source import Source
from citemark.sources import Records, SourceRegistry, Sources, SourceStore, open_sources


class LateSources:
    """Sources that more can be added to."""

    def __init__(self, sources: Sources) -> None:
        """Begin with *sources*.

        Raises:
            SourceError: they are unusable.
        """
        self._first = open_sources(sources)
        self._late: dict[str, Source] = {}
        self.store: SourceStore = self._first
        """All of them, as one."""

    def add(self, records: Records) -> set[str]:
        """Add *records* and return the IDs that are new.

        Raises:
            SourceError: a record is unusable, or its ID is that of another source.
        """
        new = {each.source_id: each for each in SourceRegistry(records)}
        known = self._known(new)
        for name, source in known.items():
            if source != new.pop(name):
                msg = f"add_sources(): the source ID {show(name)} is that of another"
                raise SourceError(msg)
        self._late.update(new)
        if new and self.store is self._first:
            # Made once: what comes later goes into the mapping that it looks in.
            self.store = self._joined()
        return set(new)

    def _known(self, names: Iterable[str]) -> dict[str, Source]:
        known = {name: self._late[name] for name in names if name in self._late}
        if isinstance(self._first, SourceRegistry):
            known.update(self._first.get_many(names))
        return known

    def _joined(self) -> SourceStore:
        if isinstance(self._first, SourceRegistry):
            return _Grown(self._first, self._late)
        return _Layered(self._first, self._late)


class _Grown(SourceRegistry):
    """A registry, and behind it the sources that come late; none is copied."""

    __slots__ = ("_first", "_late")

    def __init__(self, first: SourceRegistry, late: Mapping[str, Source]) -> None:
        super().__init__()
        self._first = first
        self._late = late

    def get(self, source_id: str) -> Source | None:
        """Return the source with this ID, or None."""
        return self._late.get(source_id) or self._first.get(source_id)

    def get_many(self, ids: Iterable[str]) -> dict[str, Source]:
        """Return ID → source, for those of *ids* that exist."""
        found = ((name, self.get(name)) for name in ids)
        return {name: source for name, source in found if source is not None}

    @property
    def ids(self) -> tuple[str, ...]:
        """All source IDs, in the order in which they came."""
        return (*self._first.ids, *self._late)

    def __contains__(self, source_id: object) -> bool:
        """Say whether there is a source with this ID."""
        return source_id in self._late or source_id in self._first

    def __len__(self) -> int:
        """Return the number of sources."""
        return len(self._first) + len(self._late)

    def __iter__(self) -> Iterator[Source]:
        """Iterate over the sources, in the order in which they came."""
        yield from self._first
        yield from self._late.values()


class _Layered:
    """A store, and before it some sources that are at hand."""

    def __init__(self, store: SourceStore, sources: Mapping[str, Source]) -> None:
        self._store = store
        self._sources = sources

    def get_many(self, ids: Iterable[str], /) -> Mapping[str, object]:
        """Return ID → source or record, for those of *ids* that exist."""
        wanted = list(ids)
        found = {name: self._sources[name] for name in wanted if name in self._sources}
        missing = [name for name in wanted if name not in found]
        return {**self._store.get_many(missing), **found} if missing else found
