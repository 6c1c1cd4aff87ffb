"""Builds the example as a page of documentation, with Zensical, and shows it."""

from __future__ import annotations

import mimetypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, Route

from citemark import theme_css
from tests.browser.gallery import Scheme

_ROOT = Path(__file__).parents[2]
_EXAMPLE = _ROOT / "docs" / "examples" / "gallery" / "en"
_URL = "http://documentation.test/"
_PALETTES = {"light": "default", "dark": "slate"}
_SETTINGS = """\
site_name: Building Energy Handbook
site_url: http://documentation.test/
theme:
  name: material
  font: false
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
markdown_extensions:
  - tables
  - pymdownx.superfences
  - citemark.integrations.python_markdown:
      sources: sources.json
      theme: docs
extra_css:
  - citemark.css
"""


def build_site(folder: Path) -> Path:
    """Build the site in *folder*; return where its pages are."""
    pages = folder / "docs"
    pages.mkdir()
    shutil.copy(_EXAMPLE / "answer.md", pages / "index.md")
    shutil.copy(_EXAMPLE / "sources.json", folder)
    (folder / "mkdocs.yml").write_text(_SETTINGS, "utf-8")
    (pages / "citemark.css").write_text(theme_css("docs"), "utf-8")
    program = [sys.executable, "-m", "zensical", "build"]
    environment = {**os.environ, "PYTHONPATH": str(_ROOT / "src")}
    subprocess.run(
        program, cwd=folder, env=environment, capture_output=True, check=True
    )
    return folder / "site"


def show_site(
    browser: Browser, site: Path, scheme: Scheme, *, scale: float = 1
) -> Page:
    """Show the page of *site*; nothing comes from anywhere else."""

    def answer(route: Route) -> None:
        path = route.request.url.partition("?")[0].removeprefix(_URL)
        file = site / (path or "index.html")
        if route.request.url.startswith(_URL) and file.is_file():
            kind = mimetypes.guess_type(file.name)[0]
            route.fulfill(content_type=kind, body=file.read_bytes())
        else:
            route.abort()

    page = browser.new_page(
        viewport={"width": 1240, "height": 860},
        color_scheme=scheme,
        device_scale_factor=scale,
        reduced_motion="reduce",
    )
    page.route("**/*", answer)
    page.goto(_URL)
    page.wait_for_selector(f"body[data-md-color-scheme={_PALETTES[scheme]}]")
    return page
