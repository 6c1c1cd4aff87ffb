"""The names that everybody may import, and what importing them costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import citemark

NAMES = [
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


def test_names_are_these_and_sorted() -> None:
    assert citemark.__all__ == NAMES
    assert len(NAMES) <= 30
    assert all(hasattr(citemark, name) for name in NAMES)


@pytest.mark.parametrize("module", ["asyncio", "bs4", "bleach", "nh3", "click", "rich"])
def test_import_is_light(module: str) -> None:
    code = f"import citemark, sys; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_error_is_a_citemark_error() -> None:
    errors = [getattr(citemark, name) for name in NAMES if name.endswith("Error")]
    assert all(issubclass(error, citemark.CitemarkError) for error in errors)
