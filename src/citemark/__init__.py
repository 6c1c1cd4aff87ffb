"""Turns an answer with citation markers into something a reader can trust.

A name is imported when it is first asked for: whoever only renders does not wait for
streams and judges. Type checkers read the names beside, in ``__init__.pyi``.
"""

from __future__ import annotations

from importlib import import_module

from citemark import lint, render

# The packages of these names are imported now, so that nothing imports them later and
# takes the place of the functions.
del lint, render

_HOMES = {
    "CitemarkError": "errors",
    "ClaimedAnswer": "claims",
    "ConfigError": "errors",
    "Diagnostic": "diagnostic",
    "InternalError": "errors",
    "MarkerFilter": "stream.filter",
    "Numbering": "options",
    "Options": "options",
    "Rendered": "rendered",
    "Renderer": "api",
    "Source": "source",
    "SourceError": "errors",
    "SourceRegistry": "sources",
    "StreamRenderer": "stream.renderer",
    "ThemeError": "errors",
    "UnresolvedCitationError": "errors",
    "citation_instructions": "prompt.instructions",
    "citations_plugin": "document.plugin",
    "cited_ids": "helpers",
    "clean": "cleaning.clean",
    "detect_dialects": "detecting",
    "extract_citations": "helpers",
    "fix": "lint.fixing",
    "lint": "lint.engine",
    "render": "api",
    "render_claims": "claims",
    "scan": "helpers",
    "strip_citations": "helpers",
    "theme_css": "render.theme",
    "verify": "verification.verify",
}
"""Public name → the module it comes from."""

__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    """Import what is called *name*, once (PEP 562)."""
    if name not in _HOMES:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg, name=name, obj=import_module(__name__))
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
