"""What a stream begins with: its look, and an article that holds nothing yet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from markdown_it import MarkdownIt

from citemark.document.document import parse
from citemark.options import Options
from citemark.render import growing
from citemark.render.context import RenderContext
from citemark.render.ids import safe_prefix
from citemark.render.theme import load_theme
from citemark.resolution import Resolution
from citemark.stream.events import Slots
from citemark.stream.mirror import Shell


def look(
    md: MarkdownIt,
    theme: str | Path,
    options: Options,
    id_prefix: str,
    *,
    awaits_sources: bool,
) -> RenderContext:
    """Return what all views of the growing answer have in common.

    Raises:
        ThemeError: the theme is missing or broken.
    """
    on_unresolved = options.on_unresolved
    lenient = replace(
        options,
        strict=False,
        on_unresolved="drop" if on_unresolved == "raise" else on_unresolved,
    )
    return RenderContext(
        document=parse(md, "", ()),
        tokens=(),
        resolution=Resolution(),
        options=lenient,
        theme=load_theme(theme),
        id_prefix=safe_prefix(id_prefix),
        awaits_sources=awaits_sources,
    )


def empty_article(like: RenderContext) -> Shell:
    """Return the article without anything in it, and its slots."""
    slots = Slots(like.id_prefix)
    blocks, section, cards = slots.blocks, slots.section, slots.cards
    return Shell(
        article=growing.shell(like, blocks, section, cards),
        section=growing.section(like, slots.notes),
        blocks=growing.slot(like, blocks),
        sources=growing.slot(like, section),
        notes=growing.slot(like, slots.notes),
        cards=growing.slot(like, cards),
    )
