"""Takes the picture in the README: the example answer in the theme *article*."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from citemark import SourceRegistry, render

_DOCS = Path(__file__).parent
_EXAMPLE = _DOCS / "examples" / "handbook"
_TARGET = _DOCS / "_static" / "screenshot.png"
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_WIDTH, _HEIGHT = 900, 1000


def find_chromium() -> str:
    """Return the path of the browser, or end the script."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, _NAMES)), None)
    return found or sys.exit("no Chromium: install it, or set CHROMIUM to its path")


def render_example() -> str:
    """Return the example as a complete page."""
    answer = (_EXAMPLE / "answer.md").read_text("utf-8")
    sources = SourceRegistry.load(_EXAMPLE / "sources.json")
    return render(answer, sources, theme="article", page=True).body


def main() -> None:
    """Show the page in a browser, offline, and keep the upper part of it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox"]
        )
        page = browser.new_page(
            viewport={"width": _WIDTH, "height": _HEIGHT},
            color_scheme="light",
            offline=True,
        )
        page.set_content(render_example())
        page.screenshot(path=_TARGET)
        browser.close()
    print(f"{_TARGET}: {_TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
