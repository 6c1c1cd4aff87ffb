"""The names that everybody may import, and what importing them costs."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

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


def test_names_are_these_and_sorted() -> None:
    assert citemark.__all__ == NAMES
    assert len(NAMES) <= 30
    assert all(hasattr(citemark, name) for name in NAMES)


def imported_by(code: str) -> set[str]:
    """Return the modules of a new process that has run *code*."""
    tail = "; import sys; print(*sys.modules, sep='\\n')"
    run = subprocess.run(
        [sys.executable, "-c", code + tail], check=True, capture_output=True, text=True
    )
    return set(run.stdout.split())


def test_import_is_light() -> None:
    modules = imported_by("import citemark")
    assert {name for name in modules if name.startswith("citemark")} == {
        "citemark",
        "citemark.lint",
        "citemark.render",
    }
    assert not modules & {"markdown_it", "jinja2", "msgspec"}


def test_what_renders_does_not_wait_for_the_rest() -> None:
    modules = imported_by("from citemark import Options, Source, render")
    assert "citemark.api" in modules
    assert not modules & {"citemark.claims", "citemark.lint.engine"}
    assert not {
        name
        for name in modules
        if name.startswith(("citemark.stream", "citemark.verification"))
    }


def test_all_names_leave_out_what_few_need() -> None:
    modules = imported_by("from citemark import *")
    assert "citemark.verification.verify" in modules
    assert not modules & {"asyncio", "bs4", "bleach", "nh3", "click", "rich"}


def test_processes_of_a_batch_need_no_command_line() -> None:
    modules = imported_by("import citemark.batch.process")
    assert not {name for name in modules if name.startswith(("citemark.cli", "click"))}


def test_type_checkers_are_told_the_same_names_and_homes() -> None:
    stub = Path(citemark.__file__).with_suffix(".pyi").read_text("utf-8")
    told = {
        alias.name: node.module
        for node in ast.walk(ast.parse(stub))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if node.module != "__future__"
    }
    assert sorted(told) == NAMES
    for name, module in told.items():
        home = importlib.import_module(str(module))
        assert getattr(citemark, name) is getattr(home, name)


def test_packages_do_not_take_the_place_of_functions() -> None:
    code = "import citemark.render.theme, citemark.lint.engine; from citemark import *"
    used = "; citemark.render('a'); citemark.lint('a'); render('a'); lint('a')"
    assert "citemark.api" in imported_by(code + used)


def test_names_are_listed_before_they_are_imported() -> None:
    code = "import citemark; assert {*citemark.__all__} <= {*dir(citemark)}"
    assert "citemark.api" not in imported_by(code)


def test_other_names_are_missing() -> None:
    with pytest.raises(AttributeError, match=r"^module 'citemark' has no .* 'redner'$"):
        getattr(citemark, "redner")  # noqa: B009 - not a name that mypy lets pass


def test_every_error_is_a_citemark_error() -> None:
    errors = [getattr(citemark, name) for name in NAMES if name.endswith("Error")]
    assert all(issubclass(error, citemark.CitemarkError) for error in errors)
