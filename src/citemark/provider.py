"""Answers as providers return them: a text, what it cites where, and the sources.

Every provider says it otherwise. What they mean comes to four things, and here they
are told apart: a *claim* that a source supports, a *marker* or link that stands in the
text for the citation, a *point* at which one belongs, and no place at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import count
from typing import NamedTuple

import msgspec

from citemark.dates import read_day
from citemark.errors import ConfigError, SourceError
from citemark.locator import Locator, get_kinds, kind_of
from citemark.source import Source
from citemark.sources import SourceRegistry

# Addresses of such a scheme name a place where files are kept; nobody can follow them.
_HARMLESS = ("https", "http", "s3", "gs", "")
_REDIRECTS = ("https://vertexaisearch.cloud.google.com/grounding-api-redirect/",)
# A parameter goes with the character before it, or else with the one behind.
_TRACKING_RE = re.compile(
    r"&utm_source=(?:openai|chatgpt\.com)(?=&|$)"
    r"|(?<=\?)utm_source=(?:openai|chatgpt\.com)(?:&|$)"
)
_DATES = ("published_at", "modified_at", "retrieved_at")
_KEPT = ("title", "url", "text", *_DATES)


class Anchor(StrEnum):
    """What the place of a citation is."""

    CLAIM = "claim"
    """The words that the source supports: a reference follows them."""
    MARKER = "marker"
    """Characters that stand for the citation: a reference replaces them."""
    POINT = "point"
    """Where a reference belongs; it has no length."""


class Flag(StrEnum):
    """What was found, or done, when a citation was read."""

    CHECK_FAILED = "check_failed"
    """The words that it is about are nowhere in the text: it has no place."""
    CHUNK_OUT_OF_RANGE = "chunk_index_out_of_range"
    DEGENERATE = "degenerate_span"
    """Start and end are 0: nobody filled them in."""
    DUPLICATE = "duplicate"
    END_INCLUSIVE = "end_inclusive"
    GENERATED = "generated_file"
    """A file that the model made: a product, and no evidence."""
    INDEX_OMITTED = "index_omitted_zero"
    MAYBE_NOT = "maybe_not_citation"
    """It looks like one, but may be the author's own text, which it stays."""
    MISSING_ANNOTATION = "missing_annotation"
    """A marker in the text about which the response says nothing."""
    OUT_OF_RANGE = "offset_out_of_range"
    OVERLAP = "overlap"
    """It begins inside the claim of another citation and ends outside."""
    REDIRECT = "redirect_url"
    """Its address leads to a service that sends readers on."""
    REPAIRED = "offset_repaired_by_text"
    SPLIT = "split_codepoint"
    """An offset is inside a character, and nothing says which was meant."""
    UNIT_UTF8 = "offset_unit_utf8"
    UNIT_UTF16 = "offset_unit_utf16"
    LOCATOR_UTF16 = "locator_unit_utf16"
    LOCATOR_REPAIRED = "locator_repaired_by_text"
    """What is cited stands elsewhere in the source than the response says."""
    UNKNOWN_SOURCE = "unknown_source"
    UNSAFE_URL = "unsafe_url_scheme"


class Located(NamedTuple):
    """Where something is: code points, half-open; None where nobody can tell."""

    start: int | None
    end: int | None
    flags: tuple[Flag, ...] = ()
    anchor: Anchor | None = None


