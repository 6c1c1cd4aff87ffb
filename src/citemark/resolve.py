"""Resolution: from citations to numbered references, once for every output.

A pure function of markers, registry and options; it takes time for the citations, not
for the size of the registry. What the answer claims about a source counts for
nothing: title, URL, heading and excerpt come from the registry and are cleaned here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from citemark import codes
from citemark.describe import describe
from citemark.diagnostic import Code, Finding
from citemark.entries import citation_of, reference_of, with_excerpts
from citemark.errors import UnresolvedCitationError
from citemark.loaders import show
from citemark.locator import Locator
from citemark.marking import Citing, make_marker
from citemark.matching import Matcher
from citemark.model import (
    Citation,
    Marker,
    MarkerKind,
    NoteRef,
    Reference,
    ResolvedCitation,
)
from citemark.options import Options
from citemark.places import NOWHERE, Place, Places
from citemark.resolution import Entry, Ledger, Resolution
from citemark.source import Source
from citemark.sources import SourceRegistry, Sources, fetch, open_sources

# Looking for a similar ID is dear: only a few times, and among so many.
_MOST_SUGGESTIONS = 5
_MOST_IDS = 500
_MOST_ID_CHARS = 64
_SIMILAR = 0.85


def resolve(
    markers: Sequence[Marker],
    order: Sequence[int],
    sources: Sources,
    options: Options,
    answer: str = "",
    *,
    before: Ledger | None = None,
    listed: Sequence[Citing] = (),
) -> Resolution:
    """Resolve the citations of *markers*, whose ordinals *order* lists as read.

    *answer* is what they stand in, for ``locate="auto"``. *before* is what the text
    before *answer* has cited, where that is a piece of a longer one: numbers go on
    from there, and ``references`` are those cited here, with all that cites them.
    *listed* are sources that no marker cites; they come last, with the next numbers.

    Raises:
        SourceError: *sources* is unusable.
        UnresolvedCitationError: *options* ask for it, and something may not be shown.
    """
    matcher = None
    if options.locate == "auto":
        matcher = Matcher(answer, markers, options.limits.excerpt_lines)
    ledger = Ledger.of(options) if before is None else before
    return _Resolver(
        markers, order, sources, options, matcher, before=ledger, listed=listed
    ).run()


class _Resolver:
    """Collects one answer's references, citations and findings, marker by marker."""

    def __init__(
        self,
        markers: Sequence[Marker],
        order: Sequence[int],
        sources: Sources,
        options: Options,
        matcher: Matcher | None,
        *,
        before: Ledger,
        listed: Sequence[Citing],
    ) -> None:
        """Fetch every source that is cited, with one call."""
        cited = [at for at in order if markers[at].kind is MarkerKind.CITATION]
        left = max(0, options.limits.markers - before.markers)
        self.markers = markers
        self.order = cited[:left]
        self.beyond = cited[left:]
        self.options = options
        self.matcher = matcher
        self.before = before
        # Where no marker is, findings are about the end of the text.
        end = markers[-1].end if markers else 0
        self.listed = make_marker(end, listed) if listed else None
        self.store = open_sources(sources)
        self.found = self.fetched()
        self.entries: dict[str, Entry] = {}
        self.refusals: dict[str, tuple[Code, str]] = {}
        self.citations: list[ResolvedCitation] = []
        self.noterefs: dict[int, tuple[NoteRef, ...]] = {}
        self.refused: dict[int, tuple[str, ...]] = {}
        self.findings: list[Finding] = []
        self.problems: dict[str, None] = {}
        self.assigned = dict(before.assigned)
        self.next_number = before.next_number
        self.places = Places()
        self.index = before.noterefs
        self.pending: set[int] = set()

    def fetched(self) -> dict[str, Source]:
        """Return the cited sources that exist; those looked for before are known."""
        known = self.before.found
        ids = dict.fromkeys(
            each.source_id for at in self.order for each in self.markers[at].citations
        )
        if self.listed:
            ids.update(dict.fromkeys(each.source_id for each in self.listed.citations))
        if missing := [name for name in ids if name not in known]:
            found = fetch(self.store, missing)
            known.update((name, found.get(name)) for name in missing)
        sources = ((name, known[name]) for name in ids)
        return {name: source for name, source in sources if source is not None}

    def run(self) -> Resolution:
        """Resolve every marker, in order."""
        self.compare_registry()
        for ordinal in self.order:
            self.resolve_marker(ordinal)
        if self.listed:
            self.list_sources(self.listed)
        if self.beyond:
            first = self.markers[self.beyond[0]]
            message = (
                f"only the first {len(self.order)} markers are shown as references; "
                f"dropped from here on: {len(self.beyond)}"
            )
            self.findings.append(
                Finding(codes.TOO_MANY_MARKERS, message, first.start, first.end)
            )
        if self.problems:
            raise UnresolvedCitationError(tuple(self.problems))
        in_order = sorted(self.entries.values(), key=lambda entry: entry.number)
        return Resolution(
            references=tuple(map(self.reference, in_order)),
            citations=tuple(self.citations),
            noterefs=self.noterefs,
            refused=self.refused,
            findings=tuple(self.findings),
            assigned=self.assigned,
            next_number=self.next_number,
            sources=tuple(self.found.values()),
            pending=frozenset(self.pending),
            entries=self.entries,
        )

    def compare_registry(self) -> None:
        """Report a registry that is not the one whose fingerprint was given."""
        store, wanted = self.store, self.options.fingerprint
        if wanted is None or not self.order or not isinstance(store, SourceRegistry):
            return
        if store.fingerprint != wanted:
            first = self.markers[self.order[0]]
            message = "the registry is not the one that the model was shown"
            finding = Finding(codes.REGISTRY_CHANGED, message, first.start, first.end)
            self.findings.append(finding)
            if self.options.strict:
                self.problems[message] = None

    def resolve_marker(self, ordinal: int) -> None:
        """Turn one marker into at most one noteref for each of its sources."""
        marker = self.markers[ordinal]
        places: dict[str, dict[Place, None]] = {}
        refused: dict[str, None] = {}
        for citation in marker.citations:
            name = citation.source_id
            entry = self.entry(marker, citation)
            if entry is None:
                refused[name] = None
                if name not in self.found:
                    self.pending.add(ordinal)
                continue
            place = self.place(marker, citation, entry.source)
            known = places.setdefault(name, {})
            if place in known:
                continue
            known[place] = None
            self.take(entry, place)
            if place == NOWHERE:
                place = self.matched(entry, ordinal)
            self.add_citation(marker, entry, place)
        if refused:
            self.refused[ordinal] = tuple(refused)
        if places:
            self.noterefs[ordinal] = tuple(
                [
                    self.noteref(ordinal, self.entries[name], known)
                    for name, known in places.items()
                ]
            )

    def list_sources(self, listed: Marker) -> None:
        """Give an entry to each source that is cited without a place in the text."""
        for citation in listed.citations:
            entry = self.entry(listed, citation)
            if entry is not None:
                self.take(entry, self.place(listed, citation, entry.source))

    def take(self, entry: Entry, place: Place) -> None:
        """Let an entry show *place*."""
        if place.locator is not None:
            entry.locators[place.locator] = place.lines
        if place.quote:
            at = entry.quotes.setdefault(place.quote, [])
            at += [place.locator] if place.locator else []
        elif place.locator is None and not place.is_lost:
            entry.is_led = True

    def entry(self, marker: Marker, citation: Citation) -> Entry | None:
        """Return the entry of the cited source, made on first use; None: refused."""
        name = citation.source_id
        if name in self.entries:
            return self.entries[name]
        if (known := self.before.entries.get(name)) is not None:
            entry = self.entries[name] = known.copy()
            return entry
        source = self.found.get(name)
        refusal = _refusal(source) if source else None
        if source is not None and refusal is None:
            return self.new_entry(source, marker, citation)
        if name not in self.refusals:
            self.refusals[name] = refusal or self.unknown(name)
        code, message = self.refusals[name]
        self.report(code, message, marker, citation)
        if self.options.strict or self.options.on_unresolved == "raise":
            self.problems[message] = None
        return None

    def new_entry(self, source: Source, marker: Marker, citation: Citation) -> Entry:
        """Number a source on its first use, and report what is wrong with it."""
        name = source.source_id
        number = self.assigned.get(name)
        if number is None:
            number = self.assigned[name] = self.next_number
            self.next_number += 1
        shown = describe(source, number, self.options)
        for remark in shown.remarks:
            self.report(remark.code, remark.message, marker, citation)
            if self.options.strict and remark.is_grave:
                self.problems[remark.message] = None
        entry = self.entries[name] = Entry(source, number, shown)
        return entry

    def unknown(self, name: str) -> tuple[Code, str]:
        """Name an unknown source ID, and the known one that it may be meant for."""
        message = f"unknown source ID {show(name)}"
        similar = self.similar_id(name)
        if similar is not None:
            message += f"; did you mean {show(similar)}?"
        else:
            message += self.options.syntax.hint(name)
        return codes.UNKNOWN_SOURCE, message

    def similar_id(self, name: str) -> str | None:
        """Return the registry's ID that is most like *name*, within a budget."""
        store = self.store
        if not isinstance(store, SourceRegistry) or len(store) > _MOST_IDS:
            return None
        if len(self.refusals) >= _MOST_SUGGESTIONS or len(name) > _MOST_ID_CHARS:
            return None
        from difflib import get_close_matches

        known = [each for each in store.ids if len(each) <= _MOST_ID_CHARS]
        return next(iter(get_close_matches(name, known, 1, _SIMILAR)), None)

    def place(self, marker: Marker, citation: Citation, source: Source) -> Place:
        """Hold the locator of *citation* against the text of its source."""
        place, problem = self.places.find(source, citation)
        if problem is not None:
            self.report(*problem, marker, citation)
        return place

    def matched(self, entry: Entry, ordinal: int) -> Place:
        """Return the lines that match best, if that is wanted and sure."""
        lines = self.matcher.find(entry.source, ordinal) if self.matcher else None
        if lines is None:
            return NOWHERE
        entry.matched[lines] = None
        return Place(None, lines)

    def add_citation(self, marker: Marker, entry: Entry, place: Place) -> None:
        """Make the public citation object of one distinct citation."""
        known = entry.cited.get(place)
        if known is None:
            known = entry.cited[place] = citation_of(entry, place, self.options)
        citation_id = f"C{self.before.citations + len(self.citations) + 1}"
        self.citations.append(
            known(citation_id=citation_id, start=marker.start, end=marker.end)
        )

    def noteref(self, ordinal: int, entry: Entry, places: Iterable[Place]) -> NoteRef:
        """Make the link that stands in the text."""
        self.index += 1
        cited = tuple(
            dict.fromkeys([each.locator for each in places if each.locator is not None])
        )
        noteref = NoteRef(
            index=self.index,
            number=entry.number,
            occurrence=len(entry.noterefs) + 1,
            ordinal=ordinal,
            locators=cited,
            line=_first_line(entry, cited),
        )
        entry.noterefs.append(noteref)
        return noteref

    def reference(self, entry: Entry) -> Reference:
        """Finish an entry; excerpts and links are dear, and not always wanted."""
        reference = reference_of(entry)
        if not self.before.lacks(reference):
            return reference
        return with_excerpts(reference, entry, self.options)

    def report(
        self, code: Code, message: str, marker: Marker, citation: Citation
    ) -> None:
        """Add a finding: on the whole marker, or on one of its several citations."""
        place = marker if len(marker.citations) == 1 else citation
        self.findings.append(Finding(code, message, place.start, place.end))


def _first_line(entry: Entry, cited: Sequence[Locator]) -> int | None:
    lines = entry.locators.get(cited[0]) if cited else None
    return lines.first if lines else None


def _refusal(source: Source) -> tuple[Code, str] | None:
    """Say why *source* may not be shown, if it may not."""
    name = show(source.source_id)
    if source.status != "current":
        return codes.SOURCE_UNAVAILABLE, f"source {name} is {source.status}"
    if not source.citable:
        return codes.SOURCE_NOT_CITABLE, f"source {name} may not be cited"
    return None
