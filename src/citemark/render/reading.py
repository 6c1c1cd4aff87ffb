"""Where text runs, for channels that know no ``dir="auto"``."""

from __future__ import annotations

import unicodedata

from citemark.render.context import RenderContext
from citemark.render.labels import direction
from citemark.render.tokens import plain_text

_LOOKED_AT = 1_000


def direction_of(ctx: RenderContext) -> str:
    """Return where the answer runs: by its language, or by its first letter."""
    if language := ctx.options.language:
        return direction(language)
    inline = (token for token in ctx.tokens if token.type == "inline")
    found = (read_direction(plain_text(each.children or []), "") for each in inline)
    return next(filter(None, found), "ltr")


def read_direction(text: str, default: str) -> str:
    """Return where *text* runs, by its first letter, as ``dir="auto"`` would.

    >>> read_direction("(42) سياسة", "ltr"), read_direction("42", "rtl")
    ('rtl', 'rtl')
    """
    for character in text[:_LOOKED_AT]:
        kind = unicodedata.bidirectional(character)
        if kind in ("L", "R", "AL"):
            return "ltr" if kind == "L" else "rtl"
    return default
