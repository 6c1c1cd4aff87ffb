"""Shows growing answers in a real browser, and notes what must not happen there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Dialog, Page, Route

CLIENT = Path(__file__).parents[2] / "themes" / "chat" / "stream.js"
_URL = "http://chat.test/"
_SHELL = "<!doctype html><p style='height: 3000px'></p><main id=chat></main>"
_APPLY = """async (events) => {
  const { Message } = await import("/stream.js");
  window.message ??= new Message(document.querySelector("#chat"));
  for (const event of events) window.message.apply(event);
}"""


@dataclass
class Surprises:
    """Notes what a page does that no answer may make it do."""

    page: Page
    allowed: str
    """How the addresses begin that it may ask for."""
    seen: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin to watch."""
        self.page.on("dialog", self._dismiss)
        self.page.on("popup", self._close)
        self.page.on("pageerror", lambda error: self.seen.append(str(error)))
        self.page.on("request", lambda request: self._note(request.url))

    def _dismiss(self, dialog: Dialog) -> None:
        self.seen.append("dialog")
        dialog.dismiss()

    def _close(self, popup: Page) -> None:
        self.seen.append("popup")
        popup.close()

    def _note(self, url: str) -> None:
        if not url.startswith(self.allowed):
            self.seen.append(f"request: {url}")


class Client:
    """A page in which the client shows messages, and which reaches nothing else."""

    def __init__(self, browser: Browser) -> None:
        """Open it."""
        self.page = browser.new_page()
        self.surprises = Surprises(self.page, _URL)
        self.page.route("**/*", self._answer)
        self.page.goto(_URL)

    def _answer(self, route: Route) -> None:
        if route.request.url == f"{_URL}stream.js":
            route.fulfill(content_type="text/javascript", body=CLIENT.read_text())
        elif route.request.url == _URL:
            route.fulfill(content_type="text/html", body=_SHELL)
        else:
            route.abort()

    def apply(self, *events: Mapping[str, object]) -> None:
        """Apply *events* to the message of the page."""
        self.page.evaluate(_APPLY, list(events))

    def shown(self) -> str:
        """Return what is in the place of the message."""
        return self.page.locator("#chat").inner_html()
