"""Prints what the placer made: as tokens for the pipeline, or, if trusted, as it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import cast

from bs4 import BeautifulSoup
from markdown_it.token import Token

from citemark.document.inline import REF
from citemark.document.prune import CLOSING
from citemark.html_input.flow import Flow
from citemark.html_input.lexing import lex
from citemark.html_input.placing import Lone, Piece
from citemark.html_input.refusing import image_token
from citemark.model import Marker
from citemark.render.context import RenderContext
from citemark.render.escape import join_markup
from citemark.render.html import render_around
from citemark.render.noterefs import NoteRefs


def tokens_of(pieces: Sequence[Piece]) -> list[Token]:
    """Return *pieces* as one block: raw HTML, images and references.

    The rest is the work of those who print the raw HTML of any answer.
    """
    children: list[Token] = []
    links = 0
    for piece in _flat(pieces):
        if isinstance(piece, int):
            children.append(Token(REF, "", 0, meta={"ordinal": piece}))
            continue
        tag = next(lex(piece)) if piece.startswith("<") else None
        if tag is not None and tag.name == "a":
            links += 1 if tag.kind == "open" else -1
        if tag is None or tag.name != "img":
            children.append(Token("html_inline", "", 0, content=piece))
        else:
            image = image_token(tag)
            # A link in a link would end it.
            children += (image.children or []) if links else [image]
    return [Token("inline", "", 0, children=children)]


def _flat(pieces: Sequence[Piece]) -> Iterator[str | int]:
    for piece in pieces:
        if isinstance(piece, list):
            yield from piece
        elif isinstance(piece, Lone):
            yield piece.opened
            yield from piece.ordinals
            yield "</p>"
        elif isinstance(piece, str) and piece:
            yield piece


def trusted_html(ctx: RenderContext, shown: Flow) -> str:
    """Return the text with its references, all else byte for byte as it was.

    The body of a document gets the list of sources at its end, its head our style.
    """
    printed = render_around(ctx, _body_of(shown.pieces))
    if not shown.is_document:
        return printed
    head, tail = "".join(shown.head), "".join(shown.tail)
    return join_markup(_styled(head, ctx), printed, tail)


def _body_of(pieces: Sequence[Piece]) -> Callable[[RenderContext, NoteRefs], str]:
    def print_body(_: RenderContext, noterefs: NoteRefs) -> str:
        printed: list[str] = []
        for piece in pieces:
            if isinstance(piece, list):
                printed.append(noterefs.render(*piece))
            elif isinstance(piece, Lone):
                printed += piece.opened, noterefs.render(*piece.ordinals), "</p>"
            else:
                # No list has a place of its own here.
                printed.append(cast("str", piece))
        return join_markup(*printed)

    return print_body


def _styled(head: str, ctx: RenderContext) -> str:
    """Return what stands before a body, with the style sheet of the theme in it."""
    soup = BeautifulSoup("", "html.parser")
    if ctx.options.stylesheet is None:
        style = soup.new_tag("style")
        style.string = "".join(ctx.theme.css)
    else:
        style = soup.new_tag("link", rel="stylesheet", href=ctx.options.stylesheet)
    at = head.lower().rfind("</head")
    if at < 0:
        at = head.lower().rfind("<body")
    at = len(head) if at < 0 else at
    return join_markup(head[:at], str(style), "\n", head[at:])


def texts_of(
    text: str, markers: Sequence[Marker], lost: Collection[int]
) -> list[str | int]:
    """Return *text* in pieces: what is between *markers*, and their ordinals."""
    texts: list[str | int] = []
    done = 0
    is_behind_lost = False
    for ordinal, marker in enumerate(markers):
        _add(texts, text[done : marker.start], is_behind_lost=is_behind_lost)
        done = marker.end
        if marker.text:
            texts.append(marker.text)
        elif ordinal not in lost:
            texts[-1] = str(texts[-1]).rstrip(" ")
            texts.append(ordinal)
        is_behind_lost = ordinal in lost and not marker.text
    _add(texts, text[done:], is_behind_lost=is_behind_lost)
    return [each for each in texts if each != ""]


def _add(texts: list[str | int], text: str, *, is_behind_lost: bool) -> None:
    """Add *text*; where a reference is gone, there is one blank less."""
    if is_behind_lost:
        before = str(texts[-1])
        if before.endswith("\n\n") or not before:
            text = text.lstrip("\n")
        rest = text.lstrip(" ")
        closes = rest[:1] in CLOSING
        if closes or rest != text or not text:
            texts[-1] = before.rstrip(" ")
        text = rest if closes else text
    texts.append(text)
