"""Shows fragments to a real browser and reports everything that must not happen.

Nothing leaves the machine: every request is answered here or refused and noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Dialog,
    Error,
    Page,
    Route,
    sync_playwright,
)

from tests import needed

_URL = "http://document.test/"
_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'"
_SHELL = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>check</title>'
    "</head><body>{}</body></html>"
)
_AUDIT = Path(__file__).with_name("audit.js").read_text("utf-8")
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_WAIT_MS = 20_000
_BATCH = 16


@dataclass(frozen=True)
class Fragment:
    """Markup to be shown, and what each of its ids must start with."""

    html: str
    prefix: str = ""


def find_chromium() -> str:
    """Return the browser's path; without one, CI fails and other runs skip."""
    return needed.program(*_NAMES, variable="CHROMIUM")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser, headless."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


class Harness:
    """Loads one document after another in a context that notes what they do."""

    def __init__(self, browser: Browser) -> None:
        """Open a page in a fresh context."""
        self._context = self._open(browser)
        self._page = self._context.new_page()
        self._watch(self._page)
        self._html = ""
        self._loaded = False
        self._seen: list[str] = []

    def _open(self, browser: Browser) -> BrowserContext:
        context = browser.new_context(accept_downloads=False)
        context.add_init_script(_AUDIT)
        context.route("**/*", self._answer)
        return context

    def _watch(self, page: Page) -> None:
        def dismiss(dialog: Dialog) -> None:
            self._note("dialog")
            dialog.dismiss()

        def close(popup: Page) -> None:
            self._note("popup")
            popup.close()

        page.on("dialog", dismiss)
        page.on("popup", close)
        page.on("pageerror", lambda error: self._note(f"script: {error}"))
        page.on("download", lambda _: self._note("download"))

    def _note(self, what: str) -> None:
        self._seen.append(what)

    def _answer(self, route: Route) -> None:
        if route.request.url == _URL and not self._loaded:
            self._loaded = True
            headers = {"Content-Security-Policy-Report-Only": _POLICY}
            body = _SHELL.replace("{}", self._html)
            route.fulfill(content_type="text/html", headers=headers, body=body)
        else:
            self._note(f"request: {route.request.url}")
            route.abort()

    def faults(self, *fragments: Fragment, expected: Sequence[str] = ()) -> list[str]:
        """Return what is wrong with *fragments*, shown side by side in one document.

        The sentences *expected* and a reference must be visible in each of them.
        """
        body = "".join(f"<div>{fragment.html}</div>" for fragment in fragments)
        self._html, self._seen, self._loaded = body, [], False
        arguments = [[asdict(fragment) for fragment in fragments], list(expected)]
        try:
            self._page.goto(_URL, timeout=_WAIT_MS)
            found = self._page.evaluate("(it) => window.__audit(...it)", arguments)
        except Error as error:
            found = [f"broken: {error.message.splitlines()[0]}"]
        return sorted({*found, *self._seen})

    def all_faults(
        self, documents: Mapping[str, Fragment], *, expected: Sequence[str] = ()
    ) -> dict[str, list[str]]:
        """Return name → faults for those of *documents* that have any.

        Many are shown at once; where something is wrong, each of them by itself.
        """
        faults: dict[str, list[str]] = {}
        for names in batched(documents, _BATCH):
            together = [documents[name] for name in names]
            found = self.faults(*together, expected=expected)
            if found:
                for name in names:
                    alone = self.faults(documents[name], expected=expected)
                    if alone:
                        faults[name] = alone
                if not faults.keys() & set(names):
                    faults[f"{names[0]} with {names[1:]}"] = found
        return faults


def batched(names: Iterable[str], size: int) -> Iterator[list[str]]:
    """Yield *names* in lists of *size*."""
    iterator = iter(names)
    while batch := list(islice(iterator, size)):
        yield batch
