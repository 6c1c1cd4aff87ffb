"""The source with references in the place of markers: Markdown and text output.

Everything that is not a marker stays byte for byte, except the white space before one,
blocks that held nothing else, and (in Markdown) what the safety policy refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from citemark.answer import known_by
from citemark.codespans import code_of
from citemark.dialect import scan_markers
from citemark.document.compare import signature
from citemark.document.document import Document, parse
from citemark.document.moves import Place, find_emptied, find_places
from citemark.document.positions import Positions
from citemark.document.prune import prune
from citemark.document.refusals import Refusal, find_refusals, openings
from citemark.document.splice import Cover, Label, disjoint, marker_edits
from citemark.render.context import RenderContext
from citemark.render.escape import escape_markdown, md_url
from citemark.resolution import is_shown
from citemark.spans import Edit, Span, apply_edits

_PASSES = 4
_ENTITY_RE = re.compile(r"&#(?:[xX]0{0,8}[eE]20[0-6]|0{0,8}5785[6-9]|0{0,8}5786[0-2]);")
# What may begin a tag or end a link's text, footnote calls side by side aside.
_LIVE_RE = re.compile(r"<(?=[A-Za-z/!?])|\](?=[(:]|\[(?!\^))")
_ESCAPED = {"<": "&lt;", "[": "\\[", ":": "&#58;"}


def edited_source(ctx: RenderContext, label: Label, *, markdown: bool) -> str:
    """Return the source with ``label(ordinal)`` where each reference goes.

    *markdown* says that the result will be read as Markdown: references are kept from
    joining their neighbours, and the safety policy applies, unless the answer is
    trusted.
    """
    document = ctx.document
    safe = markdown and not ctx.options.trusted
    places = _checked_places(ctx)
    refusals = find_refusals(document, ctx.options) if safe else []
    dropped = [*_removed_spans(ctx), *find_emptied(document)]
    edits = _refused(document, refusals)
    edits += [Edit(span, "") for span in dropped]
    gone = dropped + [
        Span(refusal.start, refusal.end)
        for refusal in refusals
        if refusal.words is not None
    ]
    if safe:
        edits += [Edit(span, "") for span in _marker_entities(document.source)]
    word = escape_markdown if safe else str
    edits += marker_edits(document, places, label, gone, word, markdown=markdown)
    text = apply_edits(document.source, disjoint(edits))
    return _settled(ctx, text) if safe and _LIVE_RE.search(text) else text


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
    images of its own; what stood around a refused link may be a link without it, and
    what a marker kept apart a link or a tag. A few passes settle what anybody writes;
    anything else loses all its tags and links.
    """
    for _ in range(_PASSES):
        document = parse(ctx.document.md, text, [])
        refusals = find_refusals(document, ctx.options)
        if not refusals:
            return text
        text = apply_edits(text, disjoint(_refused(document, refusals)))
    return apply_edits(text, _escapes(text, openings(text)))


def _checked_places(ctx: RenderContext) -> Mapping[int, Place]:
    """Return places at which the references keep the prose as it is.

    A reference behind a run of stars can change what the run means. The edited text is
    parsed again; where it says something else, the ends of the blocks are taken.
    """
    document = ctx.document
    places = find_places(document)
    if all(places[ordinal].at == document.markers[ordinal].start for ordinal in places):
        return places
    return places if _keeps_prose(ctx, places) else find_places(document, at_end=True)


def _keeps_prose(ctx: RenderContext, places: Mapping[int, Place]) -> bool:
    document = ctx.document

    def raw(ordinal: int) -> str:
        marker = document.markers[ordinal]
        return marker.raw if marker.citations else ""

    emptied = find_emptied(document)
    edits = marker_edits(document, places, raw, emptied)
    edits += [Edit(span, "") for span in emptied]
    text = apply_edits(document.source, disjoint(edits))
    options = ctx.options
    known = known_by(document.markers)
    markers = scan_markers(text, options.dialect, options.syntax, known)
    again = parse(document.md, text, markers)
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
    # A marker that begins the line of a removed block goes with it.
    starts = {marker.end: marker.start for marker in document.markers}
    spans: list[Span] = []
    for first, last in sorted(removed):
        end = last
        # The blank lines behind a block go with it.
        while end < len(positions.starts) and not positions.line(end).strip():
            end += 1
        at = positions.line_start(first)
        span = Span(starts.get(at, at), positions.line_start(end))
        if not spans or spans[-1].end <= span.start:
            spans.append(span)
    return spans


def _refused(document: Document, refusals: Sequence[Refusal]) -> list[Edit]:
    """Return the edits that make what is refused harmless in any Markdown engine."""
    edits: list[Edit] = []
    done = 0
    for refusal in refusals:
        # What is inside of another refused stretch goes with it.
        if refusal.words is not None and refusal.start >= done:
            done = refusal.end
            edits.append(Edit(Span(refusal.start, done), _plain(refusal)))
    markers = (Span(marker.start, marker.end) for marker in document.markers)
    settled = Cover([*(edit.span for edit in edits), *markers])
    escaped = {at for refusal in refusals for at in refusal.escaped}
    return edits + [
        edit
        for edit in _escapes(document.source, sorted(escaped))
        if not settled.holds(edit.span)
    ]


def _plain(refusal: Refusal) -> str:
    """Return the words of *refusal*; those of an image lead to it."""
    words = escape_markdown(" ".join((refusal.words or "").split()))
    return f"[{words}]({md_url(refusal.target)})" if refusal.target else words


def _escapes(source: str, offsets: Iterable[int]) -> list[Edit]:
    return [Edit(Span(at, at + 1), _ESCAPED[source[at]]) for at in offsets]
