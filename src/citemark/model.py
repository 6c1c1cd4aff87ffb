"""The values that travel from the scanner to the output. All of them are frozen.

Offsets are code points of the answer, half-open; lines and numbers are 1-based.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from citemark.diagnostic import Finding
from citemark.locator import Lines, Locator


@dataclass(frozen=True, slots=True)
class Citation:
    """One source ID and the place inside that source, as a marker means it.

    ``raw_locator`` keeps the locator as it was written (``L9-L4``), ``locator`` what
    it is read as (lines 4 to 9). ``start`` and ``end`` span the ID and its locator.
    """

    source_id: str
    locator: Locator | None
    raw_locator: str | None
    start: int
    end: int
    quote: str = ""
    """What a provider quotes of the source, where a marker is made of its citation."""


class MarkerKind(StrEnum):
    """What a stretch of marker characters turned out to be."""

    CITATION = "citation"
    """Complete, with at least one source ID."""
    WIDGET = "widget"
    """Complete, but of a family that cites nothing; ``text`` is what it displays."""
    BROKEN = "broken"
    """Not closed, or without a usable field. Only its own field run is hidden."""
    STRAY = "stray"
    """Marker characters outside any marker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """One stretch of the answer that no reader may see: ``answer[start:end]``."""

    start: int
    end: int
    raw: str
    kind: MarkerKind
    family: str = ""
    citations: tuple[Citation, ...] = ()
    findings: tuple[Finding, ...] = ()
    text: str = ""

    @property
    def source_ids(self) -> tuple[str, ...]:
        """The source IDs of the marker, in order, with repetitions."""
        ids = []
        before: Citation | None = None
        for citation in self.citations:
            # ``A|L1|L5`` is one ID with two places, not the ID written twice.
            if (
                before is None
                or citation.start != before.start
                or citation.source_id != before.source_id
            ):
                ids.append(citation.source_id)
            before = citation
        return tuple(ids)

    @property
    def locator(self) -> str | None:
        """The locator of the last citation, as written."""
        return self.citations[-1].raw_locator if self.citations else None

    def moved(self, by: int) -> Marker:
        """Return the same marker in a text that *by* code points were put before."""
        if not by:
            return self
        return replace(
            self,
            start=self.start + by,
            end=self.end + by,
            citations=tuple(
                replace(each, start=each.start + by, end=each.end + by)
                for each in self.citations
            ),
            findings=tuple(
                replace(each, start=each.start + by, end=each.end + by)
                for each in self.findings
            ),
        )


@dataclass(frozen=True, slots=True)
class ExcerptLine:
    """One line of an excerpt; ``number`` is None where the source is not located."""

    number: int | None
    text: str
    located: bool


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is shown of a source: located lines and, around them, their context."""

    lines: tuple[ExcerptLine, ...]
    locator: Lines | None = None
    truncated: bool = False
    cited: tuple[Locator, ...] = ()
    """The cited places that it shows, where they were not given as lines."""
    is_matched: bool = False
    """True where no citation names the lines: they match the answer best."""

    @property
    def text(self) -> str:
        """The located lines only, or the whole lead of an unlocated source."""
        return "\n".join(line.text for line in self.lines if line.located)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRef:
    """A numbered link in the text. ``index`` counts all of them through the answer."""

    index: int
    number: int
    occurrence: int
    """Which of its reference's noterefs this is: 1 for ``a``, 2 for ``b`` …"""
    ordinal: int
    """The marker it came from: its index in ``Document.markers``."""
    locators: tuple[Locator, ...] = ()
    line: int | None = None
    """The first line of the place that is cited first, where it is on lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A numbered entry of the list of sources. Everything in it is clean text."""

    number: int
    source_id: str
    title: str
    titled: bool
    """False where ``title`` is a stand-in (host, or a numbered label)."""
    url: str | None
    """Passed the URL policy; None means: show without a link."""
    host: str | None
    heading: tuple[str, ...]
    updated: str | None
    """The source's ``modified_at`` as given, ISO 8601."""
    language: str | None
    locators: tuple[Locator, ...]
    excerpts: tuple[Excerpt, ...]
    noterefs: tuple[NoteRef, ...]
    links: tuple[str | None, ...] = ()
    """For each of ``locators``, the address that shows this very place, if any."""
    places: tuple[Locator, ...] = ()
    """``locators`` as readers are told of them: in order, those that touch as one."""
    place_links: tuple[str | None, ...] = ()
    """For each of ``places``, its address likewise."""

    def place_url(self, locators: Sequence[Locator]) -> str | None:
        """Return the address of the first of *locators* with one, or the source's."""
        links = dict(zip(self.locators, self.links, strict=False))
        found = (links.get(locator) for locator in locators)
        return next(filter(None, found), self.url)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedCitation:
    """The public citation object: what an application stores or sends as JSON.

    The field names up to ``retrieved_at`` are those of the published citation object;
    ``number``, ``locator``, ``start`` and ``end`` say where the answer uses it.
    """

    citation_id: str
    source_id: str
    document_id: str | None
    chunk_id: str | None
    title: str
    heading: str
    url: str | None
    excerpt: str
    source_modified_at: str | None
    retrieved_at: str | None
    number: int
    locator: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A stretch of the answer that lost its only citation: ``answer[start:end]``."""

    start: int
    end: int
    text: str
    source_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """A file that goes with an output, such as a picture in an e-mail."""

    name: str
    media_type: str
    data: bytes
