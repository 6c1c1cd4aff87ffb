"""Sources and the registry that holds them: all that may ever be shown of a citation.

**Why** every record is checked when the registry is built: a registry is the
application's own data, so a mistake in it is misuse and is reported with its place,
while a bad *answer* never raises. URLs are judged later, by the URL policy: an
unusable one only means that a source is shown without a link.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from hashlib import blake2b
from json import dumps
from pathlib import Path
from typing import Literal, Protocol, Self, TypeAlias, runtime_checkable

from citemark.dependencies import find_stale
from citemark.dialect import Known
from citemark.errors import SourceError
from citemark.loaders import Entry, decode, entries, read_entries, show
from citemark.options import Options
from citemark.series import (
    Series,
    check_prefix,
    first_number,
    keyed,
    next_turn,
    turn_prefix,
)
from citemark.source import LineSplitter, Source

Unit: TypeAlias = Literal["block", "document", "line"]
"""What of a source has an ID of its own in a prompt."""
# A splitter is code: no record can bring one.
_RECORD_FIELDS = tuple(item.name for item in fields(Source) if item.name != "splitter")


@runtime_checkable
class SourceStore(Protocol):
    """Anything that finds sources by their IDs: a database, a cache, a service."""

    def get_many(self, ids: Iterable[str], /) -> Mapping[str, object]:
        """Return ID → `Source` or record, for those of *ids* that exist."""
        ...


Records: TypeAlias = Iterable[object] | Mapping[str, object]
Sources: TypeAlias = SourceStore | Records | None
_Content: TypeAlias = tuple[str | None, Source]
_FINGERPRINT_BYTES = 16
_UNNAMED = "?"


class SourceRegistry:
    """All the sources an answer may cite, by their IDs, which never change.

    >>> registry = SourceRegistry([{"source_id": "S1", "title": "Staff handbook"}])
    >>> registry.get("S1").title
    'Staff handbook'
    >>> files = registry.turn("file")
    >>> files.add({"title": "Travel rules"}), files.add({"title": "Leave"})
    ('turn0file0', 'turn0file1')

    *records* are mappings or `Source` objects, or a mapping from ID to such records.
    *split_lines* replaces how texts are divided into lines: it must give the lines
    that were numbered when the model saw them.
    """

    __slots__ = ("_frozen", "_known", "_next", "_sources", "_split_lines", "_turns")

    def __init__(
        self, records: Records = (), *, split_lines: LineSplitter | None = None
    ) -> None:
        """Check *records* and index them.

        Raises:
            SourceError: a record is unusable, or two have the same ID.
        """
        self._sources = _index(entries(records), split_lines)
        self._split_lines = split_lines
        self._frozen = False
        self._turns = 0
        self._next: dict[str, int] = {}
        # What has an ID already; filled when the first ID is handed out.
        self._known: dict[_Content, str] = {}

    @classmethod
    def load(cls, path: str | Path, *, split_lines: LineSplitter | None = None) -> Self:
        """Read a registry from a ``.json`` or ``.jsonl`` file.

        JSON is a list of records, an object from ID to record, or
        ``{"sources": [...]}``; JSON Lines has one record a line.

        Raises:
            SourceError: the file, a record or an ID is unusable.
        """
        registry = cls(split_lines=split_lines)
        registry._sources = _index(read_entries(Path(path)), split_lines)
        return registry

    def get(self, source_id: str) -> Source | None:
        """Return the source with this ID, or None."""
        return self._sources.get(source_id)

    def get_many(self, ids: Iterable[str]) -> dict[str, Source]:
        """Return ID → source, for those of *ids* that exist."""
        return {key: self._sources[key] for key in ids if key in self._sources}

    def stale(self, dependencies: Mapping[str, str]) -> tuple[str, ...]:
        """Return the document IDs whose content has changed or is gone.

        *dependencies* are those of a `Rendered`; whatever was kept of it is out of
        date if any of them is returned.
        """
        return find_stale(dependencies, self)

    def turn(self, kind: str) -> Series:
        """Begin the results of a tool call: ``turn0file0``, ``turn0file1``, and so on.

        The number behind ``turn`` is one more at each call, and more than that of any
        ID in the registry.

        Raises:
            ConfigError: *kind* is no word of letters.
            SourceError: the registry is frozen.
        """
        self._refuse_if_frozen()
        number = self._turns or next_turn(self._sources)
        series = Series(turn_prefix(number, kind), self._admit)
        self._turns = number + 1
        return series

    def series(self, prefix: str) -> Series:
        """Hand out plain IDs: ``S1``, ``S2`` … for ``S``, ``block1`` … for ``block``.

        Raises:
            ConfigError: *prefix* does not make source IDs.
            SourceError: the registry is frozen.
        """
        self._refuse_if_frozen()
        return Series(check_prefix(prefix), self._admit)

    def freeze(self) -> Self:
        """Refuse changes from now on, and return this registry.

        Sources in another order, or fewer of them, are another registry.
        """
        self._frozen = True
        return self

    @property
    def is_frozen(self) -> bool:
        """Whether no source can be added any more."""
        return self._frozen

    @property
    def fingerprint(self) -> str:
        """A digest of all IDs, in order, and of what a model is shown under each.

        ``Options.fingerprint`` holds an answer's registry against it.
        """
        digest = blake2b(digest_size=_FINGERPRINT_BYTES)
        for each in self:
            shown = (each.source_id, each.title, each.url, each.heading_path)
            rest = (each.modified_at, each.citable, each.lines)
            digest.update(f"{dumps((shown, rest))}\n".encode())
        return digest.hexdigest()

    def to_prompt(
        self,
        *,
        style: str = "blocks",
        unit: Unit = "block",
        ids: str | None = None,
        tool_name: str | None = None,
        family: str = "cite",
        max_chars: int | None = None,
        block_chars: int = 1_500,
        options: Options | None = None,
    ) -> Prompt:
        """Return the sources as a model is to see them, and a registry of just those.

        *style* is ``blocks``, ``tool`` or ``lenticular``. *unit* is what gets an ID:
        each ``block`` of about *block_chars*, each ``document``, or each document with
        the ``line`` numbers that locators name. *ids* renames the units, as
        `series` would; by default they keep their IDs, and blocks add to them.
        *max_chars* bounds the text: sources are left out from the end, and the last one
        is cut after a line; the text says so. Pages, paragraphs and blocks that
        ``options.locators`` lets a model cite are labelled: ``[p2]``.

        Raises:
            ConfigError: an argument has an impossible value.
            SourceError: an ID cannot be written in a marker.
        """
        from citemark.prompt.building import Layout, build

        layout = Layout(
            style=style,
            unit=unit,
            ids=ids,
            tool_name=tool_name,
            family=family,
            max_chars=max_chars,
            block_chars=block_chars,
            options=Options() if options is None else options,
        )
        text, shown = build(self, layout)
        return Prompt(text, type(self)(shown).freeze())

    def _admit(self, prefix: str, record: object, key: str | None) -> str:
        """Add *record* unless it is here already, and return its ID."""
        self._refuse_if_frozen()
        if not self._known:
            self._known = {
                (None, each.content): each.source_id
                for each in reversed(self._sources.values())
            }
        where = f"{prefix}: "
        source = _source(Entry(where, _nameless(record)))
        if self._split_lines is not None:
            source = replace(source, splitter=self._split_lines)
        content = source.content
        known = self._known.get((key, content))
        if known is not None:
            return known
        name = self._free(prefix) if key is None else keyed(prefix, key, self._sources)
        self._sources[name] = replace(source, source_id=name)
        self._known.setdefault((None, content), name)
        self._known[key, content] = name
        return name

    def _free(self, prefix: str) -> str:
        """Return the next ID of a series that no source has."""
        number = self._next.get(prefix, first_number(prefix))
        while f"{prefix}{number}" in self._sources:
            number += 1
        self._next[prefix] = number + 1
        return f"{prefix}{number}"

    def _refuse_if_frozen(self) -> None:
        if self._frozen:
            msg = "the registry is frozen: expected changes before, or a registry anew"
            raise SourceError(msg)

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


@dataclass(frozen=True, slots=True)
class Prompt:
    """Sources as a model is to see them, and the registry that belongs to its answer.

    What a model does not see cannot be cited: ``registry`` holds the units that the
    text shows, as far as it shows them, and is frozen.
    """

    text: str
    registry: SourceRegistry

    @property
    def fingerprint(self) -> str:
        """That of the registry, to hold the registry of an answer against."""
        return self.registry.fingerprint

    def __str__(self) -> str:
        """Return the text."""
        return self.text


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


def known_in(sources: Sources) -> Known:
    """Return what says which source IDs *sources* have; each is asked for once."""
    seen: dict[str, bool] = {}

    def known(ids: Iterable[str]) -> Container[str]:
        wanted = list(ids)
        new = [name for name in wanted if name not in seen]
        found = fetch(sources, new) if new else {}
        seen.update((name, name in found) for name in new)
        return {name for name in wanted if seen[name]}

    return known


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


def _nameless(record: object) -> object:
    """Return *record* with its own ID as ``chunk_id``, if it has none yet."""
    if isinstance(record, Source):
        chunk = record.chunk_id or record.source_id
        return replace(record, source_id=_UNNAMED, chunk_id=chunk)
    if not isinstance(record, Mapping):
        return record
    names = (record.get(name) for name in ("chunk_id", "source_id", "id"))
    own = next((each for each in names if each is not None), None)
    rest = {name: record[name] for name in record if name != "id"}
    return {**rest, "source_id": _UNNAMED, "chunk_id": own}
