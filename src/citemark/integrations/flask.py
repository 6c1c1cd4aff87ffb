"""Answers in Flask: the filter ``citemark`` in templates, and the style sheet's URL.

    app = Flask(__name__)
    Citemark(app)

In templates ``{{ answer | citemark(sources) }}``, and once a page
``<link rel="stylesheet" href="{{ url_for('citemark_css') }}">``. Settings are
``CITEMARK_SOURCES``, ``CITEMARK_THEME`` and ``CITEMARK_OPTIONS`` of the application.
"""

from __future__ import annotations

from flask import Flask, Response

from citemark.integrations.jinja import install
from citemark.integrations.page import given_options
from citemark.render.theme import theme_css

CSS_PATH = "/citemark.css"


class Citemark:
    """The extension; it keeps nothing of an application."""

    def __init__(self, app: Flask | None = None) -> None:
        """Prepare *app*, or no application yet."""
        if app is not None:
            self.init_app(app)

    def init_app(self, app: Flask) -> None:
        """Add filter, globals and the route ``citemark_css`` to *app*."""
        theme = app.config.get("CITEMARK_THEME", "base")
        css = theme_css(theme)
        install(
            app.jinja_env,
            app.config.get("CITEMARK_SOURCES"),
            theme=theme,
            options=given_options(app.config.get("CITEMARK_OPTIONS")),
        )

        def citemark_css() -> Response:
            return Response(css, mimetype="text/css")

        app.add_url_rule(CSS_PATH, "citemark_css", citemark_css)
        app.extensions["citemark"] = self
