"""HTML: a fragment for a page of yours, or a page of its own."""

from __future__ import annotations

from citemark.render.html import render_html
from citemark.render.output import Output

OUTPUT = Output(
    name="html",
    suffix=".html",
    media_type="text/html",
    default_theme="base",
    render=render_html,
)
