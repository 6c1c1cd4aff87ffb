"""Markers in Markdown pages: an extension of Python-Markdown.

It serves MkDocs, Zensical, Pelican and Nikola alike. In ``mkdocs.yml``::

    markdown_extensions:
      - citemark:
          sources: citations/sources.json

``sources`` is a registry file (or, from Python, anything that `render` takes). With
``folder``, a page may name a file of that folder in its front matter, as
``citemark_sources``. References are numbered page by page; the list of sources stands
at the end, or where a paragraph says ``[[citations]]``.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Iterable, Mapping
from pathlib import Path
from typing import cast
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from citemark.errors import ConfigError
from citemark.html_input.placing import order_of
from citemark.integrations.page import (
    Page,
    digest,
    given_options,
    given_sources,
    sources_in,
    without_markers,
)
from citemark.integrations.placing import place, print_pieces
from citemark.options import Options
from citemark.render.escape import escape_text
from citemark.sources import Sources, known_in

PAGE_KEY = "citemark_sources"
_LOG = logging.getLogger(__name__)
_NAME = "citemark"
# After snippets are in and front matter is out, before code and HTML are taken away.
_FIRST = 26
# When the whole page is HTML: markers inside code and raw HTML are seen there.
_LAST = -1_000


class CitemarkExtension(Extension):
    """The extension; it holds settings only, so that threads may share it."""

    def __init__(self, **settings: object) -> None:
        """Take the settings.

        Raises:
            ConfigError: there is no such setting, or it has no such value.
        """
        self.config = {
            "sources": ["", "Registry: a file, records, or anything with get_many()"],
            "folder": ["", "Folder of the files that pages may name as their sources"],
            "theme": ["base", "Theme of the references and the list of sources"],
            "id_prefix": ["", "Starts every id; from the page's text if empty"],
            "placeholder": ["[[citations]]", "Paragraph for the list of sources"],
            "options": [{}, "Options of citemark, by name"],
        }
        for name in settings:
            if name not in self.config:
                names = ", ".join(self.config)
                msg = f"citemark: expected settings {names}, got {name!r}"
                raise ConfigError(msg)
        super().__init__(**settings)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Python-Markdown's name
        """Register the processors; what they know of a page is theirs, not ours."""
        conversion = _Conversion(md, self.getConfigs())
        md.preprocessors.register(_Disguise(md, conversion), _NAME, _FIRST)
        md.treeprocessors.register(_Ready(md, conversion), _NAME, _LAST)
        md.postprocessors.register(_Citing(md, conversion), _NAME, _LAST)


class _Conversion:
    """What the processors of one `Markdown` share: the page that it converts."""

    def __init__(self, md: Markdown, settings: Mapping[str, object]) -> None:
        options = settings["options"]
        if not isinstance(options, (Options, Mapping)):
            msg = f"citemark: options: expected a mapping, got {options!r}"
            raise ConfigError(msg)
        self._md = md
        # Anything else is refused when it is opened.
        self._sources = cast("Sources | str | Path", settings["sources"])
        self._folder = str(settings["folder"])
        self._theme = str(settings["theme"])
        self._prefix = str(settings["id_prefix"])
        self._here = str(settings["placeholder"])
        self.options = given_options(options)
        self.page = Page(self.options)
        self.is_ready = False
        """False as long as only parts of the page, such as headings, are printed."""

    def begin(self, text: str) -> str:
        """Forget the page before, and disguise the markers of this one."""
        self.page = Page(self.options, self._known)
        self.is_ready = False
        meta = _front_matter(self._md)
        for name, value in meta.items():
            meta[name] = self._cleaned(value)
        return self.page.disguise(text)

    def _cleaned(self, value: object) -> object:
        """Return a value of the front matter, where nothing can be cited."""
        if isinstance(value, str):
            return without_markers(value, self.options)
        return [*map(self._cleaned, value)] if isinstance(value, list) else value

    def finish(self, html: str) -> str:
        """Return the page with its references."""
        page = self.page
        if not self.is_ready:
            return page.without(html, escape_text)
        if not page.count and self._here not in html:
            return html
        pieces = place(page, html, self._here)
        cited = page.cite(
            order_of(pieces),
            self._given_sources() if page.count else None,
            theme=self._theme,
            id_prefix=self._prefix or digest(page.text),
        )
        for found in cited.diagnostics:
            _LOG.warning("%s", found)
        return print_pieces(pieces, cited.noterefs, cited.sources)

    def _known(self, ids: Iterable[str]) -> Container[str]:
        return known_in(self._given_sources())(ids)

    def _given_sources(self) -> Sources:
        named = _front_matter(self._md).get(PAGE_KEY) if self._folder else None
        if isinstance(named, list):
            named = next(iter(named), None)
        if named:
            return sources_in(self._folder, str(named))
        return given_sources(self._sources)


def _front_matter(md: Markdown) -> dict[str, object]:
    """Return the front matter of the page, from where its program keeps it."""
    meta: object = getattr(md, "Meta", None)
    if "relpath" in md.treeprocessors:  # MkDocs
        file = getattr(md.treeprocessors["relpath"], "file", None)
        meta = getattr(getattr(file, "page", None), "meta", meta)
    if "rendering_context" in md.preprocessors:  # Zensical
        page = getattr(md.preprocessors["rendering_context"], "page", None)
        meta = getattr(page, "meta", meta)
    return meta if isinstance(meta, dict) else {}


class _Disguise(Preprocessor):
    def __init__(self, md: Markdown, conversion: _Conversion) -> None:
        super().__init__(md)
        self._conversion = conversion

    def run(self, lines: list[str]) -> list[str]:
        return self._conversion.begin("\n".join(lines)).split("\n")


class _Ready(Treeprocessor):
    """Notes that the tree is done: what is printed from now on is the page."""

    def __init__(self, md: Markdown, conversion: _Conversion) -> None:
        super().__init__(md)
        self._conversion = conversion

    def run(self, root: Element) -> None:  # noqa: ARG002 - Python-Markdown's signature
        self._conversion.is_ready = True


class _Citing(Postprocessor):
    def __init__(self, md: Markdown, conversion: _Conversion) -> None:
        super().__init__(md)
        self._conversion = conversion

    def run(self, text: str) -> str:
        return self._conversion.finish(text)


def makeExtension(**settings: object) -> CitemarkExtension:  # noqa: N802 - Python-Markdown's name
    """Return the extension, for those who load it by the name of its module."""
    return CitemarkExtension(**settings)
