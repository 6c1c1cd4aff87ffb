"""Takes the pictures in README and manual, of the example answer.

One shows it as a page in the theme *article*, one its report, one an e-mail.
"""

from __future__ import annotations

import html
import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from citemark import Source, SourceRegistry, pictures, render

_DOCS = Path(__file__).parent
_EXAMPLE = _DOCS / "examples" / "handbook"
_STATIC = _DOCS / "_static"
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_WIDTH = 900
# A frame's colours are those its element asks for.
_BESIDE = """<!DOCTYPE html>
<body style="margin: 0; display: flex; height: 100vh; overflow: hidden">
<iframe style="border: 0; width: 560px; color-scheme: light" srcdoc="{mail}"></iframe>
<iframe style="border: 0; width: 340px; color-scheme: dark" srcdoc="{mail}"
  onload="this.contentDocument.querySelector('h2.cx-edge').scrollIntoView()"></iframe>
"""
_UNCITED = Source(source_id="turn1file3", title="Parental Leave Policy")


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


def report_example() -> str:
    """Return the report of the example, with a source that it does not cite."""
    answer = (_EXAMPLE / "answer.md").read_text("utf-8")
    sources = SourceRegistry.load(_EXAMPLE / "sources.json")
    return pictures.report(answer, [*sources, _UNCITED])


def email_example() -> str:
    """Return the example as an e-mail: how it begins, and its sources in the dark."""
    answer = (_EXAMPLE / "answer.md").read_text("utf-8")
    sources = SourceRegistry.load(_EXAMPLE / "sources.json")
    mail = html.escape(render(answer, sources, to="email").html)
    return _BESIDE.format(mail=mail)


def take(browser: Browser, page_html: str, name: str, first: str, height: int) -> None:
    """Show a page, offline, and keep a screenful of it from the element *first* on."""
    page = browser.new_page(
        viewport={"width": _WIDTH, "height": height},
        color_scheme="null",  # that of the machine, which is light, and of frames
        offline=True,
    )
    page.set_content(page_html)
    page.locator(first).first.evaluate("(element) => element.scrollIntoView()")
    target = _STATIC / name
    page.screenshot(path=target)
    print(f"{target}: {target.stat().st_size} bytes")


def main() -> None:
    """Take the pictures."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox"]
        )
        take(browser, render_example(), "screenshot.png", "body", 1000)
        take(browser, report_example(), "report.png", ".cxp-chapter", 1240)
        take(browser, email_example(), "email.png", "body", 900)
        browser.close()


if __name__ == "__main__":
    main()
