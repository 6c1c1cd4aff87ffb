"""Plain text: the answer as it was, with bracketed numbers and a list of sources."""

from __future__ import annotations

import re

from citemark.render.context import RenderContext
from citemark.render.edits import edited_source
from citemark.render.output import Output
from citemark.render.plain_notes import text_notes

# An escape sequence in an answer would command the terminal it is printed on.
_CONTROL_RE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f](?<!\r)")


def render_text(ctx: RenderContext) -> str:
    """Return the answer's source with ``[1]`` for each marker, and the sources."""
    resolution = ctx.resolution

    def number(ordinal: int) -> str:
        if ctx.options.strip:
            return ""
        noterefs = resolution.noterefs.get(ordinal, ())
        marked = ctx.options.on_unresolved == "mark"
        refused = resolution.refused.get(ordinal, ()) if marked else ()
        shown = [
            *(str(noteref.number) for noteref in noterefs),
            *("?" for _ in refused),
        ]
        if ctx.options.grouped and shown:
            return f"[{', '.join(shown)}]"
        return "".join(f"[{item}]" for item in shown)

    text = _CONTROL_RE.sub("\ufffd", edited_source(ctx, number, markdown=False))
    notes = text_notes(ctx)
    return f"{text.rstrip()}\n\n{notes}" if notes else text


OUTPUT = Output(
    name="text",
    suffix=".txt",
    media_type="text/plain",
    default_theme="base",
    render=render_text,
)
