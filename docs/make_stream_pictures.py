"""Takes the pictures of an answer that grows: one that moves, and one of its middle.

What a browser shows after every few deltas becomes a frame.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Page, sync_playwright

from citemark import SourceRegistry, StreamRenderer, theme_css

_DOCS = Path(__file__).parent
_EXAMPLE = _DOCS / "examples" / "chat"
_CLIENT = _DOCS.parent / "themes" / "chat" / "stream.js"
_STATIC = _DOCS / "_static"
_URL = "http://chat.test/"
_SIZE = (640, 1000)
_COLOURS = 32
# Of the example, what fits on the picture.
_SECTION, _SHOWN = "### ", (0, 2)
_DELTA = 4
_STEP = 4
"""Deltas a frame."""
_MS, _LAST_MS = 80, 5_000
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><style>{css}
::-webkit-scrollbar {{ display: none }} main {{ margin: 0 }}</style>
<body class="cx-page"><main><p class="question">{question}</p><div id="chat"></div>
</main></html>"""
_OPEN = """async () => {
  const { Message } = await import("/stream.js");
  window.message = new Message(document.querySelector("#chat"));
}"""
_APPLY = """(events) => {
  for (const event of events) message.apply(event);
  scrollTo(0, document.body.scrollHeight);
}"""


def open_page(page: Page) -> None:
    """Show the question, with the client ready."""
    css = theme_css("chat") + (_EXAMPLE / "pages" / "page.css").read_text("utf-8")
    question = (_EXAMPLE / "restore" / "question.txt").read_text("utf-8")
    client = _CLIENT.read_text("utf-8")
    page.route(
        _URL,
        lambda route: route.fulfill(
            content_type="text/html", body=_PAGE.format(css=css, question=question)
        ),
    )
    page.route(
        f"{_URL}stream.js",
        lambda route: route.fulfill(content_type="text/javascript", body=client),
    )
    page.goto(_URL)
    page.evaluate(_OPEN)


def frames(page: Page) -> Iterator[Image.Image]:
    """Yield the page as it is after every few deltas."""
    folder = _EXAMPLE / "restore"
    sections = (folder / "answer.md").read_text("utf-8").split(_SECTION)
    answer = _SECTION.join(sections[at] for at in _SHOWN)
    stream = StreamRenderer(SourceRegistry.load(folder / "sources.json"))
    for start in range(0, len(answer), _DELTA * _STEP):
        events = [
            event.to_dict()
            for at in range(start, min(start + _DELTA * _STEP, len(answer)), _DELTA)
            for event in stream.feed(answer[at : at + _DELTA])
        ]
        page.evaluate(_APPLY, events)
        yield picture(page)
    page.evaluate(_APPLY, [event.to_dict() for event in stream.finish()])
    yield picture(page)


def picture(page: Page) -> Image.Image:
    """Return what the page shows."""
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def cropped(shown: Image.Image) -> Image.Image:
    """Return *shown* without the empty paper below."""
    paper = Image.new("RGB", shown.size, shown.getpixel((0, 0)))
    _, top, _, bottom = ImageChops.difference(shown, paper).getbbox() or (0,) * 4
    return shown.crop((0, 0, shown.width, bottom + top))


def main() -> None:
    """Take both pictures."""
    browser_path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox"]
        )
        width, height = _SIZE
        page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme="light"
        )
        open_page(page)
        shown = list(frames(page))
        browser.close()
    # One palette for all: what did not change costs nothing then.
    palette = shown[-1].quantize(_COLOURS, method=Image.Quantize.MEDIANCUT)
    first, *rest = (
        each.quantize(palette=palette, dither=Image.Dither.NONE) for each in shown
    )
    middle, moving = _STATIC / "stream.png", _STATIC / "stream.gif"
    cropped(shown[len(shown) * 7 // 10]).save(middle, optimize=True)
    first.save(
        moving,
        save_all=True,
        append_images=rest,
        duration=[_MS] * len(rest) + [_LAST_MS],
        loop=0,
        optimize=True,
    )
    for made in (middle, moving):
        print(f"{made}: {made.stat().st_size} bytes")


if __name__ == "__main__":
    main()
