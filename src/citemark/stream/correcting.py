"""Holds what readers were shown against the whole text, and mends the difference.

A definition at the end of an answer makes links of words at its beginning, a source
that comes late takes a number: blocks that were closed may be different in the end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from markdown_it.token import Token

from citemark.document.cutting import Lines, top_blocks
from citemark.document.document import order_of
from citemark.render.context import RenderContext
from citemark.render.growing import Pieces, ended
from citemark.render.tokens import slugs_after
from citemark.stream.teller import Teller


def correct(
    teller: Teller,
    view: RenderContext,
    *,
    is_whole: bool = False,
    at: Callable[[int], int] = int,
) -> None:
    """Tell what is different in *view*, which is of all blocks that are closed.

    *is_whole*: it is of the whole answer, which ends here. *at* says where in it an
    offset of what was fed is.
    """
    mirror, pieces = teller.mirror, Pieces(view, teller.lines)
    tell_notes(teller, view, pieces, all_of_it=True)
    starts = [block.start for block in mirror.blocks]
    if is_whole and mirror.open is not None:
        starts.append(mirror.open.start)
    closed, groups = len(mirror.blocks), _grouped(view, list(map(at, starts)))
    layout, blocks = view.document.layout, {}
    if layout is not None:
        for index, tokens in enumerate(groups):
            blocks.update(dict.fromkeys(order_of(tokens, layout), index + 1))
    printed = _printed(view, pieces, groups)
    for index, html in enumerate(ended(*printed) if is_whole else printed):
        if index < closed:
            teller.correct(index, html)
        elif is_whole or (html and index == 0):
            # Before the end, only what showed nothing until now: footnotes go last.
            teller.close(html, starts[index] if index < len(starts) else 0)
    if is_whole:
        cited = {each.number for each in view.resolution.references}
        teller.drop_notes(set(mirror.notes) - (set() if view.options.strip else cited))
    tell_refs(teller, view, blocks.__getitem__)


def tell_notes(
    teller: Teller, view: RenderContext, pieces: Pieces, *, all_of_it: bool = False
) -> None:
    """Tell what is new about the sources that *view* cites.

    Unless *all_of_it* is wanted, a note with many places or links back is told again
    only when it has a good many more: else it would be sent as often as the source is
    cited.
    """
    references = {
        each.number: each
        for each in view.resolution.references
        if all_of_it or teller.lacks(each)
    }
    if not references:
        return
    for number, (html, card) in pieces.notes(tuple(references.values())).items():
        teller.note(references[number], pieces.note_id(number), html, card)
        teller.lines[number] = pieces.lines(number)


def tell_refs(
    teller: Teller, view: RenderContext, block_of: Callable[[int], int]
) -> None:
    """Tell what is new about the links of *view*, whose blocks *block_of* knows."""
    if view.options.strip:
        return
    resolution = view.resolution
    quotes = {
        (each.number, each.locator): each.excerpt for each in resolution.citations
    }
    for ordinal, noterefs in resolution.noterefs.items():
        for noteref in noterefs:
            locators = tuple(map(str, noteref.locators))
            teller.ref(
                noteref.index,
                n=noteref.number,
                block=block_of(ordinal),
                locators=locators,
                quote=quotes.get((noteref.number, (*locators, None)[0]), ""),
            )


def _printed(
    view: RenderContext, pieces: Pieces, groups: Sequence[Sequence[Token]]
) -> list[str]:
    """Return the HTML of each of *groups*; headings go on with the slugs before."""
    printed, slugs = [], view.slugs
    for tokens in groups:
        printed.append(pieces.blocks(tokens, slugs))
        if view.options.heading_ids:
            slugs = slugs_after(slugs, tokens)
    return printed


def _grouped(view: RenderContext, starts: Sequence[int]) -> list[Sequence[Token]]:
    """Divide the tokens of *view* among the blocks that begin at *starts*.

    The author's footnotes, which come at the very end, are a block of their own.
    """
    lines, tokens = Lines(view.document), view.tokens
    ends = [0] * max(1, len(starts))
    end = 0
    for block in top_blocks(tokens):
        end = block.end
        at = bisect_right(starts, lines.offset(block.first)) - 1
        ends[max(0, at)] = end
    begin, groups = 0, []
    for last in ends:
        groups.append(tokens[begin : max(begin, last)])
        begin = max(begin, last)
    return [*groups, tokens[end:]] if end < len(tokens) else groups
