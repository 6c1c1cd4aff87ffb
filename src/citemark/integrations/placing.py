"""Places the references of a page whose markers went through another program."""

from __future__ import annotations

import re
from collections.abc import Sequence

from citemark.html_input.lexing import VOID, Lexeme, lex
from citemark.html_input.placing import Lone, Piece, Placer
from citemark.integrations.page import Page
from citemark.render.escape import escape_attribute, escape_text
from citemark.render.noterefs import NoteRefs

# Entities of marker characters, which never cite.
_SPELLED_RE = re.compile(
    r"&#(?:x0{0,8}e20[0-6]|0{0,8}5785[6-9]|0{0,8}5786[0-2]);", re.IGNORECASE
)


def place(page: Page, html: str, here: str = "") -> list[Piece]:
    """Return *html* in pieces; a paragraph *here* is for the list of sources."""
    placer = Placer(page.count, here)
    for lexeme in lex(_SPELLED_RE.sub("", html)):
        _take(page, placer, lexeme)
    return placer.finish()


def _take(page: Page, placer: Placer, lexeme: Lexeme) -> None:
    """Give one piece of the page to *placer*."""
    html = lexeme.html
    if lexeme.kind in ("text", "raw"):
        parts = page.split(html, escape_text)
        placer.text(parts, cut=parts != [html])
    elif lexeme.kind == "hidden":
        placer.hidden(page.without(html, escape_text))
    elif lexeme.kind == "close":
        placer.close(lexeme.name, html)
    else:
        tag = page.without(html, escape_attribute)
        if lexeme.name in VOID or tag.endswith("/>"):
            placer.void(tag)
        else:
            placer.open(lexeme.name, tag)
        for part in page.split(html):
            if isinstance(part, int):
                placer.marker(part)


def print_pieces(pieces: Sequence[Piece], noterefs: NoteRefs, listed: str) -> str:
    """Return the HTML of *pieces*, the list of sources at its place or at the end."""
    printed: list[str] = []
    left = listed
    for piece in pieces:
        if isinstance(piece, str):
            printed.append(piece)
        elif isinstance(piece, list):
            printed.append(noterefs.render(*piece))
        elif isinstance(piece, Lone):
            refs = noterefs.render(*piece.ordinals)
            printed.append(f"{piece.opened}{refs}</p>" if refs else "")
        else:
            printed.append(left.removesuffix("\n"))
            left = ""
    return "".join([*printed, f"\n{left}" if left else ""])
