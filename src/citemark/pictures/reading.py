"""What all pictures are drawn from: the sentences of an answer and their sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from citemark.answer import draft
from citemark.api import Renderer
from citemark.dates import is_after
from citemark.describe import describe
from citemark.document.document import parse
from citemark.errors import ConfigError
from citemark.locator import Finder, Lines, Locator, SourceText, kind_of
from citemark.model import Reference
from citemark.options import Options
from citemark.pictures.sentences import Sentence, ordinals_of, sentences_of
from citemark.render.days import date_locale
from citemark.render.escape import fill
from citemark.render.ids import safe_prefix
from citemark.render.labels import counted, labels_for
from citemark.resolution import Resolution
from citemark.resolve import resolve
from citemark.source import Source
from citemark.sources import SourceRegistry, Sources, known_in, open_sources
from citemark.text import clean_line, count_characters

_TEXT_CHARS = 300
_MOST_UNCITED = 10
"""Sources that are drawn though nothing cites them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One reference in the text."""

    noteref: int
    """Counts all references of the answer, as their ids do."""
    number: int
    """That of the source."""
    sentence: int
    """Counts from 1; 0 where it stands in no sentence."""
    ranges: tuple[Lines, ...]
    """The lines of the source that it cites."""
    is_whole: bool
    """True where it cites something that is on no lines: all of it, a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One sentence of the answer."""

    number: int
    text: str
    chars: int
    """User-perceived ones."""
    uses: tuple[Use, ...]

    @property
    def sources(self) -> tuple[int, ...]:
        """The numbers of the sources that it cites, each once."""
        return tuple(dict.fromkeys(use.number for use in self.uses))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One source: what may be shown of it, and where it is cited."""

    number: int
    """0 where it is not cited."""
    title: str
    url: str | None
    host: str | None
    heading: tuple[str, ...]
    updated: str | None
    language: str | None
    is_changed: bool
    """True where it was modified after it was retrieved."""
    is_gone: bool
    """True where it is deleted or not public any more."""
    source: Source
    uses: tuple[Use, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An answer and its sources, ready to be drawn."""

    sentences: tuple[Said, ...]
    sources: tuple[Shown, ...]
    """Those cited, by number, then some of the others."""
    more: int
    """How many sources are not cited besides."""
    more_label: str
    """Says so."""
    labels: Mapping[str, str]
    language: str | None
    locale: str | None
    """That dates are written in; None: ISO 8601."""
    id_prefix: str

    @property
    def cited(self) -> tuple[Shown, ...]:
        """The sources that are cited."""
        return tuple(each for each in self.sources if each.uses)

    @property
    def covered(self) -> int:
        """How many sentences have a citation."""
        return sum(bool(each.uses) for each in self.sentences)


def drawable(options: Options | None) -> Options:
    """Return *options* with every reference shown, and nothing to be fetched."""
    return replace(options or Options(), strip=False, images="link")


def read(
    answer: str,
    sources: Sources = None,
    *,
    options: Options | None = None,
    id_prefix: str = "",
) -> Reading:
    """Read *answer* as `citemark.render` does, with the same numbers and ids.

    Raises:
        SourceError: *sources* is unusable.
        ConfigError: an option cannot work.
        UnresolvedCitationError: *options* ask for it, and something may not be shown.
    """
    options = drawable(options)
    labels = labels_for(options)
    store = open_sources(sources)
    made = draft(_text(answer), options, known_in(store))
    document = parse(Renderer(options=options).parser, made.text, made.markers)
    resolution = resolve(document.markers, document.order, store, options, made.text)
    sentences = sentences_of(document)
    uses = dict(_uses(resolution, ordinals_of(sentences)))
    texts = {each.source_id: each for each in resolution.sources}
    cited = [
        _cited(texts[each.source_id], each, uses, labels)
        for each in resolution.references
    ]
    others = _uncited(store, {each.source.source_id for each in cited})
    more = len(others[_MOST_UNCITED:])
    drawn = (_other(each, options, labels) for each in others[:_MOST_UNCITED])
    return Reading(
        sentences=tuple(_said(sentences, resolution, uses)),
        sources=(*cited, *drawn),
        more=more,
        more_label=counted(options, "more_never", more),
        labels=labels,
        language=options.language,
        locale=date_locale(options),
        id_prefix=safe_prefix(id_prefix),
    )


def _text(answer: object) -> str:
    if isinstance(answer, str):
        return answer
    msg = f"answer: expected str, got {type(answer).__name__}"
    raise ConfigError(msg)


def _said(
    sentences: Iterable[Sentence], resolution: Resolution, uses: Mapping[int, Use]
) -> Iterator[Said]:
    for number, sentence in enumerate(sentences, start=1):
        noterefs = (
            noteref
            for ordinal in sentence.ordinals
            for noteref in resolution.noterefs.get(ordinal, ())
        )
        yield Said(
            number=number,
            text=clean_line(sentence.text, _TEXT_CHARS),
            chars=count_characters(sentence.text),
            uses=tuple(uses[each.index] for each in noterefs),
        )


def _uses(
    resolution: Resolution, sentences: Mapping[int, int]
) -> Iterator[tuple[int, Use]]:
    """Yield every reference in the text, with its index."""
    texts = {each.source_id: each for each in resolution.sources}
    finders: dict[tuple[str, str], Finder[Locator]] = {}
    for reference in resolution.references:
        source = texts[reference.source_id]
        for noteref in reference.noterefs:
            ranges = [
                _lines(source, each, finders)
                for each in dict.fromkeys(noteref.locators)
            ]
            yield (
                noteref.index,
                Use(
                    noteref=noteref.index,
                    number=reference.number,
                    sentence=sentences.get(noteref.ordinal, 0),
                    ranges=tuple(each for each in ranges if each),
                    is_whole=not ranges or None in ranges,
                ),
            )


def _lines(
    source: Source,
    locator: Locator,
    finders: dict[tuple[str, str], Finder[Locator]],
) -> Lines | None:
    """Return the lines of *source* that *locator* is on; each text is read once."""
    if source.text is None:
        return None
    kind = kind_of(locator)
    key = source.source_id, kind.name
    if key not in finders:
        finders[key] = kind.find(SourceText(source.text, source.lines))
    found = finders[key](locator)
    return found.lines if found else None


def _cited(
    source: Source,
    reference: Reference,
    uses: Mapping[int, Use],
    labels: Mapping[str, str],
) -> Shown:
    title = reference.title
    if not (reference.titled or reference.host):
        title = fill(labels["untitled"], n=str(reference.number))
    return Shown(
        number=reference.number,
        title=title,
        url=reference.url,
        host=reference.host,
        heading=reference.heading,
        updated=reference.updated,
        language=reference.language,
        is_changed=_is_changed(source),
        is_gone=False,
        source=source,
        uses=tuple(uses[each.index] for each in reference.noterefs),
    )


def _uncited(store: object, cited: Iterable[str]) -> Sequence[Source]:
    """Return what was retrieved in vain; a larger store was not retrieved as such."""
    if not isinstance(store, SourceRegistry):
        return ()
    known = set(cited)
    return [each for each in store if each.citable and each.source_id not in known]


def _other(source: Source, options: Options, labels: Mapping[str, str]) -> Shown:
    shown = describe(source, 0, options)
    return Shown(
        number=0,
        title=shown.title if shown.titled or shown.host else labels["source"],
        url=shown.url,
        host=shown.host,
        heading=shown.heading,
        updated=source.modified_at,
        language=shown.language,
        is_changed=_is_changed(source),
        is_gone=source.status != "current",
        source=source,
        uses=(),
    )


def _is_changed(source: Source) -> bool:
    return is_after(source.modified_at, source.retrieved_at) is True
