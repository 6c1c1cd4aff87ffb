"""What goes into a batch, and what comes out of it.

All of it is sent from process to process, so all of it can be pickled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Generic, TypeVar

from citemark.diagnostic import Severity
from citemark.options import Numbering, Options
from citemark.pipeline import get_output
from citemark.sources import Sources
from citemark.stores import open_store

T = TypeVar("T")


class StopBatch(Exception):  # noqa: N818 - it says what to do
    """Raised where results are kept, once nothing more can be: it ends the batch."""


class State(StrEnum):
    """What became of an item."""

    RENDERED = "rendered"
    UNCHANGED = "unchanged"
    """Nothing that it is made from has changed since ``known`` was told."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One answer to render."""

    name: str
    answer: str | Path
    """The text, or a file of UTF-8 that is read where it is rendered."""
    sources: Sources = None
    """What it may cite; None: what all may cite."""
    known: str | None = None
    """The digest of a result that is there already."""
    error: str | None = None
    """Why it cannot even be tried."""

    @property
    def size(self) -> int:
        """About how many characters it holds in memory."""
        size = len(self.answer) if isinstance(self.answer, str) else 0
        return size + (len(str(self.sources)) if self.sources else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Generic[T]):
    """What became of one item."""

    name: str
    state: State
    digest: str = ""
    """Of everything that the result is made from; the same in every process."""
    value: T | None = None
    """What was kept of it, if it was rendered."""
    findings: Mapping[Severity, int] = field(default_factory=dict)
    """How many there are of each level, if it was rendered."""
    error: str = ""
    """Why it failed, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """How all items are rendered; the fields are the arguments of `citemark.render`."""

    to: str = "html"
    theme: str | Path | None = None
    page: bool = False
    id_prefix: str = ""
    options: Options = field(default_factory=Options)
    sources: Path | Sources = None
    """What all answers may cite: a file for `open_store`, which every process opens
    for itself, or anything that can be pickled."""

    @property
    def is_text(self) -> bool:
        """Whether bodies are texts, and not bytes.

        Raises:
            ConfigError: there is no such output.
        """
        return get_output(self.to).media_type.startswith("text/")

    def open_sources(self) -> Sources:
        """Return what all answers may cite, opened if it is a file."""
        given = self.sources
        return open_store(given) if isinstance(given, Path) else given

    def __reduce__(self) -> tuple[object, ...]:
        """Return what it takes to make it again; read-only mappings cannot travel."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        options = values.pop("options")
        table = {
            each.name: _plain(getattr(options, each.name)) for each in fields(options)
        }
        return _task, (values, table)


def _task(values: dict[str, object], options: dict[str, object]) -> Task:
    return Task(**values, options=Options(**options))  # type: ignore[arg-type] # fields


def _plain(value: object) -> object:
    """Return *value* with dicts for mappings of any kind."""
    if isinstance(value, Numbering):
        return replace(value, assigned=dict(value.assigned))
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    return value
