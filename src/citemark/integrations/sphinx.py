"""Markers in the pages of Sphinx, in reST and in MyST: a Sphinx extension.

In ``conf.py``::

    extensions = ["citemark.integrations.sphinx"]
    citemark_sources = "sources.json"

``citemark_sources`` is a registry file beside ``conf.py``, or a list of records; a page
may name a file of its own, in its front matter or fields, as ``citemark_sources``. The
role ``cite-source`` cites in pages that people write; the directive ``cite-sources``
says where the list of sources stands, which else is the end of the page.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst.states import Inliner
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from citemark.front_matter import split_front_matter
from citemark.integrations.doctree import TITLES, Placer, References
from citemark.integrations.page import (
    Cited,
    Page,
    given_options,
    given_sources,
    sources_in,
    without_markers,
)
from citemark.model import Reference
from citemark.render.escape import fill
from citemark.render.names import Names
from citemark.render.theme import theme_css
from citemark.sources import Sources, known_in

_LOG = logging.getLogger(__name__)
_KEY = "citemark"
_SOURCES = "citemark_sources"
_CSS = "citemark.css"
# Before and after titles are copied into tables of contents.
_EARLY, _LATE = 400, 600
_FIELD_RE = re.compile(r"[^\s|\ue200-\ue206]+")


class SourceList(nodes.General, nodes.Element):
    """Where the list of sources stands, until it is known what is cited."""


class CiteSources(SphinxDirective):
    """``.. cite-sources::`` puts the list of sources there."""

    def run(self) -> list[nodes.Node]:
        """Return what is replaced by the list."""
        return [SourceList()]


def cite_source(
    _role: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Inliner,
    _options: Mapping[str, object] | None = None,
    _content: Sequence[str] | None = None,
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Read ``:cite-source:`handbook L8-L13```: a source ID, and places in it."""
    page = _page(inliner.document.settings.env)
    fields = _FIELD_RE.findall(text)
    if not fields:
        message = inliner.reporter.error("cite-source: expected an ID", line=lineno)
        return [inliner.problematic(rawtext, rawtext, message)], [message]
    return [nodes.Text(page.add(fields))], []


def _page(env: BuildEnvironment) -> Page:
    """Return the page that *env* is reading."""
    page: Page = env.temp_data[_KEY]
    return page


def _read_source(app: Sphinx, _docname: str, content: list[str]) -> None:
    """Disguise the markers of a page before it is parsed."""
    page = Page(given_options(app.config.citemark_options), partial(_known, app))
    app.env.temp_data[_KEY] = page
    front, rest = split_front_matter(content[0])
    bare = without_markers(front, page.options)
    content[0] = bare + page.disguise(rest, keeps_width=True)
    page.front_lines, page.own_chars = front.count("\n"), len(page.text)


def _read_include(app: Sphinx, _path: Path, _docname: str, content: list[str]) -> None:
    """Disguise the markers of a file that a page includes."""
    content[0] = _page(app.env).disguise(content[0], keeps_width=True)


def _cite(app: Sphinx, doctree: nodes.document) -> None:
    """Put references into a page that was read."""
    page = _page(app.env)
    here = list(doctree.findall(SourceList))
    listed: list[nodes.Node] = []
    placed = Placer(page).place(doctree)
    if page.count:
        cited = page.cite(
            [ordinal for each in placed for ordinal in each.ordinals],
            _sources(app, doctree),
            theme=app.config.citemark_theme,
            id_prefix=app.env.docname,
        )
        _report(cited, page, app.env.docname)
        for each in placed:
            _print(each, cited)
        listed = _list_of(cited)
        if not here:
            doctree.extend(listed)
    for index, place in enumerate(here):
        place.parent.replace(place, [] if index else listed)
    app.env.temp_data[_KEY] = _taken_from_titles(doctree)


def _report(cited: Cited, page: Page, docname: str) -> None:
    for found in cited.diagnostics:
        is_own = found.start < page.own_chars
        _LOG.warning(
            "%s %s",
            found.code,
            found.message,
            type=_KEY,
            subtype=found.code,
            location=(docname, found.line + page.front_lines if is_own else None),
        )


