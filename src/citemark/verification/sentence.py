"""A sentence of an answer, with its exact place and the markers that cover it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from citemark.spans import Span
from citemark.verification.mapped import Mapped

Kind = Literal["paragraph", "heading", "cell", "header"]
"""A ``header`` is a cell at the head of its column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence, heading or table cell: ``answer[start:end]``, less what follows it.

    ``text`` is what a reader sees of it. In ``prose``, as long as ``text``, code and
    URLs are blanks.
    """

    start: int
    end: int
    text: str
    prose: str
    kind: Kind
    block: int
    """Counts the paragraphs, headings, list items and table rows of the answer."""
    quoted: bool = False
    """In a block quote."""
    ordinals: tuple[int, ...] = ()
    """The markers that it holds or that follow it: indices of `Document.markers`."""
    covering: tuple[int, ...] = ()
    """The markers that cover it: its own, or those next in its paragraph."""
    mapped: Mapped = field(repr=False, compare=False)

    @property
    def is_title(self) -> bool:
        """Whether it names what follows, and claims nothing."""
        return self.kind in ("heading", "header")

    @property
    def in_row(self) -> bool:
        """Whether it says something only with the other cells of its row."""
        return self.kind in ("cell", "header")

    def span(self, start: int, end: int) -> Span:
        """Return the place in the answer of ``text[start:end]``."""
        return Span(self.mapped.origin(start), self.mapped.origin_end(end))
