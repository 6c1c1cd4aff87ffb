"""An answer as an e-mail: a whole document of tables and styles in place.

**Why not the page.** What mail programs let through and what makes a good page are
disjoint: no ids to jump to, no variables, no `details`, no logical sides, no generated
content. So the mail has parts and a writer of its own, over the same context.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from citemark import codes
from citemark.diagnostic import Finding
from citemark.document.policy import apply_policy
from citemark.model import Related
from citemark.render.body import dressed_body
from citemark.render.context import RenderContext
from citemark.render.escape import join_blocks, join_markup, without_controls
from citemark.render.html import page_title
from citemark.render.mail_dress import MailPrinter, dress_for
from citemark.render.mail_inline import inlined
from citemark.render.mail_notes import (
    Form,
    MailNotes,
    fit,
    start_of,
)
from citemark.render.mail_refs import MailRefs
from citemark.render.mail_text import kept_lines, wrapped
from citemark.render.names import Names
from citemark.render.output import Made
from citemark.render.part import Format
from citemark.render.plain import answer_text, with_notes
from citemark.render.plain_notes import text_notes
from citemark.render.reading import direction_of
from citemark.render.theme import Theme

# The language of our labels, where that of the answer is unknown.
_DEFAULT_LANGUAGE = "en"
_SHOWN: Mapping[Form, str] = {
    Form.LOCATED: "with cited lines only",
    Form.HEAD: "without excerpt",
    Form.BRIEF: "as number, title and link only",
    Form.TITLE: "as number and title only",
    Form.LEFT_OUT: "not listed",
}
# What begins the words of a source in a link to them.
_DIRECTIVE = ":~:"
# The least part of the limit that is given up for what inlined styles add.
_STEPS = 16


def render_email(ctx: RenderContext) -> Made:
    """Return the answer as HTML and as text, with the pictures of its theme."""
    writer = _Writer(_without_quotes(_without_images(ctx)))
    limit = ctx.options.limits.mail_bytes
    html, forms = writer.fitted(limit)
    return Made(
        body=html,
        text=_text(ctx),
        related=tuple(_related(ctx.theme, html)),
        findings=tuple(_findings(forms, len(html.encode()), limit)),
    )


class _Writer:
    """Writes one answer, as large as it may be."""

    def __init__(self, ctx: RenderContext) -> None:
        self._ctx = ctx
        self._names = Names(ctx)
        self._direction = direction_of(ctx)
        self._notes = MailNotes(ctx, self._names, self._direction)

    def fitted(self, limit: int) -> tuple[str, list[int]]:
        """Return the mail, and which `Form` of each source has found room in it."""
        html, chosen = self._within(limit, bare=False)
        if len(html.encode()) > limit:
            html, chosen = self._within(limit, bare=True)
        return html, chosen

    def _within(self, limit: int, *, bare: bool) -> tuple[str, list[int]]:
        """Return the mail with as much of its sources as there is room for."""
        body, room = self._body(bare=bare), limit
        smallest = Form.LEFT_OUT if bare else Form.BRIEF
        while True:
            chosen = self._chosen(body, room, smallest)
            page = self._document(body, self._notes.section(chosen))
            html = inlined(page, self._ctx.theme)
            excess = len(html.encode()) - limit
            if excess <= 0 or set(chosen) <= {smallest}:
                return html, chosen
            # Only where styles were inlined, which adds to each entry.
            room -= max(excess, limit // _STEPS + 1)

    def _chosen(self, body: str, room: int, smallest: Form) -> list[int]:
        """Return the form of each source, none smaller than *smallest*."""
        frame = self._document(body, self._notes.outline())
        sizes = [
            [len(form.encode()) for form in forms[: smallest + 1]]
            for forms in self._notes.entries
        ]
        return fit(sizes, room - len(frame.encode()))

    def _document(self, body: str, notes: str | None) -> str:
        ctx, labels = self._ctx, self._names.labels
        page = ctx.theme.part("document", Format.EMAIL).render(
            {
                "lang": ctx.options.language or _DEFAULT_LANGUAGE,
                "dir": self._direction,
                "start": start_of(self._direction),
                "title": page_title(ctx) or labels["answer"],
                "body": join_blocks(body),
                "notes": notes and join_blocks(notes),
                "css": join_blocks(ctx.theme.email_css),
            }
        )
        return without_controls(str(page))

    def _body(self, *, bare: bool) -> str:
        ctx = self._ctx
        start = start_of(self._direction)
        refs = MailRefs(ctx, self._names, bare=bare)
        body = dressed_body(
            ctx, refs, MailPrinter, dress_for(start, ctx.options.language)
        )
        if not ctx.is_insufficient:
            return body
        notice = ctx.theme.part("insufficient", Format.EMAIL).render(
            {"text": self._names.labels["insufficient"], "start": start}
        )
        return join_markup(notice, body)


def _text(ctx: RenderContext) -> str:
    """Return the text part, in lines that fit."""
    text = answer_text(ctx)
    text = wrapped(text, kept_lines(ctx.document.md, text))
    return with_notes(text, wrapped(text_notes(ctx)))


def _without_images(ctx: RenderContext) -> RenderContext:
    """Make links of all images: fetching one would tell that the mail was opened."""
    options = replace(ctx.options, images="link", image_url=None)
    return replace(ctx, tokens=apply_policy(ctx.tokens, options))


def _without_quotes(ctx: RenderContext) -> RenderContext:
    """Let no link quote its source: programs that rewrite links may break such."""
    references = tuple(
        replace(
            each,
            links=tuple(map(_unquoted, each.links)),
            place_links=tuple(map(_unquoted, each.place_links)),
        )
        for each in ctx.resolution.references
    )
    return replace(ctx, resolution=replace(ctx.resolution, references=references))


def _unquoted(link: str | None) -> str | None:
    return None if link is None or _DIRECTIVE in link else link


def _related(theme: Theme, html: str) -> Iterator[Related]:
    """Yield the pictures of *theme* that *html* shows."""
    for name, data in theme.pictures.items():
        if f'="cid:{name}"' in html:
            kind = name.rpartition(".")[2].replace("jpg", "jpeg")
            yield Related(name=name, media_type=f"image/{kind}", data=data)


def _findings(forms: Sequence[int], size: int, limit: int) -> Iterator[Finding]:
    """Say what was left out, and whether it was enough."""
    lost = [
        f"{count} {what}"
        for form, what in _SHOWN.items()
        if (count := forms.count(form))
    ]
    if not lost and size <= limit:
        return
    shown = f"sources shown with less: {', '.join(lost)}" if lost else "nothing to cut"
    message = (
        f"Unexpected size of the e-mail, expected at most {limit} bytes: {shown}"
        f"; it has {size} bytes"
    )
    yield Finding(codes.EMAIL_TOO_LARGE, message, 0, 0)
