"""The public functions, each one screen: what a caller sees of the pipeline."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from citemark.answer import Draft, draft
from citemark.document.parser import build_parser
from citemark.errors import ConfigError
from citemark.options import Options
from citemark.pipeline import get_output, render_draft
from citemark.provider import Answer
from citemark.render.body import sanitizer_named
from citemark.render.theme import load_theme
from citemark.rendered import Rendered
from citemark.sources import Sources, known_in, open_sources
from citemark.weaving import weave

_SHARED = 8


class Renderer:
    """Renders answers with one theme and one set of options.

    Built once, it may be shared by any number of threads.
    """

    def __init__(
        self, theme: str | Path | None = None, options: Options | None = None
    ) -> None:
        """Load the theme and build the parser.

        Raises:
            ThemeError: the theme is missing or broken.
            ConfigError: an option cannot work.
        """
        self.options = options or Options()
        sanitizer_named(self.options.sanitizer)
        self._theme = theme
        if theme is not None:
            load_theme(theme)
        self.parser = build_parser(self.options)

    def render(
        self,
        answer: str | Answer,
        sources: Sources = None,
        *,
        to: str = "html",
        page: bool = False,
        id_prefix: str = "",
        source_format: Literal["markdown", "html"] = "markdown",
    ) -> Rendered:
        """Render one answer; see `citemark.render`."""
        _check(answer, source_format)
        if source_format == "html":
            return self._render_html(
                str(answer), sources, to=to, page=page, id_prefix=id_prefix
            )
        if isinstance(answer, Answer):
            made = weave(answer, self.options)
            sources = answer.sources if sources is None else sources
        else:
            sources = open_sources(sources)
            made = draft(answer, self.options, known_in(sources))
        return self.render_draft(made, sources, to=to, page=page, id_prefix=id_prefix)

    def _render_html(
        self, html: str, sources: Sources, *, to: str, page: bool, id_prefix: str
    ) -> Rendered:
        from citemark.html_input.rendering import render_html_answer

        output = get_output(to)
        return render_html_answer(
            html,
            sources,
            md=self.parser,
            output=output,
            theme=load_theme(self._theme or output.default_theme),
            options=self.options,
            page=page,
            id_prefix=id_prefix,
        )

    def render_draft(
        self,
        made: Draft,
        sources: Sources,
        *,
        to: str,
        page: bool,
        id_prefix: str,
    ) -> Rendered:
        """Render an answer whose markers are known already."""
        output = get_output(to)
        return render_draft(
            made,
            sources,
            md=self.parser,
            output=output,
            theme=load_theme(self._theme or output.default_theme),
            options=self.options,
            page=page,
            id_prefix=id_prefix,
        )


def _check(answer: object, source_format: object) -> None:
    """Refuse what a type checker of the caller would have refused."""
    if not isinstance(answer, str | Answer):
        msg = f"answer: expected str or Answer, got {type(answer).__name__}"
        raise ConfigError(msg)
    if source_format not in ("markdown", "html"):
        msg = f"source_format: expected 'markdown' or 'html', got {source_format!r}"
        raise ConfigError(msg)
    if source_format == "html" and not isinstance(answer, str):
        msg = f"answer: expected str as HTML, got {type(answer).__name__}"
        raise ConfigError(msg)


@lru_cache(_SHARED)
def shared_renderer(theme: str | Path | None, options: Options) -> Renderer:
    """Return the renderer for *theme* and *options*, built once."""
    return Renderer(theme, options)


def render(
    answer: str | Answer,
    sources: Sources = None,
    *,
    to: str = "html",
    theme: str | Path | None = None,
    page: bool = False,
    id_prefix: str = "",
    source_format: Literal["markdown", "html"] = "markdown",
    options: Options | None = None,
) -> Rendered:
    r"""Render *answer*, whose markers cite *sources*, into something to be read.

    An `Answer` of a provider brings its citations, and its sources if there are no
    others (see `citemark.providers`).

    *sources* is a `SourceRegistry`, records for one, or anything with
    ``get_many(ids)``. *to* is ``html`` (a fragment; a document with *page*),
    ``markdown`` or ``text``. *source_format* is ``html`` for an answer that is HTML
    already. *theme* is a name or a folder. *id_prefix* starts every
    id, for pages that show several answers.

    >>> source = {"source_id": "a", "title": "Handbook"}
    >>> str(render("Yes.\ue200cite\ue202a\ue201", [source], to="text")).splitlines()[0]
    'Yes.[1]'

    Raises:
        SourceError: a source record is unusable.
        ThemeError: the theme is missing or broken.
        ConfigError: an argument or option has an impossible value.
        UnresolvedCitationError: only with ``strict`` or ``on_unresolved="raise"``.
    """
    return shared_renderer(theme, options or Options()).render(
        answer,
        sources,
        to=to,
        page=page,
        id_prefix=id_prefix,
        source_format=source_format,
    )
