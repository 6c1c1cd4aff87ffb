"""The numbers in the text of a PDF, and the notes that go to the foot of their page."""

from __future__ import annotations

from collections.abc import Iterator

from citemark.model import NoteRef
from citemark.render.context import RenderContext
from citemark.render.noterefs import NoteRefs
from citemark.render.paged_dress import BREAK, MOST_TOGETHER
from citemark.render.paged_notes import PagedNotes
from citemark.render.paging import Plan
from citemark.render.part import Format


class PagedRefs(NoteRefs):
    """Prints what stands in a marker's place, with the notes that *plan* wants."""

    def __init__(self, ctx: RenderContext, notes: PagedNotes, plan: Plan) -> None:
        """Look up the parts once."""
        super().__init__(ctx, notes.names)
        self._refs = ctx.theme.part("refs", Format.PDF)
        self._noteref = ctx.theme.part("noteref", Format.PDF)
        self._has_list = ctx.options.pdf_notes != "page"
        self._notes = notes
        self._plan = plan

    def _items(self, ordinal: int, form: str) -> Iterator[str]:
        for count, item in enumerate(super()._items(ordinal, form)):
            if not self._grouped and count and count % MOST_TOGETHER == 0:
                yield BREAK
            yield item

    def _missing(self, part: str, text: str, form: str) -> str:
        values = {"name": self._names.labels["unknown"], "text": form.format(text)}
        return self._alone(self._theme.part(part, Format.PDF).render(values), form)

    def _link(self, noteref: NoteRef, form: str) -> str:
        names, plan = self._names, self._plan
        note = plan.notes.get(noteref.index)
        link = self._noteref.render(
            {
                "id": names.noteref_id(noteref.index),
                "target": names.target(noteref)
                if self._has_list
                else self._notes.footnote_id(plan.heads[noteref.index]),
                "text": form.format(noteref.number),
                "footnote": self._notes.footnote(noteref, note) if note else None,
            }
        )
        return self._alone(link, form)
