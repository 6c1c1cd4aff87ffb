"""What an output sees of an answer, for tests of the parts below the outputs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from citemark import Options, render
from citemark.answer import draft
from citemark.document.parser import build_parser
from citemark.pipeline import render_draft
from citemark.render import body
from citemark.render.context import RenderContext
from citemark.render.output import Output
from citemark.render.theme import load_theme
from citemark.sanitizer import Policy, Sanitizer
from citemark.sources import Sources
from tests.strategies import SOURCES


def context(
    answer: str,
    sources: Sources = SOURCES,
    options: Options | None = None,
    theme: str | Path = "base",
) -> RenderContext:
    """Return the view of *answer* that outputs get."""
    seen: list[RenderContext] = []

    def keep(ctx: RenderContext) -> str:
        seen.append(ctx)
        return ""

    options = options or Options()
    render_draft(
        draft(answer, options),
        sources,
        md=build_parser(options),
        output=Output(
            name="seen",
            suffix=".seen",
            media_type="text/plain",
            default_theme="base",
            render=keep,
        ),
        theme=load_theme(theme),
        options=options,
        page=False,
        id_prefix="",
    )
    return seen[0]


def article(answer: str, options: Options | None = None) -> str:
    """Return what stands in the article before the list of sources."""
    options = options or Options()
    html = render(answer, SOURCES, options=options).body
    assert html.startswith('<article class="cx" dir="auto">\n')
    inside = html.removeprefix('<article class="cx" dir="auto">\n')
    return inside.partition('<section class="cx-src"')[0].removesuffix("</article>\n")


def use_engine(
    monkeypatch: pytest.MonkeyPatch,
    clean: Callable[[str, Policy], str],
    max_chars: int = 1_000,
) -> None:
    """Let every look-up of an engine find one that cleans with *clean*."""
    stub = Sanitizer(name="stub", clean=clean, max_chars=max_chars, examples=())
    monkeypatch.setattr(body, "sanitizer_named", lambda _name: stub)
