"""The source with references in the place of markers: Markdown and text output.

Everything that is not a marker stays byte for byte, except the white space before one,
blocks that held nothing else, and (in Markdown) what the safety policy refuses.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from citemark import codes
from citemark.codespans import code_of
from citemark.dialect import scan_markers
from citemark.document.document import Document, parse
from citemark.document.moves import Place, find_emptied, find_places, signature
from citemark.document.positions import Positions
from citemark.document.prune import CLOSING, prune
from citemark.document.refusals import Refusal, find_refusals
from citemark.document.settle import OPENING
from citemark.render.context import RenderContext
from citemark.render.escape import escape_markdown, md_url
from citemark.resolve import is_shown
from citemark.spans import Edit, Span, apply_edits

Label = Callable[[int], str]
_BLANKS_RE = re.compile(r"(?<![ \t])[ \t]*(?:(?<=[^\s])[ \t]*(?:\r\n|\n|\r))?[ \t]*\Z")
_LEAD_RE = re.compile(r"[ \t>]*(?:(?:[-+*]|[0-9]{1,9}[.)]|\#{1,6})[ \t]+[ \t>]*)*\Z")
_WINDOW = 256
_MARKUP = frozenset("*_~`<!$\\")
_PASSES = 4
_LINE_BELOW_RE = re.compile(r"(?:\r\n|\n|\r)[ \t>]*[^\s>]")
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
    edits += _marker_edits(document, places, label, gone, word, markdown=markdown)
    text = apply_edits(document.source, _disjoint(edits))
    if any(refusal.words is None for refusal in refusals):
        return _settled(ctx, text)
    return text


def _marker_entities(source: str) -> Iterator[Span]:
    """Yield the entities outside code that spell marker characters."""
    if "&#" not in source:
        return
    code = _Cover(code_of(source))
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
        text = apply_edits(text, _disjoint(edits))
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
    edits = _marker_edits(document, places, raw, emptied)
    edits += [Edit(span, "") for span in emptied]
    text = apply_edits(document.source, _disjoint(edits))
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


def _marker_edits(
    document: Document,
    places: Mapping[int, Place],
    label: Label,
    gone: Sequence[Span],
    word: Callable[[str], str] = str,
    *,
    markdown: bool = False,
) -> list[Edit]:
    """Return the edits that take the markers out and put the references in."""
    edits: list[Edit] = []
    insertions: dict[tuple[int, str | None], list[str]] = {}
    holes = [Span(marker.start, marker.end) for marker in document.markers]
    replaced = {span.start for span in gone}
    gap, done = "", 0
    for ordinal, marker in enumerate(document.markers):
        place = places.get(ordinal)
        text = label(ordinal) if place is not None else ""
        hole = _hole(document.source, holes, ordinal)
        # A run of markers stands where its first one does.
        own = document.source[hole.start : min(hole.start + 1, marker.start)]
        gap = own or gap if hole.start == done else own
        done = hole.end
        if marker.text:
            # A word is no reference: the space before it stays.
            edits.append(Edit(holes[ordinal], word(marker.text)))
            continue
        in_place = place is None or (
            place.at == marker.start and place.paragraph is None
        )
        if in_place:
            if markdown and text and hole.end not in replaced:
                text = _apart(document.source, hole, text)
            edits.append(_replacement(document, hole, text, gap, in_place=True))
            continue
        edits.append(_replacement(document, hole, "", gap, in_place=False))
        if text and place is not None:
            insertions.setdefault((place.at, place.paragraph), []).append(text)
    cover = _Cover(gone)
    edits = [edit for edit in edits if not cover.holds(edit.span)]
    taken = _Cover([edit.span for edit in edits])
    for (at, prefix), texts in insertions.items():
        joined = "".join(texts)
        if prefix is not None:
            blank = f"\n{prefix.rstrip()}"
            below = _LINE_BELOW_RE.match(document.source, at)
            joined = f"{blank}\n{prefix}{joined}{blank if below else ''}"
        at = taken.leave(at)  # noqa: PLW2901
        if cover.leave(at) == at:
            edits.append(Edit(Span(at, at), joined))
    return edits


def _hole(source: str, holes: Sequence[Span], ordinal: int) -> Span:
    """Return a marker's span with the white space before it."""
    span = holes[ordinal]
    floor = holes[ordinal - 1].end if ordinal else 0
    floor = max(floor, span.start - _WINDOW)
    before = source[floor : span.start]
    start = floor + len(before.rstrip(" \t"))
    kept = source[max(0, start - 2) : start].endswith(("\n", "\r"))
    if kept and start == span.start:
        text = before.rstrip(" \t\r\n")
        ends = before[len(text) :].replace("\r\n", "\n").replace("\r", "\n")
        if text and ends.count("\n") == 1:
            start = floor + len(text)
    near = max(0, start - _WINDOW)
    line_start = max(source.rfind("\n", near, start), source.rfind("\r", near, start))
    if (line_start >= 0 or not near) and _LEAD_RE.match(
        source[line_start + 1 : span.start]
    ):
        start = span.start
    return Span(start, span.end)


