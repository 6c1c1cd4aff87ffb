"""An answer in one dialect, written again in another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from citemark.dialect import Dialect, Pair, get_dialect, scan_markers
from citemark.errors import ConfigError
from citemark.locator import all_kinds
from citemark.model import Marker, MarkerKind
from citemark.sources import Sources, known_in
from citemark.syntax import Syntax


@dataclass(frozen=True, slots=True)
class Converted:
    """The answer, and what could not be written in the other dialect."""

    text: str
    left: tuple[Marker, ...] = ()
    """Markers that stand as they were: the dialect cannot write their source IDs."""
    placeless: tuple[Marker, ...] = ()
    """Markers written without their locators, which the dialect has none of."""

    def __str__(self) -> str:
        """Return the text."""
        return self.text


def convert(
    answer: str,
    *,
    from_: str | tuple[str, ...],
    to: str,
    sources: Sources = None,
    rename: Mapping[str, str] | None = None,
) -> Converted:
    """Return *answer* with the markers of some dialects written in another.

    Every citation is kept, with its place where the other dialect can say it; what only
    displays words leaves them. *rename* gives sources other IDs, such as numbers. With
    *sources*, forms that authors write for other reasons count only where there is one.

    >>> convert("In May[^1^].", from_="superscript", to="numeric").text
    'In May[1].'

    Raises:
        ConfigError: there is no such dialect, or *to* cannot be written.
        SourceError: *sources* are unusable.
    """
    target = get_dialect(to)
    if target.write is None:
        msg = f"to: expected a dialect that can be written, got {to!r}"
        raise ConfigError(msg)
    syntax = Syntax(locators=tuple(all_kinds()))
    known = None if sources is None else known_in(sources)
    names = rename or {}
    pieces: list[str] = []
    left: list[Marker] = []
    placeless: list[Marker] = []
    done = 0
    for marker in scan_markers(answer, from_, syntax, known):
        written = _written(marker, target, syntax, names)
        if written is None and marker.citations:
            bare = [(names.get(each, each), None) for each in marker.source_ids]
            written = _formatted(target, bare, syntax)
            (left if written is None else placeless).append(marker)
        pieces += (
            answer[done : marker.start],
            marker.raw if written is None else written,
        )
        done = marker.end
    text = "".join([*pieces, answer[done:]])
    return Converted(text, tuple(left), tuple(placeless))


def _written(
    marker: Marker, target: Dialect, syntax: Syntax, names: Mapping[str, str]
) -> str | None:
    """Return what is in the place of *marker*; None: it cannot be written."""
    if marker.citations:
        pairs = [
            (names.get(each.source_id, each.source_id), each.raw_locator)
            for each in marker.citations
        ]
        return _formatted(target, pairs, syntax)
    return marker.raw if marker.kind is MarkerKind.BROKEN else marker.text


def _formatted(target: Dialect, pairs: Sequence[Pair], syntax: Syntax) -> str | None:
    try:
        return target.format(pairs, syntax)
    except ConfigError:
        return None
