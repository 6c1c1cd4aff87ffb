"""The pieces of an article that grows: its shell, and what goes into it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from markdown_it.token import Token

from citemark.model import Reference
from citemark.options import Options
from citemark.render.body import html_body
from citemark.render.context import RenderContext
from citemark.render.escape import join_blocks, without_controls
from citemark.render.html import article_of
from citemark.render.ids import Slugs
from citemark.render.names import Names
from citemark.render.noterefs import NoteRefs
from citemark.render.notes import HtmlNotes
from citemark.render.policies import answer_policy
from citemark.render.weave import Weaver


class Pieces:
    """Prints the pieces of what one view of an answer shows.

    Each ends with one line end, or is empty, as it will stand in the article; blocks
    of raw HTML at the end only do so once they are `ended`.
    """

    def __init__(
        self, ctx: RenderContext, told: Mapping[int, Collection[int]] | None = None
    ) -> None:
        """Look up names once for all pieces.

        *told*: number → the cited lines that readers have in the note of a source; a
        reference to another one leads to the note. Without it, all are there.
        """
        self._ctx = ctx
        self._names = Names(ctx, told)
        self._noterefs = NoteRefs(ctx, self._names)

    def blocks(
        self, tokens: Sequence[Token] | None = None, slugs: Slugs | None = None
    ) -> str:
        """Return the blocks, or only those of *tokens*, with their references.

        *slugs* are those of the headings before.
        """
        ctx = self._ctx
        if tokens is not None:
            ctx = replace(ctx, tokens=tokens, slugs=slugs or ctx.slugs)
        return without_controls(html_body(ctx, self._noterefs))

    @property
    def has_raw(self) -> bool:
        """Whether some of it is HTML that the answer brought."""
        return any(
            token.type == "html_block"
            or any(child.type == "html_inline" for child in token.children or ())
            for token in self._ctx.tokens
        )

    def notes(self, references: Sequence[Reference]) -> dict[int, tuple[str, str]]:
        """Return number → (note, card) of each of *references*."""
        resolution = replace(self._ctx.resolution, references=tuple(references))
        notes = HtmlNotes(replace(self._ctx, resolution=resolution), self._names)
        return {
            number: (str(without_controls(note)), str(without_controls(card)))
            for number, note, card in notes.entries()
        }

    def note_id(self, number: int) -> str:
        """Return the id of a note."""
        return self._names.note_id(number)

    def lines(self, number: int) -> frozenset[int]:
        """Return the cited lines that the note of a source shows."""
        return self._names.lines(number)


def ended(*blocks: str) -> list[str]:
    r"""Return all blocks of an article, the last with the line end that it has there.

    >>> ended("<p>a</p>\n", "<br>"), ended("\n"), ended("\n", "")
    (['<p>a</p>\n', '<br>\n'], [''], ['', ''])
    """
    given, found = "".join(blocks), list(blocks)
    if given == "\n":
        return [""] * len(found)
    if given and not given.endswith("\n"):
        last = max(at for at, html in enumerate(found) if html)
        found[last] += "\n"
    return found


def leaves_open(options: Options) -> Callable[[str], bool]:
    """Return what is given the blocks of raw HTML between an answer's other blocks.

    It says of each whether an element reaches into the blocks behind it.
    """
    return Weaver(answer_policy(options), "").leaves_open


def shell(ctx: RenderContext, blocks: str, section: str, cards: str) -> str:
    """Return the article with a slot of each of these ids, and nothing else in it.

    No white space stands behind a slot: one that is removed leaves no trace.
    """
    slots = {name: slot(ctx, name) for name in (blocks, section, cards)}
    article = article_of(
        ctx,
        body=join_blocks(slots[blocks]),
        notes=join_blocks(slots[section]),
        cards=join_blocks(slots[cards]),
    )
    return _close_up(article, *slots.values())


def section(ctx: RenderContext, notes: str) -> str:
    """Return the section of sources with a slot of this id in place of notes."""
    place = slot(ctx, notes)
    around = HtmlNotes(ctx, Names(ctx)).section_of(place)
    return _close_up(f"{without_controls(around)}\n", place)


def slot(ctx: RenderContext, name: str) -> str:
    """Return the element that keeps a place."""
    return str(ctx.theme.part("slot").render({"id": name}))


def status(ctx: RenderContext, name: str) -> str:
    """Return the element of this id that will say that the answer is complete."""
    return str(ctx.theme.part("status").render({"id": name}))


def _close_up(html: str, *slots: str) -> str:
    for place in slots:
        html = html.replace(f"{place}\n", place)
    return html
