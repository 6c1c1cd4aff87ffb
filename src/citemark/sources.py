"""Sources and the registry that holds them: all that may ever be shown of a citation.

**Why** every record is checked when the registry is built: a registry is the
application's own data, so a mistake in it is misuse and is reported with its place,
while a bad *answer* never raises. URLs are judged later, by the URL policy: an
unusable one only means that a source is shown without a link.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, wraps
from pathlib import Path
from typing import (
    Literal,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    runtime_checkable,
)

from citemark.errors import SourceError
from citemark.loaders import Entry, decode, entries, read_entries, show
from citemark.spans import split_lines as split_at_line_ends
from citemark.text import has_marker_characters

LineSplitter: TypeAlias = Callable[[str], Sequence[str]]
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
# Things remembered of one source; an excerpt takes a few kilobytes at most.
_MOST_REMEMBERED = 16


@dataclass(frozen=True, kw_only=True)
class Source:
    r"""One source, as the application knows it. Only ``source_id`` is needed.

    >>> Source(source_id="S1", text="one\ntwo").lines
    ('one', 'two')
    """

    source_id: str
    title: str = ""
    url: str | None = None
    text: str | None = None
    """What was given to the model; locators count its lines."""
    heading_path: tuple[str, ...] = ()
    document_id: str | None = None
    chunk_id: str | None = None
    source_type: str | None = None
    published_at: str | None = None
    """Dates are ISO 8601 and are kept as given, with their offset."""
    modified_at: str | None = None
    retrieved_at: str | None = None
    content_hash: str | None = None
    status: Literal["current", "deleted", "unpublished"] = "current"
    citable: bool = True
    anchor: str | None = None
    """The fragment of the URL where the cited text begins."""
    url_template: str | None = None
    """A URL with ``{url}``, ``{first}``, ``{last}``, ``{line}``, for a locator."""
    language: str | None = None
    license: str | None = None
    authors: tuple[str, ...] = ()
    publisher: str | None = None
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)
    """What else the record held."""
    splitter: LineSplitter | None = field(default=None, repr=False, compare=False)
    """Divides ``text`` into lines, where it is not at LF, CRLF and CR."""

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of ``text`` that locators count; none without a text."""
        return tuple((self.splitter or split_at_line_ends)(self.text or ""))

    @cached_property
    def marked_fields(self) -> tuple[str, ...]:
        """The names of the fields that hold marker characters, which none should."""
        return tuple(name for name in _SHOWN if self._is_marked(name))

    @cached_property
    def memory(self) -> dict[tuple[str, Hashable], object]:
        """What `remembered` functions made of this source; it goes with the source."""
        return {}

    def _is_marked(self, name: str) -> bool:
        """Say whether the field *name* holds marker characters."""
        value: str | tuple[str, ...] | None = getattr(self, name)
        values = value if isinstance(value, tuple) else (value or "",)
        return any(map(has_marker_characters, values))


# What a reader may get to see, or an application to store.
_SHOWN = (
    *("title", "url", "text", "heading_path", "document_id", "chunk_id", "anchor"),
    "url_template",
)
# A splitter is code: no record can bring one.
_RECORD_FIELDS = tuple(item.name for item in fields(Source) if item.name != "splitter")


def remembered(make: Callable[[Source, K], T]) -> Callable[[Source, K], T]:
    """Let *make*, a pure function, remember what it last made of each source.

    Conversations come back to the same places of the same sources.
    """

    @wraps(make)
    def recall(source: Source, wanted: K) -> T:
        memory, key = source.memory, (make.__qualname__, wanted)
        try:
            return cast("T", memory[key])
        except KeyError:
            made = make(source, wanted)
        if len(memory) >= _MOST_REMEMBERED:
            memory.clear()
        memory[key] = made
        return made

    return recall


@runtime_checkable
class SourceStore(Protocol):
    """Anything that finds sources by their IDs: a database, a cache, a service."""

    def get_many(self, ids: Iterable[str], /) -> Mapping[str, object]:
        """Return ID → `Source` or record, for those of *ids* that exist."""
        ...


Records: TypeAlias = Iterable[object] | Mapping[str, object]
Sources: TypeAlias = SourceStore | Records | None


