"""Markdown: the answer as it was, with footnotes that every common engine accepts."""

from __future__ import annotations

import re

from citemark.render.context import RenderContext
from citemark.render.edits import edited_source
from citemark.render.output import Output
from citemark.render.part import Format
from citemark.render.plain_notes import footnote_labels, markdown_notes, with_notice

_LABEL_RE = re.compile(r"\[\^([^\]\s]{1,200})\]")


def render_markdown(ctx: RenderContext) -> str:
    """Return the answer's source with footnote calls, and the definitions after it."""
    resolution = ctx.resolution
    taken = {match[1] for match in _LABEL_RE.finditer(ctx.document.source)}
    labels = footnote_labels(resolution.references, taken)

    def call(ordinal: int) -> str:
        if ctx.options.strip:
            return ""
        noterefs = resolution.noterefs.get(ordinal, ())
        calls = "".join(f"[^{labels[noteref.number]}]" for noteref in noterefs)
        marked = ctx.options.on_unresolved == "mark"
        refused = resolution.refused.get(ordinal, ()) if marked else ()
        return calls + "\\[?]" * len(refused)

    text = with_notice(ctx, edited_source(ctx, call, markdown=True), Format.MARKDOWN)
    notes = markdown_notes(ctx, labels)
    if not notes:
        return text
    return f"{text.rstrip()}\n\n{notes}"


OUTPUT = Output(
    name="markdown",
    suffix=".md",
    media_type="text/markdown",
    default_theme="base",
    render=render_markdown,
)
