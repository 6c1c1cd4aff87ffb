"""How references are called: titles, line ranges, ids and accessible names."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property

from citemark.describe import Credit, credit
from citemark.locator import Locator, kind_of, listed
from citemark.model import NoteRef, Reference
from citemark.render.author_date import author_dates
from citemark.render.context import RenderContext
from citemark.render.days import date_direction, date_locale, shown_date
from citemark.render.escape import fill
from citemark.render.labels import labels_for


class Names:
    """The names that one answer's references go by, in its language."""

    def __init__(
        self, ctx: RenderContext, told: Mapping[int, Collection[int]] | None = None
    ) -> None:
        """Look up the labels once.

        *told*: number → the cited lines that readers have of a source, where they do
        not get the notes of *ctx* together with what leads to them.
        """
        self.labels = labels_for(ctx.options)
        self.letters = self.labels["letters"].split()
        self.locale = date_locale(ctx.options)
        self.date_direction = date_direction(self.locale)
        self.prefix = ctx.id_prefix
        self.references = {
            reference.number: reference for reference in ctx.resolution.references
        }
        self._sources = {each.source_id: each for each in ctx.resolution.sources}
        self._most = ctx.options.limits.title_chars
        self._has_author_dates = ctx.has_author_dates
        self._told = told
        self._shown: dict[int, frozenset[int]] = {}
        self._known: dict[tuple[int, tuple[Locator, ...]], str] = {}

    def title(self, reference: Reference) -> str:
        """Return the title, or a label where the source has nothing to show."""
        if reference.titled or reference.host:
            return reference.title
        return fill(self.labels["untitled"], n=str(reference.number))

    def credit(self, reference: Reference) -> Credit:
        """Return who made a source, as far as the registry knows."""
        source = self._sources.get(reference.source_id)
        return credit(source, self._most) if source else Credit()

    def label(self, number: int) -> str | None:
        """Return the author–date label of a reference, if this theme has them."""
        return self._author_dates.get(number)

    @cached_property
    def _author_dates(self) -> Mapping[int, str]:
        if not self._has_author_dates:
            return {}
        works = (
            (replace(each, title=self.title(each)), self.credit(each))
            for each in self.references.values()
        )
        return author_dates(works, self.labels)

    def date(self, updated: str) -> str:
        """Return the day of a date as readers write it."""
        return shown_date(updated, self.locale)

    def place(self, locator: Locator) -> str:
        """Return a phrase like ``lines 8–13``."""
        key, range_ = kind_of(locator).label(locator)
        return fill(self.labels[key], r=range_)

    def places(self, reference: Reference) -> str:
        """Return the phrases of all places, cited ones and matched ones, in a row."""
        matched = [
            fill(self.labels["matched"], l=self.place(excerpt.locator))
            for excerpt in reference.excerpts
            if excerpt.is_matched and excerpt.locator
        ]
        return self.labels["separator"].join(
            [*map(self.place, reference.places), *matched]
        )

    def source(self, reference: Reference, locators: tuple[Locator, ...]) -> str:
        """Return the accessible name of a noteref: number, title and places."""
        key = reference.number, locators
        name = self._known.get(key)
        if name is None:
            name = self._known[key] = self._source(reference, locators)
        return name

    def _source(self, reference: Reference, locators: tuple[Locator, ...]) -> str:
        labels, number = self.labels, str(reference.number)
        title = self.title(reference)
        name = fill(labels["untitled"], n=number)
        # What is seen has to be part of what is said, for those who speak to it.
        if label := self.label(reference.number):
            title = labels["separator"].join((label, title))
        if title != name:
            name = fill(labels["source_n"], n=number, t=title)
        if not locators:
            return name
        places = labels["separator"].join(map(self.place, listed(locators)))
        return fill(labels["at"], s=name, l=places)

    def target(self, noteref: NoteRef) -> str:
        """Return the id that *noteref* leads to: the line it cites, or the note."""
        line, number = noteref.line, noteref.number
        if line is None:
            return self.note_id(number)
        told = self._told
        lines = self.lines(number) if told is None else told.get(number, ())
        return self.line_id(number, line) if line in lines else self.note_id(number)

    def lines(self, number: int) -> frozenset[int]:
        """Return the numbers of the cited lines that a note shows."""
        shown = self._shown.get(number)
        if shown is None:
            shown = self._shown[number] = frozenset(
                line.number
                for excerpt in self.references[number].excerpts
                for line in excerpt.lines
                if line.located and line.number is not None
            )
        return shown

    def heading_id(self) -> str:
        """Return the id of the heading over the list."""
        return f"{self.prefix}h"

    def note_id(self, number: int) -> str:
        """Return the id of an entry in the list."""
        return f"{self.prefix}s{number}"

    def line_id(self, number: int, line: int) -> str:
        """Return the id of a cited line in the note of a source."""
        return f"{self.prefix}s{number}-{line}"

    def noteref_id(self, index: int) -> str:
        """Return the id of a link in the text."""
        return f"{self.prefix}r{index}"

    def card_id(self, number: int) -> str:
        """Return the id of a hover card."""
        return f"{self.prefix}c{number}"
