"""Which dialects an answer is written in."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from citemark.dialect import Dialect, dialect_names, get_dialect
from citemark.model import Marker
from citemark.options import Options
from citemark.sources import Sources, known_in
from citemark.syntax import Syntax

_DEFAULT = Options().dialect
_UNCHECKED = 0.9
_UNCHECKED_TENTATIVE = 0.5


@dataclass(frozen=True, slots=True)
class Detected:
    """A dialect that occurs in an answer."""

    name: str
    count: int
    """Its markers that cite, and that no dialect before it in the list has."""
    confidence: float
    """From 0 to 1: the share of markers that name a source that exists. Where nothing
    is known of sources, 0.9, or 0.5 for what authors write for other reasons."""


def detect_dialects(answer: str, sources: Sources = None) -> list[Detected]:
    """Return the dialects that *answer* cites in, the most frequent first.

    With *sources*, forms that authors write for other reasons, such as ``[1]``, count
    only where there is such a source.

    >>> detect_dialects("In May【6†L9-L11】, and later【8†L3】.")
    [Detected(name='gpt-oss', count=2, confidence=0.9)]

    Raises:
        SourceError: *sources* are unusable.
    """
    syntax = Syntax()
    known = known_in(sources) if sources is not None else None
    found = []
    for name in dialect_names():
        dialect = get_dialect(name)
        markers = [each for each in dialect.scan(answer, syntax) if each.citations]
        exist = None if known is None else known(_names(markers))
        if dialect.accepts is not None and exist is not None:
            markers = [each for each in markers if dialect.accepts(each, exist)]
        found.append((dialect, markers, exist))
    found.sort(key=lambda each: _rank(each[0], each[1]))
    taken: set[int] = set()
    detected = []
    for dialect, markers, exist in found:
        own = [each for each in markers if taken.isdisjoint(_range(each))]
        taken.update(at for each in own for at in _range(each))
        if own:
            confidence = _confidence(dialect, own, exist)
            detected.append(Detected(dialect.name, len(own), confidence))
    return sorted(detected, key=lambda each: -each.count)


def _rank(dialect: Dialect, markers: list[Marker]) -> tuple[int, bool, bool, str]:
    # Where two read the same, the one that makes more of it is right.
    size = sum(each.end - each.start for each in markers)
    is_tentative = dialect.accepts is not None
    return -size, is_tentative, dialect.name != _DEFAULT, dialect.name


def _range(marker: Marker) -> range:
    return range(marker.start, marker.end)


def _names(markers: list[Marker]) -> list[str]:
    return list(dict.fromkeys(name for each in markers for name in each.source_ids))


def _confidence(
    dialect: Dialect, markers: list[Marker], exist: Container[str] | None
) -> float:
    if exist is None:
        return _UNCHECKED if dialect.accepts is None else _UNCHECKED_TENTATIVE
    named = sum(any(name in exist for name in each.source_ids) for each in markers)
    return round(named / len(markers), 2)
