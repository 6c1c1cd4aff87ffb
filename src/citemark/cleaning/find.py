"""Finds residue in one text: what looks like it, less what an author may have meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from citemark.cleaning.authored import Authored
from citemark.cleaning.known import Known, fits
from citemark.dialects import openai
from citemark.model import Marker, MarkerKind
from citemark.residue_kind import Certainty, Named, ResidueKind, all_residue
from citemark.sources import SourceStore
from citemark.syntax import Syntax
from citemark.text import has_marker_characters

_STOP, _DELIMITER = "\ue201", "\ue202"
_MASK = "\0"
_QUOTES = {
    **dict(zip("“‘„«‹「『", "”’“»›」』", strict=True)),
    **{quote: quote for quote in "\"'"},
}


class Found(NamedTuple):
    """Residue at its place in a text, and what is to stand there."""

    kind: ResidueKind
    start: int
    end: int
    named: tuple[Named, ...]
    cited: tuple[tuple[str, str | None], ...]
    """IDs of sources there are, each with its locator."""
    is_known: bool
    """Whether there are sources for all that it names."""
    kept: str

    @property
    def replacement(self) -> str:
        """A marker of the sources that are known, or the words that stay."""
        return openai.write(self.cited) if self.cited else self.kept


class _Candidate(NamedTuple):
    kind: ResidueKind
    match: re.Match[str]
    named: tuple[Named, ...]


def find_residue(text: str, store: SourceStore) -> list[Found]:
    """Return the residue of *text*, in order and without overlap, in linear time."""
    candidates = list(_candidates(text))
    if not candidates:
        return []
    known = Known(store, (each for one in candidates for each in one.named))
    families = {
        each.kind.family
        for each in candidates
        if each.kind.certainty is Certainty.CERTAIN
    }
    found: list[Found] = []
    done = 0
    for each in candidates:
        residue = _found(each, known)
        # Of two that overlap, the one that begins first is the whole.
        if residue.start < done:
            continue
        if not _is_believed(residue, families):
            continue
        done = residue.end
        # What no marker here can hold is for the dialect that it is written in.
        if all(fits(source_id) for source_id, _ in residue.cited):
            found.append(residue)
    return found


def _is_believed(residue: Found, families: set[str]) -> bool:
    """Say whether *residue* is no author's, of certain residue of these *families*."""
    certainty = residue.kind.certainty
    if certainty is Certainty.CONTEXT:
        return bool(residue.cited) or residue.kind.family in families
    return certainty is Certainty.CERTAIN or residue.is_known


def _candidates(text: str) -> Iterator[_Candidate]:
    """Yield what looks like residue and is no author's own, in order."""
    masked = _without_markers(text)
    matches = [
        (match.start(), -match.end(), kind.certainty, number, match)
        for number, kind in enumerate(all_residue())
        for match in kind.matches(masked)
        # A marker that is complete belongs to nothing else.
        if match[0] == text[match.start() : match.end()]
    ]
    authored = Authored(text) if matches else None
    for _, _, _, number, match in sorted(matches, key=itemgetter(0, 1, 2, 3)):
        kind = all_residue()[number]
        if authored and not authored.has(*match.span()) and not _is_told(text, match):
            yield _Candidate(kind, match, tuple(kind.read(match)))


def _found(candidate: _Candidate, known: Known) -> Found:
    kind, match, named = candidate
    cited = [(known.source_id(each), each.locator or None) for each in named]
    return Found(
        kind=kind,
        start=match.start(),
        end=match.end(),
        named=named,
        cited=tuple(dict.fromkeys((each, at) for each, at in cited if each)),
        is_known=bool(cited) and all(each for each, _ in cited),
        kept=match.groupdict().get("kept") or "",
    )


def _without_markers(text: str) -> str:
    """Return *text* with nothing in the place of its complete markers."""
    if not has_marker_characters(text):
        return text
    pieces: list[str] = []
    done = 0
    for marker in openai.scan(text, Syntax()):
        if _is_complete(marker):
            pieces += text[done : marker.start], _MASK * (marker.end - marker.start)
            done = marker.end
    return "".join([*pieces, text[done:]])


def _is_complete(marker: Marker) -> bool:
    """Say whether *marker* is one, maybe with IDs that only other options allow."""
    if marker.kind is not MarkerKind.BROKEN:
        return marker.kind is not MarkerKind.STRAY
    fields = marker.raw.partition(_DELIMITER)[2]
    return bool(marker.family) and bool(fields.rstrip(_STOP).strip(f" {_DELIMITER}"))


def _is_told(text: str, match: re.Match[str]) -> bool:
    """Say whether the text tells of what *match* is: in quotes, or as a link's text."""
    start, end = match.span()
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    if before == "[" and after == "]" and text[end + 1 : end + 2] in ("(", "["):
        return True
    if not before or _QUOTES.get(before) != after:
        return False
    return before != after or not text[max(start - 2, 0) : start - 1].strip(" \t\r\n([")
