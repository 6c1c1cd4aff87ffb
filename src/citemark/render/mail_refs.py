"""The numbers in the text of an e-mail: each leads straight to its source.

Links inside a mail are lost in most programs, so no number leads to the list.
"""

from __future__ import annotations

from citemark.locator import Locator
from citemark.model import NoteRef
from citemark.render.context import RenderContext
from citemark.render.names import Names
from citemark.render.noterefs import NoteRefs
from citemark.render.part import Format


class MailRefs(NoteRefs):
    """Prints what stands in a marker's place. *bare*: as short as it can be."""

    def __init__(self, ctx: RenderContext, names: Names, *, bare: bool = False) -> None:
        """Look up the parts once."""
        super().__init__(ctx, names)
        self._refs = ctx.theme.part("refs", Format.EMAIL)
        self._bare = bare
        self._links: dict[tuple[int, tuple[Locator, ...], str], str] = {}

    def _placed(self, refs: str) -> str:
        styled = None if self._bare else "styled"
        return self._refs.render({"refs": refs, "styled": styled})

    def _missing(self, part: str, text: str, form: str) -> str:
        name = self._names.labels["unknown"]
        values = {"name": name, "text": form.format(text)}
        return self._alone(self._theme.part(part, Format.EMAIL).render(values), form)

    def _link(self, noteref: NoteRef, form: str) -> str:
        key = noteref.number, noteref.locators, form
        link = self._links.get(key)
        if link is None:
            reference = self._names.references[noteref.number]
            name = self._names.source(reference, noteref.locators)
            link = self._theme.part("noteref", Format.EMAIL).render(
                {
                    "url": reference.place_url(noteref.locators),
                    "name": None if self._bare else name,
                    "text": form.format(noteref.number),
                }
            )
            link = self._links[key] = self._alone(link, form)
        return link
