"""The tags and filters of ``{% load citemark %}``."""

from __future__ import annotations

from pathlib import Path

from django import conf, template
from markupsafe import Markup

from citemark.api import render
from citemark.integrations.page import given_options, given_sources
from citemark.render.escape import as_markup
from citemark.render.theme import theme_css
from citemark.rendered import Rendered
from citemark.sources import Sources

register = template.Library()


def citemark(
    answer: str, sources: Sources | str | Path = None, id_prefix: str = ""
) -> Rendered:
    """Render *answer*, which cites *sources* or those of the settings."""
    if sources is None:
        sources = getattr(conf.settings, "CITEMARK_SOURCES", None)
    return render(
        answer,
        given_sources(sources),
        theme=getattr(conf.settings, "CITEMARK_THEME", None),
        id_prefix=id_prefix,
        options=given_options(getattr(conf.settings, "CITEMARK_OPTIONS", None)),
    )


def citemark_css() -> Markup:
    """Return the style sheet, for a ``<style>`` element."""
    # It cannot end the element: themes that could are refused.
    return as_markup(theme_css(getattr(conf.settings, "CITEMARK_THEME", "base")))


register.filter("citemark", citemark)
register.simple_tag(citemark)
register.simple_tag(citemark_css)
