"""E-mail: HTML that mail programs show as it is meant, with a text beside it."""

from __future__ import annotations

from citemark.render.mail import render_email
from citemark.render.output import Output

OUTPUT = Output(
    name="email",
    suffix=".email.html",
    media_type="text/html",
    default_theme="base",
    render=render_email,
)
