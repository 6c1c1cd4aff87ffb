from citemark.api import Renderer, render
from citemark.claims import ClaimedAnswer, render_claims
from citemark.cleaning.clean import clean
from citemark.detecting import detect_dialects
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
from citemark.lint.fixing import fix
from citemark.options import Numbering, Options
from citemark.prompt.instructions import citation_instructions
from citemark.render.theme import theme_css
from citemark.rendered import Rendered
from citemark.source import Source
from citemark.sources import SourceRegistry
from citemark.stream.filter import MarkerFilter
from citemark.stream.renderer import StreamRenderer
from citemark.verification.verify import verify

__all__ = [
    "CitemarkError",
    "ClaimedAnswer",
    "ConfigError",
    "Diagnostic",
    "InternalError",
    "MarkerFilter",
    "Numbering",
    "Options",
    "Rendered",
    "Renderer",
    "Source",
    "SourceError",
    "SourceRegistry",
    "StreamRenderer",
    "ThemeError",
    "UnresolvedCitationError",
    "citation_instructions",
    "citations_plugin",
    "cited_ids",
    "clean",
    "detect_dialects",
    "extract_citations",
    "fix",
    "lint",
    "render",
    "render_claims",
    "scan",
    "strip_citations",
    "theme_css",
    "verify",
]
