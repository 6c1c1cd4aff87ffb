"""Renders an answer that is HTML already: the same stages, over a tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import unescape
from typing import TypeVar

from bs4 import BeautifulSoup, Tag
from markdown_it import MarkdownIt

from citemark.answer import clean_answer
from citemark.diagnostic import Finding, diagnose
from citemark.document.document import Document
from citemark.document.place import finding_of
from citemark.document.policy import apply_policy
from citemark.errors import ConfigError
from citemark.html_input.flow import Flow, flow
from citemark.html_input.lexing import attributes
from citemark.html_input.placing import order_of
from citemark.html_input.printing import texts_of, tokens_of, trusted_html
from citemark.html_input.refusing import refusals
from citemark.html_input.scanning import Scan, scan
from citemark.html_input.tree import HEADINGS, Element, Leaf, read
from citemark.model import MarkerKind, ResolvedCitation, Unsupported
from citemark.options import Numbering, Options
from citemark.pipeline import (
    get_output,
    language_findings,
    output_names,
    unsupported,
)
from citemark.render.context import RenderContext
from citemark.render.escape import escape_text
from citemark.render.ids import safe_prefix
from citemark.render.labels import languages
from citemark.render.output import Made, Output
from citemark.render.theme import Theme
from citemark.rendered import Rendered
from citemark.request import Request
from citemark.resolution import Resolution, is_shown
from citemark.resolve import resolve
from citemark.sources import Sources, known_in, open_sources


def render_html_answer(
    answer: str,
    sources: Sources,
    *,
    md: MarkdownIt,
    output: Output,
    theme: Theme,
    options: Options,
    page: bool,
    id_prefix: str,
) -> Rendered:
    """Take one answer through all stages.

    Raises:
        ConfigError: the output or an option is for Markdown only, or the HTML is
            nested too deep.
        SourceError: *sources* is unusable.
        UnresolvedCitationError: *options* ask for it, and something may not be shown.
    """
    _check(output, options)
    html = clean_answer(answer)
    tree = read(html)
    sources = open_sources(sources)
    found = scan(tree, options, known_in(sources))
    placed = flow(tree, found, as_is=options.trusted)
    stage = _Stage(html, tree, found, placed, _spoken(tree, options))
    resolution = stage.resolve(sources)
    shown = stage.shown(stage.lost(resolution))
    view = stage.view(resolution, shown, md, theme, page=page, id_prefix=id_prefix)
    request = Request(
        answer=html,
        source_format="html",
        to=output.name,
        theme=theme.address,
        page=page,
        id_prefix=id_prefix,
        options=options,
    )
    return stage.rendered(view, _made(output, view, shown), output, request)


def _made(output: Output, view: RenderContext, shown: Flow) -> Made:
    """Return what *output* makes of *view*; trusted HTML stays HTML as it is."""
    if output.name == "html" and view.options.trusted:
        return Made(body=trusted_html(view, shown))
    made = output.render(view)
    return Made(body=made) if isinstance(made, str) else made


def _check(output: Output, options: Options) -> None:
    """Refuse what HTML cannot become."""
    if output.edits_source:
        names = [name for name in output_names() if not get_output(name).edits_source]
        wanted = ", ".join(map(repr, names))
        msg = f"to: expected one of {wanted} for HTML, got {output.name!r}"
        raise ConfigError(msg)
    if options.raw_html != "sanitize":
        msg = (
            "Options.raw_html: expected 'sanitize' for source_format='html', "
            f"got {options.raw_html!r}"
        )
        raise ConfigError(msg)


def _spoken(tree: BeautifulSoup, options: Options) -> Options:
    """Return *options* with the language that a document says, if it has labels."""
    root = tree.find("html")
    if options.language is not None or not isinstance(root, Element):
        return options
    said = {each.name: unescape(each.value) for each in attributes(root.opening)}
    language = said.get("lang", "").strip()
    known = {each.partition("-")[0].lower() for each in languages()}
    is_known = language.replace("_", "-").partition("-")[0].lower() in known
    return replace(options, language=language) if language and is_known else options


_Found = TypeVar("_Found", Finding, ResolvedCitation, Unsupported)


@dataclass(frozen=True, slots=True)
class _Stage:
    """What is known of one answer before it is resolved."""

    html: str
    tree: BeautifulSoup
    found: Scan
    placed: Flow
    """All references in their places, whether there are such sources or not."""
    options: Options

    def resolve(self, sources: Sources) -> Resolution:
        """Number the references in the order in which readers meet them."""
        found, options = self.found, self.options
        order = order_of(self.placed.pieces)
        return resolve(found.markers, order, sources, options, found.reading.text)

    def lost(self, resolution: Resolution) -> frozenset[int]:
        """Return the markers that leave nothing to be seen."""
        return frozenset(
            ordinal
            for ordinal in range(len(self.found.markers))
            if not is_shown(ordinal, resolution, self.options)
        )

    def shown(self, lost: frozenset[int]) -> Flow:
        """Return what readers see, with the references that there are."""
        if not lost:
            return self.placed
        return flow(self.tree, self.found, lost=lost, as_is=self.options.trusted)

    def view(
        self,
        resolution: Resolution,
        shown: Flow,
        md: MarkdownIt,
        theme: Theme,
        *,
        page: bool,
        id_prefix: str,
    ) -> RenderContext:
        """Return what an output may see."""
        found, options = self.found, self.options
        text = found.reading.text
        tokens = tokens_of(shown.pieces)
        is_own_page = shown.is_document and not options.trusted
        return RenderContext(
            document=Document(
                source=text,
                markers=found.markers,
                tokens=tuple(tokens),
                order=tuple(order_of(shown.pieces)),
                findings=(),
                md=md,
            ),
            tokens=apply_policy(tokens, options),
            resolution=resolution,
            options=options,
            theme=theme,
            id_prefix=safe_prefix(id_prefix),
            page=is_own_page or (page and not shown.is_document),
            texts=texts_of(text, found.markers, self.lost(resolution)),
            title=self._title(),
        )

    def _title(self) -> str:
        """Return what the document is called, or its first heading that has a text."""
        for each in self.tree.find_all(["title", *HEADINGS]):
            if each.name != "title" or each.find_parent("head"):
                text = unescape("".join(self._words(each)))
                if text.strip():
                    return text
        return ""

    def _words(self, element: Tag) -> Sequence[str]:
        """Return what *element* says, in pieces, without its markers."""
        return [
            part
            for leaf in element.descendants
            if isinstance(leaf, Leaf) and leaf.lexeme.kind in ("text", "raw")
            for part in self.found.cuts.split(
                leaf.lexeme.html, leaf.lexeme.start, escape_text
            )
            if isinstance(part, str)
        ]

    def rendered(
        self, view: RenderContext, made: Made, output: Output, request: Request
    ) -> Rendered:
        """Return the result, all offsets in it being those of the HTML."""
        resolution, options = view.resolution, self.options
        return Rendered(
            # Bytes for some outputs only, which its type leaves out to serve others.
            body=made.body,  # type: ignore[arg-type]
            text=made.text,
            related=made.related,
            media_type=output.media_type,
            references=() if options.strip else resolution.references,
            citations=self._placed(resolution.citations),
            diagnostics=diagnose(self._findings(resolution, made), self.html),
            unsupported=self._placed(unsupported(view.document, resolution)),
            numbering=Numbering(options.numbering.start, dict(resolution.assigned)),
            request=request,
            sources=resolution.sources,
        )

    def _findings(self, resolution: Resolution, made: Made) -> list[Finding]:
        markers = self.found.markers
        findings = [*resolution.findings]
        for marker in markers:
            findings += marker.findings
        findings += [
            finding_of(markers[ordinal], code)
            for ordinal, code in self.placed.misplaced.items()
            if markers[ordinal].kind is MarkerKind.CITATION
        ]
        placed = [*self._placed(findings)]
        if not self.options.trusted:
            placed += refusals(self.tree, self.options)
        return [*placed, *language_findings(self.options), *made.findings]

    def _placed(self, found: Iterable[_Found]) -> tuple[_Found, ...]:
        """Return what was found with its place in the HTML."""
        spans = [(each, self.found.place(each.start, each.end)) for each in found]
        return tuple(
            replace(each, start=span.start, end=span.end) for each, span in spans
        )
