"""The source with references in the place of markers: Markdown and text output.

Everything that is not a marker stays byte for byte, except the white space before one,
blocks that held nothing else, and (in Markdown) what the safety policy refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from citemark import codes
from citemark.codespans import code_of
from citemark.dialect import scan_markers
from citemark.document.document import Document, parse
from citemark.document.moves import Place, find_emptied, find_places, signature
from citemark.document.positions import Positions
from citemark.document.prune import prune
from citemark.document.refusals import Refusal, find_refusals
from citemark.document.splice import Cover, Label, disjoint, marker_edits
from citemark.render.context import RenderContext
from citemark.render.escape import escape_markdown, md_url
from citemark.resolve import is_shown
from citemark.spans import Edit, Span, apply_edits

_BLANKS_RE = re.compile(r"(?<![ \t])[ \t]*(?:(?<=[^\s])[ \t]*(?:\r\n|\n|\r))?[ \t]*\Z")
_PASSES = 4
_ENTITY_RE = re.compile(r"&#(?:[xX]0{0,8}[eE]20[0-6]|0{0,8}5785[6-9]|0{0,8}5786[0-2]);")
_OPENING_RE = re.compile(r"<(?=[A-Za-z/!?])")


def edited_source(ctx: RenderContext, label: Label, *, markdown: bool) -> str:
    """Return the source with ``label(ordinal)`` where each reference goes.

    *markdown* says that the result will be read as Markdown: references are kept from
    joining their neighbours, and the safety policy applies, unless the answer is
    trusted.
    """
    document = ctx.document
    safe = markdown and not ctx.options.trusted
    places = _checked_places(ctx)
    emptied = find_emptied(document)
    refusals = find_refusals(document, ctx.options) if safe else []
    removed = _removed_spans(ctx)
    replaced = [
        Span(refusal.start, refusal.end)
        for refusal in refusals
        if refusal.words is not None
    ]
    edits = [edit for refusal in refusals for edit in _refused(document, refusal)]
    edits += [Edit(span, "") for span in [*removed, *emptied]]
    gone = [*removed, *replaced, *emptied]
    if safe:
        edits += [Edit(span, "") for span in _marker_entities(document.source)]
    word = escape_markdown if safe else str
    edits += marker_edits(document, places, label, gone, word, markdown=markdown)
    text = apply_edits(document.source, disjoint(edits))
    if any(refusal.words is None for refusal in refusals):
        return _settled(ctx, text)
    return text


def _marker_entities(source: str) -> Iterator[Span]:
    """Yield the entities outside code that spell marker characters."""
    if "&#" not in source:
        return
    code = Cover(code_of(source))
    for match in _ENTITY_RE.finditer(source):
        span = Span(*match.span())
        if not code.holds(span):
            yield span


def _settled(ctx: RenderContext, text: str) -> str:
    """Return *text* with nothing left to refuse.

    What was one raw HTML block is Markdown once its tags are escaped, with links and
    images of its own. Each pass leaves fewer tags, so a few passes settle it.
    """
    md = ctx.document.md
    for _ in range(_PASSES):
        if md is None:
            break
        document = parse(md, text, [])
        refusals = find_refusals(document, ctx.options)
        edits = [edit for refusal in refusals for edit in _refused(document, refusal)]
        if not edits:
            return text
        text = apply_edits(text, disjoint(edits))
    return _OPENING_RE.sub("&lt;", text)


def _checked_places(ctx: RenderContext) -> Mapping[int, Place]:
    """Return places at which the references keep the prose as it is.

    A reference behind a run of stars can change what the run means. The edited text is
    parsed again; where it says something else, the ends of the blocks are taken.
    """
    document = ctx.document
    places = find_places(document)
    if all(places[ordinal].at == document.markers[ordinal].start for ordinal in places):
        return places
    if document.md is None or _keeps_prose(ctx, places):
        return places
    return find_places(document, at_end=True)


def _keeps_prose(ctx: RenderContext, places: Mapping[int, Place]) -> bool:
    document = ctx.document

    def raw(ordinal: int) -> str:
        marker = document.markers[ordinal]
        return marker.raw if marker.citations else ""

    emptied = find_emptied(document)
    edits = marker_edits(document, places, raw, emptied)
    edits += [Edit(span, "") for span in emptied]
    text = apply_edits(document.source, disjoint(edits))
    if document.md is None:
        return True
    options = ctx.options
    again = parse(
        document.md, text, scan_markers(text, options.dialect, options.families)
    )
    return signature(again.tokens) == signature(document.tokens)


def _removed_spans(ctx: RenderContext) -> list[Span]:
    """Return the blocks that showed nothing but dropped references."""
    document = ctx.document
    layout = document.layout
    if layout is None:
        return []
    removed = prune(
        document.tokens,
        lambda ordinal: is_shown(ordinal, ctx.resolution, ctx.options),
        layout,
    ).removed
    if not removed:
        return []
    positions = Positions(layout.text, layout)
    spans: list[Span] = []
    for first, end in sorted(removed):
        # The blank lines behind a block go with it.
        while end < len(positions.starts) and not positions.line(end).strip():
            end += 1  # noqa: PLW2901
        span = Span(_start(positions, document, first), positions.line_start(end))
        if not spans or spans[-1].end <= span.start:
            spans.append(span)
    return spans


def _start(positions: Positions, document: Document, line: int) -> int:
    """Return the source offset of a line's start, before a marker that begins it."""
    at = positions.line_start(line)
    for marker in document.markers:
        if marker.end == at:
            return marker.start
    return at


def _refused(document: Document, refusal: Refusal) -> list[Edit]:
    """Return the edits that make a refused stretch harmless in any Markdown engine."""
    if refusal.words is None:
        first = Span(refusal.start, refusal.start + 1)
        return [Edit(first, "&lt;")] if first.of(document.source) == "<" else []
    words = escape_markdown(" ".join(refusal.words.split()))
    if refusal.code is codes.IMAGE_REFUSED and refusal.target:
        words = f"[{words}]({md_url(refusal.target)})"  # type: ignore[assignment]
    return [Edit(Span(refusal.start, refusal.end), str(words))]
