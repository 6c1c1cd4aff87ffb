"""Pages of whole conversations, and of the list of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citemark.options import Options
from citemark.render.escape import join_blocks, without_controls
from citemark.render.labels import direction
from citemark.render.theme import Theme

_DEFAULT_LANGUAGE = "en"


class ShownTurn(NamedTuple):
    """What was asked, as text, and the answer, as HTML that is rendered already."""

    asked: str
    answer: str


class Listed(NamedTuple):
    """A page in a list of pages."""

    href: str
    title: str
    date: str


def conversation_page(
    title: str, turns: Sequence[ShownTurn], theme: Theme, options: Options
) -> str:
    """Return the page of one conversation."""
    prompt = theme.part("prompt")
    shown: list[str] = []
    for turn in turns:
        if turn.asked:
            shown.append(prompt.render({"text": without_controls(turn.asked)}))
        if turn.answer:
            shown.append(turn.answer)
    body = theme.part("conversation").render(
        {"title": without_controls(title), "turns": join_blocks(*shown)}
    )
    return _page(title, body, theme, options)


def contents_page(
    title: str, pages: Sequence[Listed], theme: Theme, options: Options
) -> str:
    """Return a page that leads to *pages*."""
    entry = theme.part("contents-entry")
    shown = [
        entry.render(
            {
                "href": page.href,
                "title": without_controls(page.title),
                "date": page.date,
            }
        )
        for page in pages
    ]
    body = theme.part("contents").render(
        {"title": without_controls(title), "entries": join_blocks(*shown)}
    )
    return _page(title, body, theme, options)


def _page(title: str, body: str, theme: Theme, options: Options) -> str:
    language = options.language or _DEFAULT_LANGUAGE
    page = theme.part("document").render(
        {
            "lang": language,
            "dir": direction(language),
            "title": without_controls(title),
            "css": join_blocks(theme.css),
            "stylesheet": options.stylesheet,
            "article": join_blocks(body),
        }
    )
    return str(page)
