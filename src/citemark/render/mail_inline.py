"""A theme's own style sheet for e-mails, written into the tags it is about."""

from __future__ import annotations

import re

from citemark.errors import ConfigError
from citemark.render.theme import Theme, load_theme

_TAG_RE = re.compile(r"<[a-z][^<>]*>")
_STYLE_RE = re.compile(r'(?<= style=")[^"]*')
_FORCED_RE = re.compile(r"\s*!important(?=;|\Z)")


def inlined(html: str, theme: Theme) -> str:
    """Return *html* with the rules of *theme* in its tags.

    What cannot be there, such as media queries, stays in the head. Nothing is loaded.

    Raises:
        ConfigError: the theme has a style sheet for e-mails, but css-inline is missing.
    """
    if theme.email_css == load_theme().email_css:
        return html
    try:
        from css_inline import CSSInliner
    except ImportError as error:
        msg = (
            f"theme {theme.address!r}: its email.css needs css-inline, "
            "which is not installed: pip install 'citemark[email]'"
        )
        raise ConfigError(msg) from error
    inliner = CSSInliner(
        keep_style_tags=True,
        remove_inlined_selectors=True,
        load_remote_stylesheets=False,
    )
    return _TAG_RE.sub(_relaxed, inliner.inline(html))


def _relaxed(tag: re.Match[str]) -> str:
    """Take ``!important`` out of a tag, where it would beat the rules for dark mode."""
    return _STYLE_RE.sub(lambda style: _FORCED_RE.sub("", style[0]), tag[0])
