"""A draft for a mail program: the e-mail as a file, to be addressed and sent there."""

from __future__ import annotations

from citemark.message import draft
from citemark.render.context import RenderContext
from citemark.render.html import page_title
from citemark.render.labels import labels_for
from citemark.render.mail import render_email
from citemark.render.output import Made, Output


def render_eml(ctx: RenderContext) -> Made:
    """Return the message, whose subject is the first heading."""
    made = render_email(ctx)
    message = draft(
        html=str(made.body),
        text=made.text or "",
        related=made.related,
        subject=page_title(ctx) or labels_for(ctx.options)["answer"],
    )
    return Made(body=bytes(message), text=made.text, findings=made.findings)


OUTPUT = Output(
    name="eml",
    suffix=".eml",
    media_type="message/rfc822",
    default_theme="base",
    render=render_eml,
)