def _replacement(
    document: Document, hole: Span, text: str, gap: str, *, in_place: bool
) -> Edit:
    """Return the edit of one hole: *text*, and the *gap* that still separates words.

    *in_place* is false where the marker's reference goes elsewhere: markup behind it
    may then be the end of what it was in.
    """
    source = document.source
    following = source[hole.end : hole.end + 1]
    start, end = hole.start, hole.end
    before = source[max(0, start - 1) : start]
    if not text and before in ("", "\n", "\r") and following in (" ", "\t"):
        # Nothing is left at the start of a line to be apart from.
        while source[end : end + 1] in (" ", "\t") and source[end : end + 1]:
            end += 1
    separates = (
        bool(gap)
        and (
            following.isalnum()
            or following in OPENING
            # Without the space, a code span that ends in a backtick would not close.
            or before == following == "`"
            or (in_place and following in _MARKUP and source[end : end + 2] != "</")
        )
    )
    if not text and gap and following in (" ", "\t"):
        ahead = source[end : end + _WINDOW]
        rest = ahead.lstrip(" \t")
        if rest[:1] in CLOSING:
            end += len(ahead) - len(rest)
    if not text and before == following == "`":
        # Two runs of backticks would become one, and the code text.
        gap, separates = gap or " ", True
    return Edit(Span(start, end), text + (gap if separates else ""))


def _apart(source: str, hole: Span, text: str) -> str:
    """Return the footnote call *text* so that nothing beside it changes what it is."""
    before = source[max(0, hole.start - _WINDOW) : hole.start]
    if (len(before) - len(before.rstrip("\\"))) % 2:
        text = f"\\{text}"
    following = source[hole.end : hole.end + 1]
    starts_line = not before.rpartition("\n")[2].strip()
    if following in ("(", "[") or (following == ":" and starts_line):
        text += "\\"
    return text


class _Cover:
    """Spans, sorted, that are asked what they hold."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans: list[Span] = []
        for span in sorted(spans):
            if self._spans and span.start < self._spans[-1].end:
                last = self._spans.pop()
                span = Span(last.start, max(last.end, span.end))  # noqa: PLW2901
            self._spans.append(span)
        self._starts = [span.start for span in self._spans]

    def holds(self, span: Span) -> bool:
        """Whether one of the spans holds all of *span*."""
        at = bisect_right(self._starts, span.start) - 1
        return at >= 0 and span.end <= self._spans[at].end

    def leave(self, at: int) -> int:
        """Return *at*, or the end of the span that it is inside of."""
        index = bisect_right(self._starts, at) - 1
        if index >= 0 and self._spans[index].start < at < self._spans[index].end:
            return self._spans[index].end
        return at


def _disjoint(edits: Iterable[Edit]) -> list[Edit]:
    """Return *edits* sorted, each cut to what the ones before it left."""
    result: list[Edit] = []
    done = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        start, end = max(edit.span.start, done), max(edit.span.end, done)
        if edit.span.end < done and not edit.text:
            continue
        result.append(Edit(Span(start, end), edit.text))
        done = end
    return result


def _refused(document: Document, refusal: Refusal) -> list[Edit]:
    """Return the edits that make a refused stretch harmless in any Markdown engine."""
    if refusal.words is None:
        first = Span(refusal.start, refusal.start + 1)
        return [Edit(first, "&lt;")] if first.of(document.source) == "<" else []
    words = escape_markdown(" ".join(refusal.words.split()))
    if refusal.code is codes.IMAGE_REFUSED and refusal.target:
        words = f"[{words}]({md_url(refusal.target)})"  # type: ignore[assignment]
    return [Edit(Span(refusal.start, refusal.end), str(words))]
