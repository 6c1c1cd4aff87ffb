"""Takes the pictures of the themes, of the pages that the browser tests look at.

    python -m docs.make_theme_pictures

They show what the fonts of this machine give; for Japanese and Arabic it needs some.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.documentation import build_site, show_site
from tests.browser.gallery import THEMES, Gallery, Scheme, example
from tests.browser.harness import chromium

_IMAGES = Path(__file__).parent / "images"
_COLOURS = 128
_WIDTH, _HEIGHT = 620, 820
_LANGUAGES = ("ja", "ar")
_OPEN = "document.querySelector('.cx-src details').open = true"
_TO_SOURCES = "document.querySelector('.cx-src').scrollIntoView()"

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PHONES: tuple[tuple[str, Scheme], ...] = (
    ("article", "light"),
    ("chat", "dark"),
    ("docs", "light"),
)


def main() -> None:
    """Take all pictures."""
    _IMAGES.mkdir(exist_ok=True)
    with chromium() as browser:
        gallery = Gallery(browser, scale=1.5)
        for theme in THEMES:
            keep(f"theme-{theme}", *(shot(gallery, theme, each) for each in SCHEMES))
        keep(
            "languages",
            *(shot(gallery, "article", "light", language) for language in _LANGUAGES),
        )
        keep("card", card(gallery))
        keep("site", *sites(browser))
        keep("sources", sources(gallery))
        keep("phone", *(phone(gallery, theme, scheme) for theme, scheme in PHONES))
        gallery.close()


def shot(
    gallery: Gallery, theme: str, scheme: Scheme, language: str = "en"
) -> Image.Image:
    """Return a screenful of the example, from its beginning."""
    page = gallery.show(example(theme, language), theme, scheme=scheme, width=_WIDTH)
    return picture(page, _WIDTH, _HEIGHT)


def phone(gallery: Gallery, theme: str, scheme: Scheme) -> Image.Image:
    """Return a screenful of a narrow page."""
    page = gallery.show(example(theme, "en"), theme, scheme=scheme, width=360)
    return picture(page, 360, 720)


def sites(browser: Browser) -> Iterator[Image.Image]:
    """Yield a page of documentation with a card that is open, light and dark."""
    with TemporaryDirectory() as folder:
        site = build_site(Path(folder))
        for scheme in SCHEMES:
            page = show_site(browser, site, scheme)
            page.locator("a[role=doc-biblioref]").nth(2).hover()
            page.wait_for_selector(":popover-open")
            yield picture(page, 960, 620)


def card(gallery: Gallery) -> Image.Image:
    """Return the beginning of the example with a card that is open."""
    page = gallery.show(example("article", "en"), "article", width=860)
    page.locator("a[role=doc-biblioref]").nth(2).hover()
    page.wait_for_selector(":popover-open")
    return picture(page, 860, 640)


def sources(gallery: Gallery) -> Image.Image:
    """Return the list of sources with an open excerpt and a line that was jumped to."""
    page = gallery.show(example("article", "en"), "article", width=860)
    page.locator("a[role=doc-biblioref]").nth(1).click()
    page.mouse.move(0, 0)
    page.keyboard.press("Escape")
    page.evaluate(_OPEN)
    page.evaluate(_TO_SOURCES)
    return picture(page, 860, 620)


def picture(page: Page, width: int, height: int) -> Image.Image:
    """Return what the window shows, at this size."""
    page.set_viewport_size({"width": width, "height": height})
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def keep(name: str, *parts: Image.Image) -> None:
    """Write *parts* side by side."""
    whole = Image.new("RGB", (sum(part.width for part in parts), parts[0].height))
    left = 0
    for part in parts:
        whole.paste(part, (left, 0))
        left += part.width
    file = _IMAGES / f"{name}.png"
    whole.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT).save(file, optimize=True)
    print(f"{file.name}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
