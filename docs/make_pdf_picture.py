"""Takes the picture of the manual that shows the example answer on paper."""

from __future__ import annotations

import subprocess
from io import BytesIO
from pathlib import Path

from PIL import Image

from citemark import SourceRegistry, render

_DOCS = Path(__file__).parent
_EXAMPLE = _DOCS / "examples" / "handbook"
_PAGES = ("1", "3")
_RESOLUTION = 72
_GAP = 24
_DESK = (222, 224, 228)


def page(pdf: bytes, number: str) -> Image.Image:
    """Return one page of *pdf* as poppler draws it."""
    command = ["pdftoppm", "-png", "-r", str(_RESOLUTION), "-f", number, "-l", number]
    drawn = subprocess.run([*command, "-"], input=pdf, capture_output=True, check=True)  # noqa: S603 - a program that the manual names
    return Image.open(BytesIO(drawn.stdout)).convert("RGB")


def main() -> None:
    """Lay the pages side by side."""
    answer = (_EXAMPLE / "answer.md").read_text("utf-8")
    sources = SourceRegistry.load(_EXAMPLE / "sources.json")
    pdf = bytes(render(answer, sources, to="pdf"))
    pages = [page(pdf, number) for number in _PAGES]
    width = sum(each.width + _GAP for each in pages) + _GAP
    desk = Image.new("RGB", (width, pages[0].height + 2 * _GAP), _DESK)
    at = _GAP
    for each in pages:
        desk.paste(each, (at, _GAP))
        at += each.width + _GAP
    desk.save(_DOCS / "_static" / "pdf.png", optimize=True)


if __name__ == "__main__":
    main()
