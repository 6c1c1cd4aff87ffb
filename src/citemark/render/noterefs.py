"""The numbered links in the text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from citemark.locator import Locator
from citemark.model import NoteRef
from citemark.render.context import RenderContext
from citemark.render.escape import join_markup
from citemark.render.names import Names
from citemark.render.theme import Theme

# Stands for an id until a link that differs in nothing else is printed again.
_ID = "\0"
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# The part for a source that is not shown → the label of its name.
_MISSING = {"pending": "pending", "unresolved": "unknown"}
# How the number is written: with its own brackets, or among others in theirs.
_ALONE, _GROUPED = "[{}]", "{}"
# Between labels, which may have commas in them.
_BETWEEN_LABELS = "; "


class NoteRefs:
    """Prints what stands in a marker's place."""

    def __init__(self, ctx: RenderContext, names: Names) -> None:
        """Look up the parts once: references are the most frequent thing we print."""
        self._names = names
        self._resolution = ctx.resolution
        self._strip = ctx.options.strip
        self._mark = ctx.options.on_unresolved == "mark"
        self._pending = ctx.resolution.pending if ctx.awaits_sources else frozenset()
        self._grouped = ctx.is_grouped
        self._has_labels = ctx.has_author_dates
        self._cards = ctx.options.hover_cards
        self._theme = ctx.theme
        self._refs = ctx.theme.part("refs")
        self._printed: dict[tuple[int, tuple[Locator, ...], str], list[str]] = {}

    def shows(self, ordinal: int) -> bool:
        """Tell whether anything is printed for the marker *ordinal*."""
        if self._strip:
            return False
        resolution = self._resolution
        if resolution.noterefs.get(ordinal):
            return True
        if ordinal in self._pending:
            return True
        return self._mark and ordinal in resolution.refused

    def render(self, *ordinals: int) -> str:
        """Print the references of markers that stand side by side."""
        if self._strip:
            return ""
        if self._grouped:
            items = [
                item for ordinal in ordinals for item in self._items(ordinal, _GROUPED)
            ]
            if self._has_labels:
                inside = join_markup(_BETWEEN_LABELS.join(items))
                return self._placed(inside) if items else ""
            if len(items) > 1:
                inside = join_markup("[", ", ".join(items), "]")
                return self._placed(inside)
        return "".join(
            [item for ordinal in ordinals for item in self._items(ordinal, _ALONE)]
        )

    def _items(self, ordinal: int, form: str) -> Iterator[str]:
        for noteref in self._resolution.noterefs.get(ordinal, ()):
            yield self._link(noteref, form)
        if ordinal in self._pending:
            yield self._missing("pending", _ELLIPSIS, form)
        elif self._mark and ordinal in self._resolution.refused:
            yield self._missing("unresolved", "?", form)

    def _missing(self, part: str, text: str, form: str) -> str:
        """Print what stands for a source that cannot be shown."""
        name = self._names.labels[_MISSING[part]]
        text = form.format(text)
        item = self._theme.part(part).render({"name": name, "text": text})
        return self._alone(item, form)

    def _alone(self, item: str, form: str) -> str:
        """Print a reference that brings its own brackets as one place."""
        return self._placed(item) if form == _ALONE else item

    def _placed(self, refs: str) -> str:
        """Print one place around its references, which are HTML already."""
        return self._refs.render({"refs": refs})

    def _link(self, noteref: NoteRef, form: str) -> str:
        """Print a link; those of equal source and place differ in their id only."""
        names = self._names
        key = noteref.number, noteref.locators, form
        pieces = self._printed.get(key)
        if pieces is None:
            pieces = self._printed[key] = _pieces(
                self._theme,
                names.target(noteref),
                names.source(names.references[noteref.number], noteref.locators),
                names.card_id(noteref.number) if self._cards else None,
                form.format(names.label(noteref.number) or noteref.number),
                alone=form == _ALONE,
            )
        return names.noteref_id(noteref.index).join(pieces)


@lru_cache(1_024)
def _pieces(
    theme: Theme, target: str, name: str, card: str | None, text: str, *, alone: bool
) -> list[str]:
    """Print a link, and divide it where its id belongs.

    Conversations come back to the same places of the same sources.
    """
    link = theme.part("noteref").render(
        {"id": _ID, "target": target, "name": name, "card": card, "text": text}
    )
    if alone:
        link = theme.part("refs").render({"refs": link})
    return link.split(_ID)
