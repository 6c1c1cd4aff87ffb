"""What an output may see of one answer: a frozen view, all decisions taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from citemark.document.document import Document
from citemark.options import Options
from citemark.render.ids import Slugs
from citemark.render.theme import Theme
from citemark.resolution import Resolution
from citemark.spans import Edit


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderContext:
    """One answer, parsed and resolved, and how it is to look."""

    document: Document
    tokens: Sequence[Token]
    """What is left to print: policy applied, blocks that became empty pruned."""
    resolution: Resolution
    options: Options
    theme: Theme
    id_prefix: str
    """Safe already (see :func:`citemark.render.ids.safe_prefix`); starts every id."""
    page: bool = False
    is_insufficient: bool = False
    """True where readers are told that the sources are not enough for an answer."""
    awaits_sources: bool = False
    """True where unknown sources may still come: their citations are shown so far."""
    texts: Sequence[str | int] | None = None
    """The answer as plain text, with the ordinals of its markers, where its source is
    none: HTML."""
    title: str = ""
    """What a page is called, where no heading among the tokens says so."""
    source_edits: Sequence[Edit] = ()
    """What the safety policy changes in the source, for outputs that are edits."""
    slugs: Slugs = field(default_factory=Slugs, repr=False)
    """Those of headings before, where an answer is printed piece by piece."""
    fallback: Callable[[Sequence[Token], int], str] | None = None
    """Prints tokens of plugins that are not ours, given their list and index."""

    @property
    def has_author_dates(self) -> bool:
        """Whether labels stand in the text in place of numbers."""
        return self.theme.references == "author-date"

    @property
    def is_grouped(self) -> bool:
        """Whether references side by side are printed as one place."""
        return self.options.grouped or self.has_author_dates
