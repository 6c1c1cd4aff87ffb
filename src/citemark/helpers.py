"""Markers without Markdown: scan, extract, strip, and which sources to fetch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypedDict

from citemark.dialect import scan_markers
from citemark.errors import ConfigError
from citemark.model import Marker, MarkerKind
from citemark.syntax import FAMILIES, Syntax


class ExtractedCitation(TypedDict):
    """One marker, with the six fields of the published helper."""

    raw: str
    family: str
    source_ids: list[str]
    locator: str | None
    start: int
    end: int


def scan(
    answer: str,
    *,
    dialect: str | tuple[str, ...] | None = None,
    families: tuple[str, ...] = FAMILIES,
) -> list[Marker]:
    r"""Return every marker of *answer*, well-formed or not, in order.

    Offsets are code points, half-open. Runs in linear time.

    >>> scan("A.\ue200cite\ue202a\ue202L1\ue201")[0].source_ids
    ('a',)

    Raises:
        ConfigError: there is no such dialect.
    """
    return scan_markers(answer, dialect or "openai", Syntax(families))


def extract_citations(
    text: str,
    *,
    families: tuple[str, ...] = ("cite",),
    dialect: str | tuple[str, ...] | None = None,
) -> list[ExtractedCitation]:
    r"""Return one dict for each marker that cites: the published helper, mended.

    The fields are those of the helper in OpenAI's citation-formatting guide, so code
    that copied it can switch by changing the import; docs/grammar.md lists where the
    results differ, always because the helper loses a citation.

    >>> extract_citations("A.\ue200cite\ue202a\ue202L8-L13\ue201")[0]["locator"]
    'L8-L13'

    Raises:
        ConfigError: there is no such dialect.
    """
    return [
        ExtractedCitation(
            raw=marker.raw,
            family=marker.family,
            source_ids=list(marker.source_ids),
            locator=marker.locator,
            start=marker.start,
            end=marker.end,
        )
        for marker in scan(text, dialect=dialect, families=tuple(families))
        if marker.kind is MarkerKind.CITATION
    ]


def strip_citations(text: str, citations: Iterable[Mapping[str, object]]) -> str:
    r"""Return *text* without the characters of *citations*, and nothing else changed.

    >>> text = "A.\ue200cite\ue202a\ue201 B."
    >>> strip_citations(text, extract_citations(text))
    'A. B.'

    Raises:
        ConfigError: a citation has no ``start`` and ``end``.
    """
    pieces: list[str] = []
    done = 0
    for start, end in sorted(map(_bounds, citations)):
        pieces.append(text[done : max(start, done)])
        done = max(done, end)
    pieces.append(text[done:])
    return "".join(pieces)


def _bounds(citation: Mapping[str, object]) -> tuple[int, int]:
    start, end = citation.get("start"), citation.get("end")
    if not isinstance(start, int) or not isinstance(end, int):
        msg = f"citations: expected integer start and end, got {start!r}, {end!r}"
        raise ConfigError(msg)
    return start, end


def cited_ids(
    answer: str, *, dialect: str | tuple[str, ...] | None = None
) -> list[str]:
    r"""Return the source IDs that *answer* cites, each once, in order.

    An asynchronous application fetches these first, and renders after.

    >>> cited_ids("A.\ue200cite\ue202b\ue202a\ue201 B.\ue200cite\ue202b\ue201")
    ['b', 'a']
    """
    return list(
        dict.fromkeys(
            citation.source_id
            for marker in scan(answer, dialect=dialect)
            for citation in marker.citations
        )
    )