def _taken_from_titles(
    doctree: nodes.document,
) -> list[tuple[nodes.Element, nodes.Node]]:
    """Take references out of titles, since tables of contents copy these."""
    taken: list[tuple[nodes.Element, nodes.Node]] = []
    for printed in list(doctree.findall(addnodes.only)):
        if isinstance(printed.parent, TITLES):
            taken.append((printed.parent, printed))
            printed.parent.remove(printed)
    return taken


def _cite_titles(app: Sphinx, _doctree: nodes.document) -> None:
    """Put references back behind titles, of which others have their copies now."""
    for title, printed in app.env.temp_data.pop(_KEY, None) or ():
        # It would make a link of all of the title, with other links in it.
        title.attributes.pop("refid", None)
        title.append(printed)


def _known(app: Sphinx, ids: Iterable[str]) -> Container[str]:
    """Return those of *ids* that the site has; what a page names is not read yet."""
    return known_in(_sources_of_the_site(app))(ids)


def _sources(app: Sphinx, doctree: nodes.document) -> Sources:
    """Return the sources of a page; when they change, it is read again."""
    for field in doctree.findall(nodes.field):
        if field[0].astext() == _SOURCES:
            named = field[1].astext()
            app.env.note_dependency(str(Path(app.srcdir, named)))
            return sources_in(app.srcdir, named)
    return _sources_of_the_site(app)


def _sources_of_the_site(app: Sphinx) -> Sources:
    given: Sources | str | Path = app.config.citemark_sources
    if isinstance(given, (str, Path)):
        given = Path(app.confdir, given)
        app.env.note_dependency(str(given))
    return given_sources(given)


def _print(place: References, cited: Cited) -> None:
    """Put what readers see in the place of a node, and its paragraph if it is empty."""
    parent = place.parent
    html = cited.noterefs.render(*place.ordinals)
    numbers = [
        f"[{noteref.number}]"
        for ordinal in place.ordinals
        for noteref in cited.resolution.noterefs.get(ordinal, ())
    ]
    text = nodes.Text("".join(numbers))
    parent.replace(place, _either(html, [text]) if html else [])
    if not parent.children:
        parent.parent.remove(parent)


def _either(html: str, others: Sequence[nodes.Node]) -> list[nodes.Node]:
    """Return *html* for builders of HTML, and nodes for all others."""
    return [
        addnodes.only("", nodes.raw("", html, format="html"), expr="html"),
        addnodes.only("", *others, expr="not html"),
    ]


def _list_of(cited: Cited) -> list[nodes.Node]:
    references = cited.resolution.references
    if not references or not cited.sources:
        return []
    names = Names(cited.ctx)
    heading = nodes.rubric("", names.labels["sources"])
    return _either(
        cited.sources, [heading, *(_entry(each, names) for each in references)]
    )


def _entry(reference: Reference, names: Names) -> nodes.paragraph:
    """Return a source as it is listed in a book, a manual page or a text."""
    title: nodes.Node = nodes.Text(names.title(reference))
    if reference.url:
        title = nodes.reference("", "", title, refuri=reference.url)
    details = [names.places(reference)]
    if reference.updated:
        details.append(fill(names.labels["dated"], d=names.date(reference.updated)))
    rest = "".join(f", {each}" for each in details if each)
    number = nodes.Text(f"[{reference.number}] ")
    return nodes.paragraph("", "", number, title, nodes.Text(f"{rest}."))


def _write_css(app: Sphinx) -> None:
    """Write the theme's style sheet where the pages look for it."""
    if app.builder.format == "html":
        folder = Path(app.outdir, "_static")
        folder.mkdir(parents=True, exist_ok=True)
        css = theme_css(app.config.citemark_theme)
        Path(folder, _CSS).write_text(css, "utf-8")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register everything with Sphinx."""
    app.add_config_value("citemark_sources", None, "env")
    app.add_config_value("citemark_theme", "base", "env", str)
    app.add_config_value("citemark_options", {}, "env", dict)
    app.add_role("cite-source", cite_source)
    app.add_directive("cite-sources", CiteSources)
    app.add_css_file(_CSS)
    app.connect("builder-inited", _write_css)
    app.connect("source-read", _read_source)
    app.connect("include-read", _read_include)
    app.connect("doctree-read", _cite, priority=_EARLY)
    app.connect("doctree-read", _cite_titles, priority=_LATE)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
