"""The list of sources as HTML, built from the registry's data only."""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup

from citemark.model import Excerpt, ExcerptLine, Lines, Reference
from citemark.render.context import RenderContext
from citemark.render.escape import fill, fill_markup, join_blocks, join_markup
from citemark.render.ids import letters
from citemark.render.names import Names, line_range, lines_label

_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
# What the ``datetime`` attribute may hold.
_DATE_RE = re.compile(
    r"(\d{4}(?:-\d\d(?:-\d\d)?)?)"
    r"(?:(?<=\d-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?"
)


def html_notes(ctx: RenderContext, names: Names) -> str:
    """Return the section of sources, or nothing where nothing is cited."""
    return HtmlNotes(ctx, names).section()


def html_cards(ctx: RenderContext, names: Names) -> str:
    """Return the cards that open over references, one for each source."""
    return HtmlNotes(ctx, names).cards()


def shown_date(updated: str) -> str:
    """Return the day of a date, which is all a reader needs.

    >>> shown_date("2026-04-02T10:00:00+02:00"), shown_date("spring")
    ('2026-04-02', 'spring')
    """
    match = _DATE_RE.fullmatch(updated)
    return match[1] if match else updated


def shown_host(reference: Reference) -> str | None:
    """Return the host where the title does not say it already."""
    if not reference.url or not reference.host:
        return None
    return None if reference.title.startswith(reference.host) else reference.host


def shown_text(excerpt: Excerpt, line: ExcerptLine) -> str:
    """Return the text of a line, with an ellipsis where the excerpt was cut."""
    if not excerpt.truncated or not line.located or line.text.endswith(_ELLIPSIS):
        return line.text
    if any(other.located for other in excerpt.lines[excerpt.lines.index(line) + 1 :]):
        return line.text
    return f"{line.text}{_ELLIPSIS}"


class HtmlNotes:
    """Prints the entries and cards of one answer, and what they share only once."""

    def __init__(self, ctx: RenderContext, names: Names) -> None:
        """Look up labels and parts."""
        self._references = () if ctx.options.strip else ctx.resolution.references
        self._hover_cards = ctx.options.hover_cards
        self._names = names
        self._labels = names.labels
        self._part = ctx.theme.part
        self._heads: dict[int, dict[str, str | None]] = {}

    def section(self) -> str:
        """Return the section of sources, or nothing where nothing is cited."""
        if not self._references:
            return ""
        section = self._part("notes").render(
            {
                "id": self._names.heading_id(),
                "heading": self._labels["sources"],
                "notes": join_blocks(*map(self._note, self._references)),
            }
        )
        return join_blocks(section)

    def cards(self) -> str:
        """Return the cards that open over references, one for each source."""
        if not self._hover_cards:
            return ""
        return join_blocks(*map(self._card, self._references))

    def _note(self, reference: Reference) -> str:
        return self._part("note").render(
            {
                **self._head(reference),
                "id": self._names.note_id(reference.number),
                "excerpts": self._excerpts(reference),
                "back": self._labels["back"],
                "backlinks": self._backlinks(reference),
            }
        )

    def _card(self, reference: Reference) -> str:
        excerpts = (
            self._lines(excerpt, (line for line in excerpt.lines if line.located))
            for excerpt in reference.excerpts
        )
        return self._part("card").render(
            {
                **self._head(reference),
                "id": self._names.card_id(reference.number),
                "lang": reference.language,
                "lines": join_blocks(*excerpts),
            }
        )

    def _head(self, reference: Reference) -> dict[str, str | None]:
        head = self._heads.get(reference.number)
        if head is None:
            head = self._heads[reference.number] = {
                "number": str(reference.number),
                "url": reference.url,
                "title": self._names.title(reference),
                "path": self._listed("crumb", "text", reference.heading),
                "meta": self._listed("meta", "item", self._meta(reference)),
            }
        return head

    def _listed(self, part: str, field: str, values: Iterable[str]) -> Markup:
        """Print a part for each of *values*, told whether one stands before it."""
        render = self._part(part).render
        return join_markup(
            *(
                render({"after": "after" if index else None, field: value})
                for index, value in enumerate(values)
            )
        )

    def _meta(self, reference: Reference) -> list[str]:
        items: list[str] = []
        if host := shown_host(reference):
            items.append(self._part("host").render({"host": host}))
        if reference.updated:
            items.append(self._updated(reference.updated))
        items += map(self._lines_phrase, reference.locators)
        return items

    def _updated(self, updated: str) -> str:
        date = shown_date(updated)
        valid = _DATE_RE.fullmatch(updated) is not None
        time = self._part("time" if valid else "host")
        shown = time.render({"datetime": updated, "date": date, "host": date})
        return fill_markup(self._labels["updated"], {"d": join_markup(shown)})

    def _lines_phrase(self, locator: Lines) -> str:
        shown = self._part("range").render({"range": line_range(locator)})
        label = self._labels[lines_label(locator)]
        return fill_markup(label, {"r": join_markup(shown)})

    def _excerpts(self, reference: Reference) -> Markup:
        several = len(reference.excerpts) > 1
        return join_blocks(
            *(
                self._excerpt(reference, index if several else None, excerpt)
                for index, excerpt in enumerate(reference.excerpts, start=1)
            )
        )

    def _excerpt(self, reference: Reference, index: int | None, shown: Excerpt) -> str:
        summary = join_markup()
        if index and shown.locator:
            lines = join_markup(self._lines_phrase(shown.locator))
            summary = fill_markup(self._labels["excerpt_at"], {"l": lines})
        return self._part("excerpt").render(
            {
                "id": self._names.excerpt_id(reference.number, index)
                if index
                else None,
                "summary": summary or self._labels["excerpt"],
                "lang": reference.language,
                "lines": join_blocks(self._lines(shown, shown.lines)),
            }
        )

    def _lines(self, excerpt: Excerpt, lines: Iterable[ExcerptLine]) -> Markup:
        render = self._part("line").render
        # The lead of a source that was cited as a whole is no cited place.
        located = excerpt.locator is not None
        return join_markup(
            *[
                render(
                    {
                        "number": str(line.number) if line.number else None,
                        "text": shown_text(excerpt, line),
                        "located": "located" if located and line.located else None,
                    }
                )
                for line in lines
            ]
        )

    def _backlinks(self, reference: Reference) -> Markup:
        render = self._part("backlink").render
        pieces: list[str] = []
        for noteref in reference.noterefs:
            letter = letters(noteref.occurrence)
            name = fill(self._labels["back_n"], r=f"{reference.number}{letter}")
            pieces.append(
                render(
                    {
                        "after": "after" if pieces else None,
                        "target": self._names.noteref_id(noteref.index),
                        "name": name,
                        "letter": letter,
                    }
                )
            )
        return join_markup(*pieces)
