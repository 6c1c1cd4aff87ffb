"""How references are called: titles, line ranges, ids and accessible names."""

from __future__ import annotations

from citemark.model import Lines, NoteRef, Reference
from citemark.render.context import RenderContext
from citemark.render.escape import fill
from citemark.render.labels import labels_for

_EN_DASH = "\N{EN DASH}"


class Names:
    """The names that one answer's references go by, in its language."""

    def __init__(self, ctx: RenderContext) -> None:
        """Look up the labels once."""
        self.labels = labels_for(ctx.options)
        self.prefix = ctx.id_prefix
        self.references = {
            reference.number: reference for reference in ctx.resolution.references
        }
        self._known: dict[tuple[int, tuple[Lines, ...]], str] = {}

    def title(self, reference: Reference) -> str:
        """Return the title, or a label where the source has nothing to show."""
        if reference.titled or reference.host:
            return reference.title
        return fill(self.labels["untitled"], n=str(reference.number))

    def lines(self, locator: Lines) -> str:
        """Return a phrase like ``lines 8–13``."""
        return fill(self.labels[lines_label(locator)], r=line_range(locator))

    def source(self, reference: Reference, locators: tuple[Lines, ...]) -> str:
        """Return the accessible name of a noteref: number, title and lines."""
        key = reference.number, locators
        name = self._known.get(key)
        if name is None:
            name = self._known[key] = self._source(reference, locators)
        return name

    def _source(self, reference: Reference, locators: tuple[Lines, ...]) -> str:
        labels, number = self.labels, str(reference.number)
        title = self.title(reference)
        name = fill(labels["untitled"], n=number)
        if title != name:
            name = fill(labels["source_n"], n=number, t=title)
        if not locators:
            return name
        lines = labels["separator"].join(map(self.lines, locators))
        return fill(labels["at"], s=name, l=lines)

    def target(self, noteref: NoteRef) -> str:
        """Return the id that *noteref* leads to: the note, or its own excerpt of it."""
        reference = self.references[noteref.number]
        if len(reference.excerpts) > 1:
            for index, excerpt in enumerate(reference.excerpts, start=1):
                shown = excerpt.locator
                if shown and any(
                    shown.first <= cited.first and cited.last <= shown.last
                    for cited in noteref.locators
                ):
                    return self.excerpt_id(reference.number, index)
        return self.note_id(noteref.number)

    def heading_id(self) -> str:
        """Return the id of the heading over the list."""
        return f"{self.prefix}h"

    def note_id(self, number: int) -> str:
        """Return the id of an entry in the list."""
        return f"{self.prefix}s{number}"

    def excerpt_id(self, number: int, index: int) -> str:
        """Return the id of one of several excerpts."""
        return f"{self.prefix}s{number}-{index}"

    def noteref_id(self, index: int) -> str:
        """Return the id of a link in the text."""
        return f"{self.prefix}r{index}"

    def card_id(self, number: int) -> str:
        """Return the id of a hover card."""
        return f"{self.prefix}c{number}"


def lines_label(locator: Lines) -> str:
    """Return the key of the label for one line or for several."""
    return "line" if locator.first == locator.last else "lines"


def line_range(locator: Lines) -> str:
    """Return ``8`` or ``8–13``."""
    if locator.first == locator.last:
        return str(locator.first)
    return f"{locator.first}{_EN_DASH}{locator.last}"
