"""Markdown: the answer as it was, with footnotes that every common engine accepts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from citemark.model import NoteRef
from citemark.render.context import RenderContext
from citemark.render.edits import edited_source
from citemark.render.escape import escape_markdown
from citemark.render.inert import inert
from citemark.render.labels import labels_for
from citemark.render.output import Output
from citemark.render.part import Format
from citemark.render.plain_notes import footnote_labels, markdown_notes, with_notice

_LABEL_RE = re.compile(r"\[\^([^\]\s]{1,200})\]")


def render_markdown(ctx: RenderContext) -> str:
    """Return the answer's source with footnote calls, and the definitions after it."""
    resolution, profile = ctx.resolution, ctx.options.markdown_profile
    taken = {match[1] for match in _LABEL_RE.finditer(ctx.document.source)}
    labels = footnote_labels(resolution.references, taken)
    # To pandoc, a second call is a second note. But where the answer has notes of its
    # own, pandoc counts them too, and only it knows our numbers.
    once = profile == "pandoc" and not taken

    def one(noteref: NoteRef) -> str:
        if profile == "plain" or (once and noteref.occurrence > 1):
            # With its brackets escaped, no definition of the answer makes it a link.
            return f"\\[{noteref.number}\\]"
        return f"[^{labels[noteref.number]}]"

    def call(ordinal: int) -> str:
        if ctx.options.strip:
            return ""
        noterefs = resolution.noterefs.get(ordinal, ())
        marked = ctx.options.on_unresolved == "mark"
        refused = resolution.refused.get(ordinal, ()) if marked else ()
        return "".join(map(one, noterefs)) + "\\[?]" * len(refused)

    text = _without_images(edited_source(ctx, call, markdown=True), labels)
    if not ctx.options.trusted:
        text = inert(ctx, text)
    text = with_notice(ctx, text, Format.MARKDOWN)
    # Engines leave out a footnote that nothing calls.
    listed = {
        each.number: str(each.number)
        for each in resolution.references
        if profile == "plain" or not each.noterefs
    }
    footnotes = {each: label for each, label in labels.items() if each not in listed}
    notes = [_listed(ctx, listed), markdown_notes(ctx, footnotes)]
    if not any(notes):
        return text
    shown = "\n\n".join([each.rstrip("\n") for each in (text.rstrip(), *notes) if each])
    return f"{shown}\n"


def _without_images(text: str, labels: Mapping[int, str]) -> str:
    """Escape exclamation marks before calls, which some engines take for images."""
    if "![^" not in text:
        return text
    ours = "|".join(map(re.escape, labels.values()))
    image_re = re.compile(rf"(?<!\\)((?:\\\\)*)!(?=\[\^(?:{ours})\])")
    return image_re.sub(r"\1\\!", text)


def _listed(ctx: RenderContext, labels: Mapping[int, str]) -> str:
    """Return sources as a list that says its numbers itself, below its name."""
    entries = markdown_notes(ctx, labels, "entry")
    heading = escape_markdown(labels_for(ctx.options)["sources"])
    return f"**{heading}**\n\n{entries}" if entries else ""


OUTPUT = Output(
    name="markdown",
    suffix=".md",
    media_type="text/markdown",
    default_theme="base",
    render=render_markdown,
    edits_source=True,
)
