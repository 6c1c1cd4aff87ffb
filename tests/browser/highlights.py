"""Opens a link to words of a page and says if exactly these words are highlighted.

Two pictures are compared: of the page behind the link, whose words the browser found,
and of the same page with the words highlighted that were meant.
"""

from __future__ import annotations

from playwright.sync_api import Browser, Route

OPEN, CLOSE = "\u27e6", "\u27e7"
"""What stands in a page's markup around the words that are meant."""

_PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8">
<title>page</title><style>
body {{ margin: 8px; font: 15px/1.5 sans-serif }}
::target-text, ::highlight(meant) {{ background: #f00; color: #000 }}
</style></head><body>{body}</body></html>"""
_OFFSETS = """([open, close]) => {
  const text = document.body.textContent;
  return [text.indexOf(open), text.indexOf(close) - 1];
}"""
# Highlights from one offset of the page's text to another.
_HIGHLIGHT = """([first, last]) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = new Range();
  let at = 0;
  while (texts.nextNode()) {
    const node = texts.currentNode, end = at + node.length;
    if (at <= first && first < end) range.setStart(node, first - at);
    if (at < last && last <= end) range.setEnd(node, last - at);
    at = end;
  }
  CSS.highlights.set("meant", new Highlight(range));
}"""
_PAINTED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


class Highlights:
    """Shows pages, all of them at one address, and takes their pictures."""

    def __init__(self, browser: Browser, address: str) -> None:
        """Open a window in which every address has the page at hand."""
        context = browser.new_context(viewport={"width": 640, "height": 480})
        context.route("**/*", self._answer)
        self._window = context.new_page()
        self._address = address
        self._html = ""

    def _answer(self, route: Route) -> None:
        route.fulfill(content_type="text/html; charset=utf-8", body=self._html)

    def found(self, link: str, body: str, lang: str) -> str:
        """Return ``exact``, ``nothing`` or ``other``: what *link* highlights.

        *body* has `OPEN` and `CLOSE` around the words that are meant.
        """
        meant = self.meant(body, lang)
        plain = self._picture(self._address)
        shown = self._picture(link)
        assert meant != plain
        return {plain: "nothing", meant: "exact"}.get(shown, "other")

    def meant(self, body: str, lang: str) -> bytes:
        """Return the picture of the page with the words that are meant."""
        self._html = _PAGE.format(lang=lang, body=body)
        self._window.goto(self._address)
        offsets = self._window.evaluate(_OFFSETS, [OPEN, CLOSE])
        self._html = _without_signs(self._html)
        self._picture(self._address)
        self._window.evaluate(_HIGHLIGHT, offsets)
        return self._painted()

    def followed(self, page: str, name: str, body: str, lang: str) -> bytes:
        """Return the picture after a click on the link called *name* in *page*."""
        self._html = page
        self._window.goto(self._address)
        link = self._window.get_by_role("link", name=name, exact=True)
        self._html = _without_signs(_PAGE.format(lang=lang, body=body))
        # The answer is another document than the source.
        self._window.evaluate("history.replaceState(null, '', '/answer')")
        link.click()
        self._window.wait_for_url(f"{self._address}*")
        # Where the pointer is must not show.
        self._window.mouse.move(0, 0)
        return self._painted()

    def _picture(self, address: str) -> bytes:
        # A change of the fragment alone would not load the page again.
        self._window.goto("about:blank")
        self._window.goto(address)
        return self._painted()

    def _painted(self) -> bytes:
        self._window.evaluate(_PAINTED)
        return self._window.screenshot()


def _without_signs(html: str) -> str:
    return html.replace(OPEN, "").replace(CLOSE, "")
