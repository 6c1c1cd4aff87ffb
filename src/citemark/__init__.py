"""Turns an answer with citation markers into something a reader can trust."""

from __future__ import annotations

from citemark.api import Renderer, render
from citemark.diagnostic import Diagnostic
from citemark.document.plugin import citations_plugin
from citemark.errors import (
    CitemarkError,
    ConfigError,
    InternalError,
    SourceError,
    ThemeError,
    UnresolvedCitationError,
)
from citemark.helpers import cited_ids, extract_citations, scan, strip_citations
from citemark.lint.engine import lint
from citemark.lint.fixing import Fixed, fix
from citemark.options import Numbering, Options
from citemark.render.theme import theme_css
from citemark.rendered import Rendered
from citemark.sources import Source, SourceRegistry

__all__ = [
    "CitemarkError",
    "ConfigError",
    "Diagnostic",
    "Fixed",
    "InternalError",
    "Numbering",
    "Options",
    "Rendered",
    "Renderer",
    "Source",
    "SourceError",
    "SourceRegistry",
    "ThemeError",
    "UnresolvedCitationError",
    "citations_plugin",
    "cited_ids",
    "extract_citations",
    "fix",
    "lint",
    "render",
    "scan",
    "strip_citations",
    "theme_css",
]
