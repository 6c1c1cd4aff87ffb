"""An answer as HTML: a fragment, or a whole page."""

from __future__ import annotations

from collections.abc import Callable

from citemark.render.body import html_body
from citemark.render.context import RenderContext
from citemark.render.escape import join_blocks, without_controls
from citemark.render.labels import direction
from citemark.render.names import Names
from citemark.render.noterefs import NoteRefs
from citemark.render.notes import HtmlNotes
from citemark.render.tokens import plain_text

_TITLE_CHARS = 200
# The language of our labels, where that of the answer is unknown.
_DEFAULT_LANGUAGE = "en"


def render_html(ctx: RenderContext) -> str:
    """Return the answer with its references and its list of sources."""
    return render_around(ctx, html_body)


def render_around(
    ctx: RenderContext, print_body: Callable[[RenderContext, NoteRefs], str]
) -> str:
    """Return the same around the body that *print_body* makes, which is HTML."""
    names = Names(ctx)
    body = print_body(ctx, NoteRefs(ctx, names))
    notes = HtmlNotes(ctx, names)
    article = article_of(
        ctx,
        body=join_blocks(_notice(ctx, names), body),
        notes=notes.section(),
        cards=notes.cards(),
    )
    if not ctx.page:
        return article
    language = ctx.options.language or _DEFAULT_LANGUAGE
    page = ctx.theme.part("document").render(
        {
            "lang": language,
            "dir": direction(language),
            "title": page_title(ctx) or without_controls(names.labels["answer"]),
            "css": join_blocks(ctx.theme.css),
            "stylesheet": ctx.options.stylesheet,
            "article": join_blocks(article),
        }
    )
    # Not ``Markup``, whose methods would escape what a caller passes to them.
    return str(page)


def article_of(ctx: RenderContext, *, body: str, notes: str, cards: str) -> str:
    """Return the article around its parts, which are HTML already."""
    language = ctx.options.language
    article = ctx.theme.part("article").render(
        {
            "lang": language,
            "dir": direction(language),
            "body": body,
            "notes": notes,
            "cards": cards,
        }
    )
    return without_controls(str(article))


def _notice(ctx: RenderContext, names: Names) -> str:
    """Return what readers are told where the sources are not enough."""
    if not ctx.is_insufficient:
        return ""
    return ctx.theme.part("insufficient").render({"text": names.labels["insufficient"]})


def page_title(ctx: RenderContext) -> str:
    """Return the text of the first heading that has one."""
    if ctx.title:
        return " ".join(without_controls(ctx.title).split())[:_TITLE_CHARS]
    tokens = ctx.tokens
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            text = plain_text(tokens[index + 1].children or [])
            title = " ".join(without_controls(text).split())
            if title:
                return title[:_TITLE_CHARS]
    return ""
