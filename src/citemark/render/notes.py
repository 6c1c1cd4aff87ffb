"""The list of sources as HTML, built from the registry's data only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from markupsafe import Markup

from citemark.describe import Credit
from citemark.locator import Lines, Locator, kind_of
from citemark.model import Excerpt, ExcerptLine, Reference
from citemark.render.context import RenderContext
from citemark.render.days import DATE_RE
from citemark.render.escape import (
    escape_text,
    fill,
    fill_markup,
    join_blocks,
    join_markup,
)
from citemark.render.ids import letters
from citemark.render.names import Names
from citemark.render.part import Format, Part
from citemark.render.passages import in_order, shown_places
from citemark.render.theme import Theme

# Sources whose entry and card are remembered; some kilobytes each.
_KEPT = 256
# The places of a link back.
_TARGET, _NAME, _LETTER = "\0t", "\0n", "\0l"
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


def html_notes(ctx: RenderContext, names: Names) -> str:
    """Return the section of sources, or nothing where nothing is cited."""
    return HtmlNotes(ctx, names).section()


def html_cards(ctx: RenderContext, names: Names) -> str:
    """Return the cards that open over references, one for each source."""
    return HtmlNotes(ctx, names).cards()


def shown_host(reference: Reference) -> str | None:
    """Return the host where the title does not say it already."""
    if not reference.url or not reference.host:
        return None
    return None if reference.title.startswith(reference.host) else reference.host


def shown_text(excerpt: Excerpt, line: ExcerptLine) -> str:
    """Return the text of a line, with an ellipsis where the excerpt was cut."""
    if not excerpt.truncated or not line.located or line.text.endswith(_ELLIPSIS):
        return line.text
    last = next(other for other in reversed(excerpt.lines) if other.located)
    return f"{line.text}{_ELLIPSIS}" if line is last else line.text


class HtmlNotes:
    """Prints the entries and cards of one answer."""

    def __init__(self, ctx: RenderContext, names: Names) -> None:
        """Look up labels and parts."""
        self._ctx = ctx
        self._names = names
        self._first_backlink = self._backlink(None)
        self._next_backlink = self._backlink("after")
        self._references = () if ctx.options.strip else ctx.resolution.references
        labels = (*names.labels.values(), names.locale or "")
        self._sources = [
            _remembered(
                Entry(
                    theme=ctx.theme,
                    labels=labels,
                    prefix=names.prefix,
                    reference=replace(reference, noterefs=()),
                    names=names,
                    credit=names.credit(reference),
                    label=names.label(reference.number),
                )
            )
            for reference in self._references
        ]

    def section(self) -> str:
        """Return the section of sources, or nothing where nothing is cited."""
        if not self._references:
            return ""
        return self.section_of(*map(self._note, self._references, self._sources))

    def section_of(self, *notes: str) -> str:
        """Return the section around *notes*."""
        section = self._ctx.theme.part("notes").render(
            {
                "id": self._names.heading_id(),
                "heading": self._names.labels["sources"],
                "notes": join_blocks(*notes),
            }
        )
        return join_blocks(section)

    def cards(self) -> str:
        """Return the cards that open over references, one for each source."""
        if not self._ctx.options.hover_cards:
            return ""
        return join_blocks(
            *[
                source.card
                for reference, source in zip(
                    self._references, self._sources, strict=True
                )
                if reference.noterefs
            ]
        )

    def entries(self) -> list[tuple[int, str, str]]:
        """Return the number, the note and the card of each source."""
        with_cards = self._ctx.options.hover_cards
        return [
            (
                reference.number,
                self._note(reference, source),
                source.card if with_cards else "",
            )
            for reference, source in zip(self._references, self._sources, strict=True)
        ]

    def _note(self, reference: Reference, source: Entry) -> str:
        return self._ctx.theme.part("note").render(
            {
                **source.note,
                "back": self._names.labels["back"],
                "backlinks": self._backlinks(reference),
            }
        )

    def _backlinks(self, reference: Reference) -> Markup:
        pieces: list[str] = []
        for noteref in reference.noterefs:
            letter = letters(noteref.occurrence, self._names.letters)
            link = self._next_backlink if pieces else self._first_backlink
            pieces.append(
                link.replace(_TARGET, self._names.noteref_id(noteref.index))
                .replace(_NAME, f"{reference.number}{letter}")
                .replace(_LETTER, letter)
            )
        return join_markup(*pieces)

    def _backlink(self, after: str | None) -> str:
        """Print a link back with its places left open: they differ in nothing else."""
        name = fill(self._names.labels["back_n"], r=_NAME)
        return str(
            self._ctx.theme.part("backlink").render(
                {"after": after, "target": _TARGET, "name": name, "letter": _LETTER}
            )
        )


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Everything that the look of one source depends on, except who cites it.

    Conversations come back to the same sources, and a stream prints them again and
    again: what was printed last is kept, for all answers.
    """

    theme: Theme
    labels: tuple[str, ...]
    """All words of ours, and the locale that makes those of dates."""
    prefix: str
    reference: Reference
    names: Names = field(compare=False)
    kind: Format = Format.HTML
    credit: Credit = field(default_factory=Credit)
    label: str | None = None
    """That of the reference, in themes where labels stand in place of numbers."""

    def _part(self, name: str) -> Part:
        return self.theme.part(name, self.kind)

    @cached_property
    def note(self) -> Mapping[str, str | None]:
        """All fields of an entry that do not depend on who cites it."""
        return {
            **self.head(self.places()),
            **self.credits(),
            "id": self.names.note_id(self.reference.number),
            "excerpts": self.excerpts(),
        }

    @cached_property
    def card(self) -> str:
        """The hover card."""
        excerpts = [
            self.lines(excerpt, [line for line in excerpt.lines if line.located])
            for excerpt in in_order(self.reference.excerpts)
        ]
        return self._part("card").render(
            {
                **self.head(
                    [*map(self._phrase, self.reference.places), *self.matches()]
                ),
                **self.credits(),
                "id": self.names.card_id(self.reference.number),
                "lang": self.reference.language,
                "lines": join_blocks(*excerpts),
            }
        )

    def head(self, places: Iterable[str]) -> dict[str, str | None]:
        """Return the fields that note and card have in common, with cited *places*."""
        reference = self.reference
        return {
            "number": str(reference.number),
            "url": reference.url,
            "title": self.names.title(reference),
            "path": self._listed("crumb", "text", reference.heading),
            "meta": self._listed("meta", "item", [*self._meta(), *places]),
        }

    def credits(self) -> dict[str, str | None]:
        """Return the fields that bibliographies have besides those of the head."""
        credit = self.credit
        has_commas = any("," in author for author in credit.authors)
        between = "; " if has_commas else self.names.labels["separator"]
        return {
            "label": self.label,
            "authors": between.join(credit.authors),
            "imprint": self._listed("meta", "item", self._imprint()),
        }

    def _imprint(self) -> list[str]:
        """Return who published a source, and when it was published or last changed."""
        credit, items = self.credit, []
        if credit.publisher:
            items.append(self._part("host").render({"host": credit.publisher}))
        if credit.issued:
            items.append(self._time(str(credit.issued)))
        return items

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
        return items

    def places(self) -> Iterable[str]:
        """Return the cited places, as links where the title leads elsewhere."""
        return map(self._place, self.reference.places, self._links())

    def _links(self) -> Iterable[str | None]:
        """Return the link of each place, but for one that the title has already."""
        reference = self.reference
        links = reference.place_links or (None,) * len(reference.places)
        return (None if link == reference.url else link for link in links)

    def matches(self) -> list[str]:
        """Say which lines are shown only because they match."""
        return [
            self._matched(excerpt.locator)
            for excerpt in self.reference.excerpts
            if excerpt.is_matched and excerpt.locator
        ]

    def _matched(self, lines: Lines) -> str:
        phrase = join_markup(self._phrase(lines))
        return fill_markup(self.names.labels["matched"], {"l": phrase})

    def _place(self, locator: Locator, link: str | None) -> str:
        label = self._phrase(locator)
        if link is None:
            return label
        label = join_markup(label)
        return self._part("place").render({"url": link, "label": label})

    def _updated(self, updated: str) -> str:
        if DATE_RE.fullmatch(updated):
            shown = self._time(updated)
        else:
            shown = self._part("host").render({"host": updated})
        return fill_markup(self.names.labels["updated"], {"d": join_markup(shown)})

    def _time(self, when: str) -> str:
        names = self.names
        return self._part("time").render(
            {
                "datetime": when,
                "date": names.date(when),
                "dir": names.date_direction,
            }
        )

    def _phrase(self, locator: Locator) -> str:
        kind = kind_of(locator)
        key, range_ = kind.label(locator)
        direction = "auto" if kind.has_words else "ltr"
        shown = self._part("range").render({"range": range_, "dir": direction})
        return fill_markup(self.names.labels[key], {"r": join_markup(shown)})

    def excerpts(self) -> Markup:
        """Return all excerpts, told apart by their lines where there are several."""
        excerpts = in_order(self.reference.excerpts)
        return join_blocks(
            *(
                self._excerpt(excerpt, index if len(excerpts) > 1 else None)
                for index, excerpt in enumerate(excerpts, start=1)
            )
        )

    def _excerpt(self, shown: Excerpt, index: int | None) -> str:
        reference, labels = self.reference, self.names.labels
        summary = join_markup()
        if shown.locator and shown.is_matched:
            matched = join_markup(self._matched(shown.locator))
            summary = fill_markup(labels["excerpt_at"], {"l": matched})
        elif index and (shown.locator or shown.cited):
            places = map(self._phrase, shown_places(shown))
            listed = join_markup(escape_text(labels["separator"]).join(places))
            summary = fill_markup(labels["excerpt_at"], {"l": listed})
        return self._part("excerpt").render(
            {
                "summary": summary or labels["excerpt"],
                "lang": reference.language,
                "lines": join_blocks(self.lines(shown, shown.lines, anchored=True)),
            }
        )

    def lines(
        self,
        excerpt: Excerpt,
        lines: Iterable[ExcerptLine],
        *,
        anchored: bool = False,
    ) -> Markup:
        """Return *lines* of *excerpt*, the located ones highlighted.

        *anchored*: the located ones have an id, for the references that cite them.
        """
        render = self._part("line").render
        # The lead of a source that was cited as a whole is no cited place.
        located = excerpt.locator is not None
        return join_markup(
            *[
                render(
                    {
                        "id": self._line_id(line) if anchored and located else None,
                        "number": str(line.number) if line.number else None,
                        "text": shown_text(excerpt, line),
                        "located": "located" if located and line.located else None,
                    }
                )
                for line in lines
            ]
        )

    def _line_id(self, line: ExcerptLine) -> str | None:
        if not line.located or line.number is None:
            return None
        return self.names.line_id(self.reference.number, line.number)


@lru_cache(maxsize=_KEPT)
def _remembered(source: Entry) -> Entry:
    """Return the equal source that was printed before, or *source*."""
    return source
