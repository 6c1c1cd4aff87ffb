"""The numbered links in the text."""

from __future__ import annotations

from collections.abc import Iterator

from citemark.model import Lines, NoteRef
from citemark.render.context import RenderContext
from citemark.render.escape import join_markup
from citemark.render.names import Names

# Stands for an id until a link that differs in nothing else is printed again.
_ID = "\0"


class NoteRefs:
    """Prints what stands in a marker's place."""

    def __init__(self, ctx: RenderContext, names: Names) -> None:
        """Look up the parts once: references are the most frequent thing we print."""
        self._names = names
        self._resolution = ctx.resolution
        self._strip = ctx.options.strip
        self._mark = ctx.options.on_unresolved == "mark"
        self._grouped = ctx.options.grouped
        self._cards = ctx.options.hover_cards
        self._noteref = ctx.theme.part("noteref")
        self._refs = ctx.theme.part("refs")
        self._unresolved = ctx.theme.part("unresolved")
        self._printed: dict[tuple[int, tuple[Lines, ...], str], list[str]] = {}

    def shows(self, ordinal: int) -> bool:
        """Tell whether anything is printed for the marker *ordinal*."""
        if self._strip:
            return False
        resolution = self._resolution
        if resolution.noterefs.get(ordinal):
            return True
        return self._mark and ordinal in resolution.refused

    def render(self, *ordinals: int) -> str:
        """Print the references of markers that stand side by side."""
        shown = [ordinal for ordinal in ordinals if self.shows(ordinal)]
        if self._grouped:
            items = [item for ordinal in shown for item in self._items(ordinal, "{}")]
            if len(items) > 1:
                inside = join_markup("[", ", ".join(items), "]")
                return self._refs.render({"refs": inside})
        return "".join(
            item for ordinal in shown for item in self._items(ordinal, "[{}]")
        )

    def _items(self, ordinal: int, form: str) -> Iterator[str]:
        for noteref in self._resolution.noterefs.get(ordinal, ()):
            yield self._link(noteref, form)
        if self._mark and ordinal in self._resolution.refused:
            name = self._names.labels["unknown"]
            text = form.format("?")
            yield self._alone(
                self._unresolved.render({"name": name, "text": text}), form
            )

    def _alone(self, item: str, form: str) -> str:
        """Print a reference that brings its own brackets as one place."""
        return self._refs.render({"refs": item}) if form == "[{}]" else item

    def _link(self, noteref: NoteRef, form: str) -> str:
        """Print a link; those of equal source and place differ in their id only."""
        names = self._names
        key = noteref.number, noteref.locators, form
        pieces = self._printed.get(key)
        if pieces is None:
            link = self._noteref.render(
                {
                    "id": _ID,
                    "target": names.target(noteref),
                    "name": names.source(
                        names.references[noteref.number], noteref.locators
                    ),
                    "card": names.card_id(noteref.number) if self._cards else None,
                    "text": form.format(noteref.number),
                }
            )
            pieces = self._printed[key] = self._alone(link, form).split(_ID)
        return names.noteref_id(noteref.index).join(pieces)
