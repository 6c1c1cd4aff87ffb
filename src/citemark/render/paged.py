"""An answer on pages: its text with notes at their foot, then its sources.

**Why not the web page.** A note has to stand in the sentence that calls it, nothing can
be opened or hovered over, and where pages break decides what is printed. So pages have
parts and a writer of their own, over the same context.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from types import MappingProxyType

from citemark import codes
from citemark.diagnostic import Finding
from citemark.document.policy import apply_policy
from citemark.model import NoteRef
from citemark.render.body import dressed_body
from citemark.render.context import RenderContext
from citemark.render.escape import (
    fill,
    join_blocks,
    join_markup,
    without_controls,
)
from citemark.render.evidence import NAME, evidence
from citemark.render.html import page_title
from citemark.render.ids import safe_prefix
from citemark.render.names import Names
from citemark.render.output import Made
from citemark.render.paged_dress import (
    PagedPrinter,
    breakable,
    dress,
    fitted,
    shallow,
)
from citemark.render.paged_notes import PagedNotes
from citemark.render.paged_refs import PagedRefs
from citemark.render.paging import Plan, paginate
from citemark.render.part import Format
from citemark.render.reading import direction_of
from citemark.render.typesetter import Layout, Typesetter, Written

# The language of our labels, where that of the answer is unknown.
_DEFAULT_LANGUAGE = "en"
_SHOWN_CHARACTERS = 10
# Between text and notes, and of each note: what `.cx-foot` is as high as.
_GAP_MM, _LINE_MM = 7, 4.1
_NO_ROOM: Mapping[int, int] = MappingProxyType({})
# Of an answer in Latin script with some headings; less would fit, and guess too low.
_PAGE_CHARS = 2_300


def render_paged(ctx: RenderContext) -> Made:
    """Return the answer as a PDF."""
    writer = _Writer(_for_paper(ctx))
    layouts = writer.layouts()
    written = writer.write(layouts)
    return Made(body=written.data, findings=tuple(_findings(written)))


class _Writer:
    """Writes one answer."""

    def __init__(self, ctx: RenderContext) -> None:
        self._ctx = ctx
        self._names = Names(ctx)
        self._direction = direction_of(ctx)
        self._notes = PagedNotes(ctx, self._names, self._direction)
        self._noterefs = _noterefs(ctx)
        self._markers = ctx.document.markers
        self._typesetter = Typesetter(ctx.theme.assets)

    def layouts(self) -> list[Layout]:
        """Return the pages of the text, and those of the list, if it has its own."""
        plan, text = self._text()
        if not self._has_list(plan):
            return [text]
        pages = {
            noteref.index: page
            for noteref in self._noterefs
            if (page := self._page(text, noteref)) is not None
        }
        listed = self._notes.section(pages)
        if len(text) == 1:
            return [self._lay_out(self._body(plan), listed, room=plan.room)]
        return [text, self._lay_out("", listed, first=len(text))]

    def write(self, layouts: Sequence[Layout]) -> Written:
        """Return the file."""
        attached = self._ctx.options.attach_evidence
        return self._typesetter.write(
            layouts,
            names=self._notes.link_names(),
            attachments={NAME: evidence(self._ctx)} if attached else {},
        )

    def _text(self) -> tuple[Plan, Layout]:
        """Return the pages of the text, and which notes are on them."""

        def lay_out(plan: Plan) -> Layout:
            return self._lay_out(self._body(plan), room=plan.room)

        if self._ctx.options.pdf_notes == "end":
            return Plan(), lay_out(Plan())
        return paginate(self._noterefs, lay_out, self._page, self._guess)

    def _has_list(self, plan: Plan) -> bool:
        """Tell whether the sources are listed: they are where notes have no room."""
        if not self._notes.count or self._ctx.options.pdf_notes != "page":
            return self._notes.count > 0
        return any(head not in plan.notes for head in plan.heads.values())

    def _guess(self, noteref: NoteRef) -> int:
        """Return the page of a reference as far as it is known before any layout."""
        return self._markers[noteref.ordinal].start // _PAGE_CHARS

    def _page(self, layout: Layout, noteref: NoteRef) -> int | None:
        return layout.pages.get(self._names.noteref_id(noteref.index))

    def _body(self, plan: Plan) -> str:
        ctx = self._ctx
        refs = PagedRefs(ctx, self._notes, plan)
        body = breakable(dressed_body(ctx, refs, PagedPrinter, dress))
        if not ctx.is_insufficient:
            return body
        notice = ctx.theme.part("insufficient", Format.PDF).render(
            {"text": self._names.labels["insufficient"]}
        )
        return join_markup(notice, body)

    def _lay_out(
        self,
        body: str,
        notes: str = "",
        *,
        first: int = 0,
        room: Mapping[int, int] = _NO_ROOM,
    ) -> Layout:
        """Lay out a document, whose pages are counted on from *first*."""
        ctx, labels = self._ctx, self._names.labels
        title = page_title(ctx)
        html = ctx.theme.part("document", Format.PDF).render(
            {
                "lang": ctx.options.language or _DEFAULT_LANGUAGE,
                "dir": self._direction,
                "title": title or labels["answer"],
                "running": _running(ctx, title),
                "first": str(first + 1) if first else None,
                "css": join_markup(ctx.theme.pdf_css),
                "rooms": join_markup(_rooms(room)),
                "cover": None if first else self._cover(title),
                "body": join_blocks(body),
                "notes": join_blocks(notes),
            }
        )
        return self._typesetter.lay_out(without_controls(str(html)))

    def _cover(self, title: str) -> str:
        """Return what stands over the first page."""
        labels = self._names.labels
        count = self._notes.count
        counted = fill(labels["counted_sources"], n=str(count)) if count else None
        cover = self._ctx.theme.part("cover", Format.PDF).render(
            {"label": labels["answer"], "title": title, "counted": counted}
        )
        return join_blocks(cover)


def _rooms(room: Mapping[int, int]) -> str:
    """Return the rules that leave room for notes below the text, and put them there."""
    pages = (
        f"@page :nth({page + 1}) {{ padding-bottom: {_depth(lines)} }}\n"
        for page, lines in room.items()
    )
    rows = (
        f".cx-row-{row} {{ bottom: -{_depth(row + 1)} }}\n"
        for row in range(max(room.values(), default=0))
    )
    return "".join([*pages, *rows])


def _depth(lines: int) -> str:
    """Return how far *lines* of notes reach below the text."""
    return f"{_GAP_MM + _LINE_MM * lines:.1f}mm"


def _running(ctx: RenderContext, title: str) -> str | None:
    """Return what stands over every page: the title, unless it heads a part only."""
    tags = (token.tag for token in ctx.tokens if token.type == "heading_open")
    return title if next(tags, "") == "h1" else None


def _for_paper(ctx: RenderContext) -> RenderContext:
    """Return *ctx* with links for images, which are not fetched, and plain ids."""
    options = replace(ctx.options, images="link", image_url=None)
    tokens = apply_policy(list(fitted(list(shallow(ctx.tokens)))), options)
    return replace(ctx, tokens=tokens, id_prefix=safe_prefix(""))


def _noterefs(ctx: RenderContext) -> list[NoteRef]:
    """Return the references in the text, in order."""
    noterefs = chain.from_iterable(ctx.resolution.noterefs.values())
    return sorted(noterefs, key=attrgetter("index"))


def _findings(written: Written) -> Iterator[Finding]:
    """Say what readers cannot see."""
    if lost := written.unprintable:
        shown = "".join(lost[:_SHOWN_CHARACTERS])
        more = "…" if len(lost) > _SHOWN_CHARACTERS else ""
        message = (
            f"Unexpected characters that no installed font has, shown as boxes: "
            f"{shown}{more}"
        )
        yield Finding(codes.MISSING_GLYPH, message, 0, 0)
