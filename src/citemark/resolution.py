"""What citations come to: an answer's references, and what its next piece goes on from.

`resolve` makes it; pipeline, outputs and streams read it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from citemark.describe import Description
from citemark.diagnostic import Finding
from citemark.locator import Lines, Locator
from citemark.model import NoteRef, Reference, ResolvedCitation
from citemark.options import Options
from citemark.places import Place
from citemark.source import Source

Cited: TypeAlias = Callable[..., ResolvedCitation]
"""Makes the citation objects of one place, given what is their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """Citations of one answer, numbered: a pure function of markers and registry.

    ``noterefs`` maps a marker's ordinal to what stands in its place; an ordinal that
    is missing shows nothing. ``refused`` maps an ordinal to the source IDs that
    resolved to nothing, for the outputs that mark them.
    """

    references: tuple[Reference, ...] = ()
    citations: tuple[ResolvedCitation, ...] = ()
    noterefs: Mapping[int, tuple[NoteRef, ...]] = field(default_factory=dict)
    refused: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    assigned: Mapping[str, int] = field(default_factory=dict)
    """Source ID → number, those carried in from an earlier turn included."""
    next_number: int = 1
    sources: tuple[Source, ...] = ()
    """The sources that are cited and exist, shown or not, in order of appearance."""
    pending: frozenset[int] = frozenset()
    """Ordinals that cite a source ID which the registry does not have (yet)."""
    entries: Mapping[str, Entry] = field(
        default_factory=dict, repr=False, compare=False
    )
    """What it takes to go on from here: source ID → entry, of those cited here."""


@dataclass(slots=True)
class Ledger:
    """What an answer has cited so far, for those who resolve it piece by piece."""

    assigned: dict[str, int]
    next_number: int
    noterefs: int = 0
    citations: int = 0
    markers: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    found: dict[str, Source | None] = field(default_factory=dict)
    """Source ID → source, of those that were looked for."""
    lacks: Callable[[Reference], bool] = lambda _: True
    """Says of a reference that has no excerpts and links yet whether they are wanted.

    They are dear, and a stream does not show all of them again for each citation.
    """

    @classmethod
    def of(cls, options: Options) -> Ledger:
        """Return the ledger of an answer that has cited nothing yet."""
        numbering = options.numbering
        return cls(assigned=dict(numbering.assigned), next_number=numbering.next)

    def anew(self, options: Options) -> Ledger:
        """Return one that has cited nothing, but knows what was looked for."""
        ledger = self.of(options)
        ledger.found, ledger.lacks = self.found, self.lacks
        return ledger

    def add(self, resolution: Resolution, cited: int) -> None:
        """Go on behind *resolution*, which was made on top of this; *cited* markers."""
        self.assigned = dict(resolution.assigned)
        self.next_number = resolution.next_number
        self.noterefs += sum(map(len, resolution.noterefs.values()))
        self.citations += len(resolution.citations)
        self.markers += cited
        self.entries.update(resolution.entries)


@dataclass(slots=True)
class Entry:
    """A reference while its citations are still being collected."""

    source: Source
    number: int
    shown: Description
    locators: dict[Locator, Lines | None] = field(default_factory=dict)
    """Distinct, in order of first use, and the lines they are on."""
    is_led: bool = False
    """True where a citation without locator calls for the start of the text."""
    matched: dict[Lines, None] = field(default_factory=dict)
    """What matches citations without locator; the values mean nothing."""
    quotes: dict[str, list[Locator]] = field(default_factory=dict)
    """What providers quote → the places it is said to be at."""
    noterefs: list[NoteRef] = field(default_factory=list)
    cited: dict[Place, Cited] = field(default_factory=dict)

    def copy(self) -> Entry:
        """Return one like it, to go on with."""
        return replace(
            self,
            locators=dict(self.locators),
            matched=dict(self.matched),
            quotes={quote: list(at) for quote, at in self.quotes.items()},
            noterefs=list(self.noterefs),
            cited=dict(self.cited),
        )


def is_shown(ordinal: int, resolution: Resolution, options: Options) -> bool:
    """Whether a marker leaves anything to be seen."""
    if options.strip:
        return False
    return ordinal in resolution.noterefs or (
        options.on_unresolved == "mark" and ordinal in resolution.refused
    )
