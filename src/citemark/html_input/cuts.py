"""What is cut out of an HTML text, and what comes into its place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from citemark.spans import Span


@dataclass(frozen=True, slots=True)
class Cut:
    """One stretch that goes: the first of a marker's holds its ordinal."""

    span: Span
    ordinal: int | None = None
    word: str = ""
    """What a marker displays that cites nothing."""


class Cuts:
    """All cuts of one text."""

    def __init__(self, cuts: Iterable[Cut]) -> None:
        """Put *cuts* in order."""
        self._cuts = sorted(cuts, key=lambda cut: cut.span.start)
        self._starts = [cut.span.start for cut in self._cuts]

    def split(
        self, html: str, start: int, escape: Callable[[str], str]
    ) -> list[str | int]:
        """Return *html*, which begins at *start*, in pieces: HTML and ordinals.

        A marker that only displays a word is that word, which *escape* makes fit.
        """
        first = bisect_left(self._starts, start)
        last = bisect_left(self._starts, start + len(html), first)
        pieces: list[str | int] = []
        done = 0
        for cut in self._cuts[first:last]:
            if before := html[done : cut.span.start - start]:
                pieces.append(before)
            done = cut.span.end - start
            if cut.word:
                pieces.append(escape(cut.word))
            elif cut.ordinal is not None:
                pieces.append(cut.ordinal)
        if rest := html[done:]:
            pieces.append(rest)
        return pieces
