"""The list of sources as HTML, built from the registry's data only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from markupsafe import Markup

from citemark.model import Excerpt, ExcerptLine, Lines, Reference
from citemark.render.context import RenderContext
from citemark.render.escape import fill, fill_markup, join_blocks, join_markup
from citemark.render.ids import letters
from citemark.render.names import Names, line_range, lines_label
from citemark.render.part import Part
from citemark.render.theme import Theme

# Sources whose entry and card are remembered; some kilobytes each.
_KEPT = 256
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
    """Prints the entries and cards of one answer."""

    def __init__(self, ctx: RenderContext, names: Names) -> None:
        """Look up labels and parts."""
        self._ctx = ctx
        self._names = names
        self._references = () if ctx.options.strip else ctx.resolution.references
        self._labels = tuple(names.labels.values())

    def section(self) -> str:
        """Return the section of sources, or nothing where nothing is cited."""
        if not self._references:
            return ""
        section = self._ctx.theme.part("notes").render(
            {
                "id": self._names.heading_id(),
                "heading": self._names.labels["sources"],
                "notes": join_blocks(*map(self._note, self._references)),
            }
        )
        return join_blocks(section)

    def cards(self) -> str:
        """Return the cards that open over references, one for each source."""
        if not self._ctx.options.hover_cards:
            return ""
        return join_blocks(*[_card(self._source(each)) for each in self._references])

    def _note(self, reference: Reference) -> str:
        return self._ctx.theme.part("note").render(
            {
                **_note_fields(self._source(reference)),
                "back": self._names.labels["back"],
                "backlinks": self._backlinks(reference),
            }
        )

    def _source(self, reference: Reference) -> _Source:
        return _Source(
            theme=self._ctx.theme,
            labels=self._labels,
            prefix=self._names.prefix,
            reference=replace(reference, noterefs=()),
            names=self._names,
        )

    def _backlinks(self, reference: Reference) -> Markup:
        render = self._ctx.theme.part("backlink").render
        label = self._names.labels["back_n"]
        pieces: list[str] = []
        for noteref in reference.noterefs:
            letter = letters(noteref.occurrence)
            pieces.append(
                render(
                    {
                        "after": "after" if pieces else None,
                        "target": self._names.noteref_id(noteref.index),
                        "name": fill(label, r=f"{reference.number}{letter}"),
                        "letter": letter,
                    }
                )
            )
        return join_markup(*pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Source:
    """Everything that the look of one source depends on, except who cites it.

    Conversations come back to the same sources, and a stream prints them again and
    again: what was printed last is kept, for all answers.
    """

    theme: Theme
    labels: tuple[str, ...]
    prefix: str
    reference: Reference
    names: Names = field(compare=False)

    def _part(self, name: str) -> Part:
        return self.theme.part(name)

    def head(self) -> dict[str, str | None]:
        """Return the fields that note and card have in common."""
        reference = self.reference
        return {
            "number": str(reference.number),
            "url": reference.url,
            "title": self.names.title(reference),
            "path": self._listed("crumb", "text", reference.heading),
            "meta": self._listed("meta", "item", self._meta()),
        }

    def _listed(self, part: str, field: str, values: Iterable[str]) -> Markup:
        """Print a part for each of *values*, told whether one stands before it."""
        render = self._part(part).render
        return join_markup(
            *(
                render({"after": "after" if index else None, field: value})
                for index, value in enumerate(values)
            )
        )

    def _meta(self) -> list[str]:
        reference = self.reference
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
        return fill_markup(self.names.labels["updated"], {"d": join_markup(shown)})

    def _lines_phrase(self, locator: Lines) -> str:
        shown = self._part("range").render({"range": line_range(locator)})
        label = self.names.labels[lines_label(locator)]
        return fill_markup(label, {"r": join_markup(shown)})

    def excerpts(self) -> Markup:
        """Return all excerpts, told apart by their lines where there are several."""
        excerpts = self.reference.excerpts
        return join_blocks(
            *(
                self._excerpt(excerpt, index if len(excerpts) > 1 else None)
                for index, excerpt in enumerate(excerpts, start=1)
            )
        )

    def _excerpt(self, shown: Excerpt, index: int | None) -> str:
        reference, labels = self.reference, self.names.labels
        summary = join_markup()
        if index and shown.locator:
            lines = join_markup(self._lines_phrase(shown.locator))
            summary = fill_markup(labels["excerpt_at"], {"l": lines})
        return self._part("excerpt").render(
            {
                "id": self.names.excerpt_id(reference.number, index) if index else None,
                "summary": summary or labels["excerpt"],
                "lang": reference.language,
                "lines": join_blocks(self.lines(shown, shown.lines)),
            }
        )

    def lines(self, excerpt: Excerpt, lines: Iterable[ExcerptLine]) -> Markup:
        """Return *lines* of *excerpt*, the located ones highlighted."""
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


@lru_cache(maxsize=_KEPT)
def _note_fields(source: _Source) -> Mapping[str, str | None]:
    """Return all fields of an entry that do not depend on who cites it."""
    return {
        **source.head(),
        "id": source.names.note_id(source.reference.number),
        "excerpts": source.excerpts(),
    }


@lru_cache(maxsize=_KEPT)
def _card(source: _Source) -> str:
    """Return the hover card of a source."""
    reference = source.reference
    excerpts = [
        source.lines(excerpt, [line for line in excerpt.lines if line.located])
        for excerpt in reference.excerpts
    ]
    return source.theme.part("card").render(
        {
            **source.head(),
            "id": source.names.card_id(reference.number),
            "lang": reference.language,
            "lines": join_blocks(*excerpts),
        }
    )