class SourceRegistry:
    """All the sources an answer may cite, by their IDs; it never changes.

    >>> registry = SourceRegistry([{"source_id": "S1", "title": "Staff handbook"}])
    >>> registry.get("S1").title
    'Staff handbook'

    *records* are mappings or `Source` objects, or a mapping from ID to such records.
    *split_lines* replaces how texts are divided into lines: it must give the lines
    that were numbered when the model saw them.
    """

    __slots__ = ("_sources",)

    def __init__(
        self, records: Records = (), *, split_lines: LineSplitter | None = None
    ) -> None:
        """Check *records* and index them.

        Raises:
            SourceError: a record is unusable, or two have the same ID.
        """
        self._sources = _index(entries(records), split_lines)

    @classmethod
    def load(cls, path: str | Path, *, split_lines: LineSplitter | None = None) -> Self:
        """Read a registry from a ``.json`` or ``.jsonl`` file.

        JSON is a list of records, an object from ID to record, or
        ``{"sources": [...]}``; JSON Lines has one record a line.

        Raises:
            SourceError: the file, a record or an ID is unusable.
        """
        registry = cls()
        registry._sources = _index(read_entries(Path(path)), split_lines)
        return registry

    def get(self, source_id: str) -> Source | None:
        """Return the source with this ID, or None."""
        return self._sources.get(source_id)

    def get_many(self, ids: Iterable[str]) -> dict[str, Source]:
        """Return ID → source, for those of *ids* that exist."""
        return {key: self._sources[key] for key in ids if key in self._sources}

    @property
    def ids(self) -> tuple[str, ...]:
        """All source IDs, in the order of the records."""
        return tuple(self._sources)

    def __contains__(self, source_id: object) -> bool:
        """Say whether there is a source with this ID."""
        return source_id in self._sources

    def __len__(self) -> int:
        """Return the number of sources."""
        return len(self._sources)

    def __iter__(self) -> Iterator[Source]:
        """Iterate over the sources, in the order of the records."""
        return iter(self._sources.values())

    def __repr__(self) -> str:
        """Say how many sources there are, and nothing of their content."""
        return f"<SourceRegistry of {len(self)}>"


def open_sources(sources: Sources) -> SourceStore:
    """Return *sources* as something with ``get_many``, checked if it is records.

    Raises:
        SourceError: a record is unusable, or *sources* holds no records at all.
    """
    if sources is None:
        return SourceRegistry()
    return sources if isinstance(sources, SourceStore) else SourceRegistry(sources)


def fetch(sources: Sources, ids: Sequence[str]) -> dict[str, Source]:
    """Return ID → source for those of *ids* that exist, with one call at most.

    Raises:
        SourceError: a record is unusable, or a store returns something else.
    """
    store = open_sources(sources)
    if isinstance(store, SourceRegistry):
        return store.get_many(ids)
    found: object = store.get_many(list(ids)) if ids else {}
    if not isinstance(found, Mapping):
        kind = type(found).__name__
        msg = f"get_many(): expected a mapping of source IDs, got {kind}"
        raise SourceError(msg)
    records = {key: found.get(key) for key in ids}
    return {
        key: _source(Entry(f"get_many()[{show(key)}]", record, key))
        for key, record in records.items()
        if record is not None
    }


def _index(given: Iterable[Entry], splitter: LineSplitter | None) -> dict[str, Source]:
    """Return ID → source, and refuse an ID that is given twice."""
    sources: dict[str, Source] = {}
    places: dict[str, str] = {}
    for entry in given:
        source = _source(entry)
        if splitter is not None:
            source = replace(source, splitter=splitter)
        name, where = source.source_id, entry.where.removesuffix(": ")
        if name in sources:
            msg = f"{where}: the source ID {show(name)} is taken by {places[name]}"
            raise SourceError(msg)
        sources[name] = source
        places[name] = where
    return sources


def _source(entry: Entry) -> Source:
    """Return the checked source of *entry*; an object that is fine stays itself."""
    given = entry.record
    if not isinstance(given, Source):
        return decode(entry, Source)
    record = {name: getattr(given, name) for name in _RECORD_FIELDS}
    checked = decode(replace(entry, record=record), Source)
    return given if checked == given else replace(checked, splitter=given.splitter)
