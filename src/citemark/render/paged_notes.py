"""What a PDF says of its sources: a line at the foot of a page, and the list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from unicodedata import bidirectional

from citemark.locator import Locator, listed
from citemark.model import Excerpt, NoteRef, Reference
from citemark.render.columns import on_one_line
from citemark.render.context import RenderContext
from citemark.render.escape import (
    escape_text,
    fill_markup,
    join_blocks,
    join_markup,
)
from citemark.render.names import Names
from citemark.render.notes import Entry, shown_host
from citemark.render.paging import Note
from citemark.render.part import Format, Part
from citemark.render.reading import read_direction

# The first number that the narrow column of line numbers has no room for.
_WIDE = 1_000
_FIRST_STRONG, _POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


class PagedNotes:
    """Prints the sources of one answer, which runs in *direction*."""

    def __init__(self, ctx: RenderContext, names: Names, direction: str) -> None:
        """Look up what is needed again and again."""
        self.names = names
        self._theme = ctx.theme
        self._has_list = ctx.options.pdf_notes != "page"
        references = () if ctx.options.strip else ctx.resolution.references
        self._entries = {
            reference.number: _Entry(
                theme=ctx.theme,
                labels=(),
                prefix="",
                plain=reference,
                reference=_isolated(reference, direction),
                names=names,
                kind=Format.PDF,
                direction=direction,
                spoken=ctx.options.language,
            )
            for reference in references
        }
        self._references = references

    @property
    def count(self) -> int:
        """How many sources are cited."""
        return len(self._references)

    def footnote_id(self, index: int) -> str:
        """Return the id of the note that stands at a reference."""
        return f"{self.names.prefix}f{index}"

    def footnote(self, noteref: NoteRef, note: Note) -> str:
        """Return the line that stands at *noteref*."""
        names, entry = self.names, self._entries[noteref.number]
        listed = names.note_id(noteref.number)
        return self._part("footnote").render(
            {
                "id": self.footnote_id(noteref.index),
                "target": listed if self._has_list else names.noteref_id(noteref.index),
                "text": f"[{noteref.number}]",
                "row": str(note.row),
                "first": "first" if note.is_first else None,
                **entry.line([place for each in note.told for place in each.locators]),
            }
        )

    def section(self, pages: Mapping[int, int]) -> str:
        """Return the list; *pages* has the page of each noteref, by index, from 0."""
        notes = (self._note(reference, pages) for reference in self._references)
        return self._part("notes").render(
            {
                "id": self.names.heading_id(),
                "heading": self.names.labels["sources"],
                "notes": join_blocks(*notes),
            }
        )

    def link_names(self) -> Mapping[str, str]:
        """Return, for each id that links lead to, what such a link is called."""
        names = self.names
        found = {}
        for reference in self._references:
            found[names.note_id(reference.number)] = names.source(reference, ())
            for noteref in reference.noterefs:
                name = names.source(reference, noteref.locators)
                found[names.target(noteref)] = name
                found[self.footnote_id(noteref.index)] = name
        return found

    def _part(self, name: str) -> Part:
        return self._theme.part(name, Format.PDF)

    def _note(self, reference: Reference, pages: Mapping[int, int]) -> str:
        entry = self._entries[reference.number]
        return self._part("note").render(
            {
                **entry.head([*entry.places(), *entry.matches()]),
                "id": self.names.note_id(reference.number),
                "lang": entry.lang,
                "excerpts": entry.excerpts(),
                "back": self.names.labels["back"],
                "backlinks": self._backlinks(reference, pages),
            }
        )

    def _backlinks(self, reference: Reference, pages: Mapping[int, int]) -> str | None:
        """Return the pages that cite a source, each a link to where it does first."""
        first = {
            pages[noteref.index]: self.names.noteref_id(noteref.index)
            for noteref in reversed(reference.noterefs)
            if noteref.index in pages
        }
        links = (
            self._part("backlink").render(
                {
                    "after": "after" if count else None,
                    "target": target,
                    "page": str(page + 1),
                }
            )
            for count, (page, target) in enumerate(sorted(first.items()))
        )
        label = self.names.labels["page" if len(first) == 1 else "pages"]
        return fill_markup(label, {"r": join_markup(*links)}) if first else None


def _isolated(reference: Reference, direction: str) -> Reference:
    """Keep names that run the other way from turning round what is beside them."""
    if not reference.titled:
        return reference
    return replace(
        reference,
        title=_isolate(reference.title, direction),
        heading=tuple(_isolate(step, direction) for step in reference.heading),
    )


def _isolate(text: str, direction: str) -> str:
    # WeasyPrint knows `dir`, but isolates by characters only.
    other = ("L",) if direction == "rtl" else ("R", "AL")
    if any(bidirectional(character) in other for character in text):
        return f"{_FIRST_STRONG}{text}{_POP}"
    return text


@dataclass(frozen=True, kw_only=True)
class _Entry(Entry):
    """One source in a PDF."""

    direction: str
    plain: Reference
    """The reference with its names as they are."""
    spoken: str | None
    """The language around it."""

    @property
    def lang(self) -> str | None:
        """Its own language, where that is another."""
        own = self.reference.language
        return None if own == self.spoken else own

    def line(self, cited: Iterable[Locator]) -> dict[str, str | None]:
        """Return the fields of a line about the source, of which *cited* are places."""
        plain, names = self.plain, self.names
        places = tuple(dict.fromkeys(cited))
        between = names.labels["separator"]
        shown = listed(places)
        host = shown_host(plain)
        items = [escape_text(between).join(map(self._phrase, shown))] if places else []
        items += [escape_text(host)] if host else []
        title, path = on_one_line(
            names.title(plain),
            plain.heading[-1] if plain.heading else None,
            between.join([*map(names.place, shown), *filter(None, [host])]),
        )
        return {
            "url": plain.place_url(places),
            "title": _isolate(title, self.direction),
            "lang": self.lang,
            "path": path and _isolate(path, self.direction),
            "meta": self._listed("meta", "item", map(join_markup, items)),
        }

    def _phrase(self, locator: Locator) -> str:
        # Left to right, nothing has to be turned round.
        if self.direction == "ltr":
            return join_markup(escape_text(self.names.place(locator)))
        return super()._phrase(locator)

    def _excerpt(self, shown: Excerpt, index: int | None) -> str:  # noqa: ARG002 - told apart by their line numbers
        text = "\n".join(line.text for line in shown.lines)
        is_wide = any((line.number or 0) >= _WIDE for line in shown.lines)
        return self._part("excerpt").render(
            {
                "summary": None,
                "lang": self.lang,
                "wide": "wide" if is_wide else None,
                "dir": read_direction(text, self.direction),
                "lines": join_blocks(self.lines(shown, shown.lines, anchored=True)),
            }
        )
