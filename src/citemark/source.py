"""One source, as the application knows it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from typing import Literal, TypeAlias, TypeVar, cast

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
    def content(self) -> Source:
        """What makes this source the one it is, however and whenever it was found."""
        return replace(self, source_id="", chunk_id=None, retrieved_at=None, extra={})

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
