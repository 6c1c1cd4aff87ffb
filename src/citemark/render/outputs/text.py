"""Plain text: the answer as it was, with bracketed numbers and a list of sources."""

from __future__ import annotations

from citemark.render.output import Output
from citemark.render.plain import render_text

OUTPUT = Output(
    name="text",
    suffix=".txt",
    media_type="text/plain",
    default_theme="base",
    render=render_text,
)
