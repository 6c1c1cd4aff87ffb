"""Answers in Jinja templates: ``{{ answer | citemark(sources) }}``.

    environment = Environment(autoescape=True)
    citemark.integrations.jinja.install(environment)

A `Rendered` needs no filter: ``{{ rendered }}`` is HTML, and is not escaped again.
"""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

from citemark.api import render
from citemark.integrations.page import given_sources
from citemark.options import Options
from citemark.render.escape import as_markup
from citemark.render.theme import theme_css
from citemark.rendered import Rendered
from citemark.sources import Sources


class Renders:
    """What templates call; one object holds what is the same for all of them."""

    def __init__(
        self,
        sources: Sources | str | Path = None,
        *,
        theme: str | Path | None = None,
        options: Options | None = None,
    ) -> None:
        """Take the sources of answers that come without any, a theme and options."""
        self._sources = sources
        self._theme = theme
        self._options = options

    def render(
        self,
        answer: str,
        sources: Sources | str | Path = None,
        id_prefix: str = "",
        to: str = "html",
    ) -> Rendered:
        """Render *answer*; a template prints what it returns.

        Several answers on a page need an *id_prefix* each.
        """
        return render(
            answer,
            given_sources(self._sources if sources is None else sources),
            to=to,
            theme=self._theme,
            id_prefix=id_prefix,
            options=self._options,
        )

    def css(self) -> Markup:
        """Return the style sheet, for a ``<style>`` element or a file."""
        # It cannot end the element: themes that could are refused.
        return as_markup(theme_css(self._theme or "base"))


def install(
    environment: Environment,
    sources: Sources | str | Path = None,
    *,
    theme: str | Path | None = None,
    options: Options | None = None,
) -> None:
    """Add the filter ``citemark`` and the globals ``citemark`` and ``citemark_css``.

    *sources* (a registry, records or a file) serve answers that come without any.
    """
    renders = Renders(sources, theme=theme, options=options)
    environment.filters["citemark"] = renders.render
    environment.globals["citemark"] = renders.render
    environment.globals["citemark_css"] = renders.css
