"""Answers, sources and render contexts for the tests of rendering."""

from __future__ import annotations

from bs4 import BeautifulSoup

from citemark import Options, render
from citemark.answer import find_markers
from citemark.document.document import parse
from citemark.document.parser import build_parser
from citemark.render.context import RenderContext
from citemark.render.theme import load_theme
from citemark.resolve import resolve

RETURNS = {
    "source_id": "returns",
    "title": "Return policy",
    "url": "https://docs.example.org/returns",
    "text": "Returns\nWithin 30 days.\nUnused goods only.\nBuyer pays.\n\nEnd\n",
    "heading_path": ["Handbook", "Returns"],
    "modified_at": "2026-04-02T10:00:00+02:00",
    "language": "en",
}
SHIPPING = {
    "source_id": "shipping",
    "title": "Shipping",
    "url": "https://www.example.com/shipping",
    "text": "Shipping is free.\n",
}
MEMO = {"source_id": "memo", "title": 'A "memo" & <b>more</b>'}
UNTITLED = {"source_id": "untitled"}
SOURCES = [RETURNS, SHIPPING, MEMO, UNTITLED]


def cite(*fields: str) -> str:
    """Write a marker."""
    return "\ue200" + "\ue202".join(("cite", *fields)) + "\ue201"


R, S, M = cite("returns"), cite("shipping"), cite("memo")
R_LINES = cite("returns", "L2-L3")
NOBODY = cite("nobody")


def html(answer: str, *, prefix: str = "", options: Options | None = None) -> str:
    """Render *answer* as an HTML fragment."""
    rendered = render(answer, SOURCES, id_prefix=prefix, options=options)
    assert isinstance(rendered.body, str)
    return rendered.body


def soup(answer: str, options: Options | None = None) -> BeautifulSoup:
    """Render *answer* and parse it."""
    return BeautifulSoup(html(answer, options=options), "html.parser")


def text_of(answer: str, options: Options | None = None) -> str:
    """Return the inner HTML of the article, without the list of sources."""
    whole = html(answer, options=options)
    body = whole.partition('<section class="cx-src"')[0]
    body = body.partition("\n")[2]
    return body.removesuffix("</article>\n")


def context(answer: str, options: Options | None = None) -> RenderContext:
    """Return a render context of *answer*, links and images left as they are."""
    options = options or Options()
    document = parse(build_parser(options), answer, find_markers(answer, options))
    return RenderContext(
        document=document,
        tokens=document.tokens,
        resolution=resolve(document.markers, document.order, SOURCES, options),
        options=options,
        theme=load_theme("base"),
        id_prefix="cx-",
    )
