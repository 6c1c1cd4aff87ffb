"""Shows example answers in every theme, as a server with a strict policy sends them.

Nothing but the style sheet is fetched; what a page tries beyond that is noted. Pictures
for the documentation are taken of the same pages.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, Route

from citemark import Options, SourceRegistry, render, theme_css
from tests import needed

THEMES = (
    "report",
    *("base", "article", "chat", "minimal", "docs", "academic", "academic-numeric"),
)
LANGUAGES = ("en", "ja", "ar")
POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'"
Scheme = Literal["light", "dark"]

_EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
_URL = "http://answers.test/"
_SHEET = "/style.css"
_SEVERAL = """<!DOCTYPE html><html lang="{lang}" dir="{dir}"><head>
<meta charset="utf-8"><title>Two answers</title>
<meta name="viewport" content="width=device-width">{sheet}</head>
<body class="cx-page"><main>{articles}</main></body></html>"""
_WATCH = """addEventListener("securitypolicyviolation", (event) => {
  (window.violations ??= []).push(`${event.effectiveDirective} ${event.blockedURI}`);
});"""
_AXE = (
    "axe-core",
    "4.14.1",
    (
        "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJp"
        "Ze37OgudVGtQ=="
    ),
    {"axe": "axe.min.js"},
)
# Every rule but those of level AAA, which no page can keep as a whole.
_CHECK = """async () => {
  const rules = axe.getRules().filter(({ tags }) => !tags.includes("wcag2aaa"));
  const found = await axe.run(document, {
    runOnly: { type: "rule", values: rules.map(({ ruleId }) => ruleId) },
    resultTypes: ["violations"],
  });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message}`));
}"""


def example(theme: str, language: str, *, stylesheet: str | None = _SHEET) -> str:
    """Return the example in *language* as a complete page."""
    options = Options(language=language, stylesheet=stylesheet)
    return _render(theme, "a1", options, page=True)


def two_examples(theme: str, language: str, *, sheet: bool = True) -> str:
    """Return a page with the example twice, as chats and sites have them."""
    articles = [
        _render(
            theme,
            prefix,
            Options(language=language, labels={"sources": f"Sources {prefix}"}),
        )
        for prefix in ("a1", "a2")
    ]
    return _SEVERAL.format(
        lang=language,
        dir="rtl" if language == "ar" else "ltr",
        articles="".join(articles),
        sheet=f'<link rel="stylesheet" href="{_SHEET}">' if sheet else "",
    )


def _render(theme: str, prefix: str, options: Options, *, page: bool = False) -> str:
    folder = _EXAMPLES / "gallery" / str(options.language)
    return str(
        render(
            (folder / "answer.md").read_text("utf-8"),
            SourceRegistry.load(folder / "sources.json"),
            theme=theme,
            page=page,
            id_prefix=prefix,
            options=options,
        )
    )


class Gallery:
    """A window in which one page after the other is shown."""

    def __init__(self, browser: Browser, *, scale: float = 1) -> None:
        """Open the window, with *scale* dots to the pixel."""
        # Else a card may be looked at while it fades in.
        context = browser.new_context(
            reduced_motion="reduce", device_scale_factor=scale
        )
        context.add_init_script(_WATCH)
        context.route("**/*", self._answer)
        self.page: Page = context.new_page()
        self._html, self._css = "", ""
        self._refused: list[str] = []

    def close(self) -> None:
        """Close the window."""
        self.page.context.close()

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(_URL[:-1])
        headers = {"Content-Security-Policy": POLICY}
        if path == "/":
            route.fulfill(content_type="text/html", headers=headers, body=self._html)
        elif path == _SHEET:
            route.fulfill(content_type="text/css", headers=headers, body=self._css)
        else:
            if path != "/favicon.ico":
                self._refused.append(path)
            route.abort()

    def show(
        self,
        html: str,
        theme: str,
        *,
        scheme: Scheme = "light",
        width: int = 900,
        css: str = "",
    ) -> Page:
        """Show *html* with the sheet of *theme*, to which *css* is added."""
        self._html, self._css, self._refused = html, f"{theme_css(theme)}{css}", []
        self.page.emulate_media(color_scheme=scheme, media="screen")
        self.resize(width)
        self.page.goto("about:blank")
        self.page.goto(_URL)
        return self.page

    def resize(self, width: int) -> None:
        """Give the window another width."""
        self.page.set_viewport_size({"width": width, "height": 900})

    def refused(self) -> list[str]:
        """Return what the page tried that the policy or this server refuses."""
        return [*self._refused, *self.page.evaluate("window.violations ?? []")]

    def findings(self) -> list[str]:
        """Return what axe-core says of the page as it is."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(axe_core())
        return [str(each) for each in self.page.evaluate(_CHECK)]


def axe_core() -> str:
    """Return the script of axe-core, pinned, from the npm registry."""
    vendor = runpy.run_path(str(_EXAMPLES / "chat" / "vendor.py"))
    try:
        (path,) = vendor["fetch"](packages=[vendor["Package"](*_AXE)])
    except OSError as error:
        needed.lacks(f"this test needs the npm registry: {error}")
    return Path(path).read_text("utf-8")