NOWHERE = Located(None, None)
"""Where a citation is that has no place: its source is listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSpan:
    """One source, and where the text cites it.

    *start* and *end* are code points of the text, half-open; None without an anchor.
    """

    source_id: str | None
    """One of the answer's sources; None: the response does not say which."""
    anchor: Anchor | None = None
    start: int | None = None
    end: int | None = None
    locator: Locator | None = None
    cited_text: str = ""
    """What the provider quotes of the source."""
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer with its citations and its sources; `citemark.render` renders it.

    >>> span = CitedSpan(source_id="a", anchor=Anchor.CLAIM, start=0, end=4)
    >>> source = Source(source_id="a")
    >>> Answer(text="Yes.", citations=(span,), sources=(source,)).registry.ids
    ('a',)
    """

    text: str
    citations: tuple[CitedSpan, ...] = ()
    sources: tuple[Source, ...] = ()
    left_out: tuple[tuple[int, int], ...] = ()
    """What of the text no reader is to see: start and end of tags around claims."""

    @property
    def registry(self) -> SourceRegistry:
        """The sources, by their IDs."""
        return SourceRegistry(self.sources)

    def to_dict(self) -> dict[str, object]:
        """Return text and citations as plain data; the sources are data by themselves.

        >>> Answer.from_dict(Answer(text="Yes.").to_dict()) == Answer(text="Yes.")
        True
        """
        records = tuple(map(_Record.of, self.citations))
        kept = _Kept(self.text, records, self.left_out)
        data: dict[str, object] = msgspec.to_builtins(kept)
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Answer:
        """Return the answer that `to_dict` made *data* of, without its sources.

        Raises:
            SourceError: *data* is something else.
        """
        try:
            kept = msgspec.convert(data, _Kept)
            spans = tuple(each.span() for each in kept.citations)
        except (msgspec.ValidationError, ConfigError) as error:
            msg = f"cited: expected a text with its citations ({error})"
            raise SourceError(msg) from error
        return cls(text=kept.text, citations=spans, left_out=kept.left_out)


@dataclass(slots=True)
class AnswerBuilder:
    """Puts an answer together, part by part; offsets go on through all parts.

    >>> builder = AnswerBuilder()
    >>> builder.add_text("Yes.")
    >>> name = builder.add_source(source_id="a", title="Handbook")
    >>> builder.cite(name, Located(0, 4, anchor=Anchor.CLAIM))
    >>> builder.build().citations[0].source_id
    'a'
    """

    pieces: list[str] = field(default_factory=list)
    length: int = 0
    sources: dict[str, Source] = field(default_factory=dict)
    spans: list[CitedSpan] = field(default_factory=list)
    left_out: list[tuple[int, int]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text so far."""
        return "".join(self.pieces)

    def add_text(self, text: str) -> None:
        """Add a piece of the text."""
        self.pieces.append(text)
        self.length += len(text)

    def add_source(
        self,
        *,
        source_id: str = "",
        title: str = "",
        url: str = "",
        text: str | None = None,
        **rest: object,
    ) -> str:
        """Add a source, or what is new about a known one, and return its ID.

        Without an ID it goes by its address, less what providers add to it, or else
        by its title. *rest* are further fields of a `Source`; a date that is none is
        left out, since providers write what they find.
        """
        for each in _DATES:
            if read_day(str(rest.get(each) or "")) is None:
                rest.pop(each, None)
        name = source_id or canonical_url(url) or title
        if not name:
            numbers = (f"source-{number}" for number in count(len(self.sources) + 1))
            name = next(each for each in numbers if each not in self.sources)
        fresh = Source(source_id=name, title=title, url=url or None, text=text, **rest)  # type: ignore[arg-type] # checked by the registry
        known = self.sources.get(name)
        if known is not None:
            lacking = {
                each: getattr(fresh, each) for each in _KEPT if not getattr(known, each)
            }
            fresh = replace(known, **lacking)
        self.sources[name] = fresh
        return name

    def cite(
        self,
        source_id: str | None,
        located: Located,
        base: int = 0,
        *,
        locator: Locator | None = None,
        cited_text: str = "",
        flags: Iterable[Flag] = (),
    ) -> None:
        """Add a citation that is *located* in the part that begins at offset *base*.

        What its address tells is flagged as well.
        """
        source = self.sources.get(source_id or "")
        start, end, found, anchor = located
        self.spans.append(
            CitedSpan(
                source_id=source_id,
                anchor=anchor,
                start=None if start is None else start + base,
                end=None if end is None else end + base,
                locator=locator,
                cited_text=cited_text,
                flags=(*flags, *found, *_url_flags(source.url if source else None)),
            )
        )

    def build(self) -> Answer:
        """Return the answer."""
        return Answer(
            text=self.text,
            citations=tuple(_compared(self.spans)),
            sources=tuple(self.sources.values()),
            left_out=tuple(self.left_out),
        )


def canonical_url(url: str) -> str:
    """Return *url* without what a provider adds to it, to know a source again by.

    >>> canonical_url("https://a.example/?utm_source=openai#top")
    'https://a.example/'
    >>> canonical_url("https://a.example/?utm_source=chatgpt.com&page=2")
    'https://a.example/?page=2'
    """
    return _TRACKING_RE.sub("", url.partition("#")[0]).rstrip("?&")


def _url_flags(url: str | None) -> list[Flag]:
    flags = []
    if url and url.startswith(_REDIRECTS):
        flags.append(Flag.REDIRECT)
    scheme, colon, _ = (url or "").partition(":")
    if colon and scheme.lower() not in _HARMLESS:
        flags.append(Flag.UNSAFE_URL)
    return flags


def _compared(spans: Sequence[CitedSpan]) -> list[CitedSpan]:
    """Return *spans*, those flagged that repeat or overlap others."""
    found = list(spans)
    seen: set[tuple[object, ...]] = set()
    order = [at for at, span in enumerate(spans) if span.anchor is Anchor.CLAIM]
    order.sort(key=lambda at: (spans[at].start or 0, -(spans[at].end or 0)))
    reach = (0, 0)
    for at in order:
        span = spans[at]
        start, end = span.start or 0, span.end or 0
        if start < reach[1] < end and reach[0] < start:
            found[at] = _flagged(found[at], Flag.OVERLAP)
        if end > reach[1]:
            reach = (start, end)
    for at, span in enumerate(spans):
        key = (span.source_id, span.start, span.end, span.locator, span.cited_text)
        if span.source_id and span.anchor and key in seen:
            found[at] = _flagged(found[at], Flag.DUPLICATE)
        seen.add(key)
    return found


def _flagged(span: CitedSpan, flag: Flag) -> CitedSpan:
    return replace(span, flags=(*span.flags, flag))


class _Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A citation as JSON has it: its locator as it is written, behind its kind."""

    source_id: str | None = None
    anchor: Anchor | None = None
    start: int | None = None
    end: int | None = None
    locator: tuple[str, str] | None = None
    cited_text: str = ""
    flags: tuple[Flag, ...] = ()

    @classmethod
    def of(cls, span: CitedSpan) -> _Record:
        """Return the record of *span*."""
        place = span.locator
        written = (kind_of(place).name, str(place)) if place is not None else None
        values = {name: getattr(span, name) for name in cls.__struct_fields__}
        return cls(**{**values, "locator": written})

    def span(self) -> CitedSpan:
        """Return the citation.

        Raises:
            ConfigError: there is no such kind of locator.
        """
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        place = None
        if self.locator is not None:
            (kind,) = get_kinds(self.locator[:1])
            place = kind.parse(self.locator[1])
        return CitedSpan(**{**values, "locator": place})


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as JSON has it."""

    text: str
    citations: tuple[_Record, ...]
    left_out: tuple[tuple[int, int], ...] = ()
