"""The writer of plain text, for terminals and for the text part of e-mails."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from citemark.document.inline import REF
from citemark.render.context import RenderContext
from citemark.render.edits import edited_source
from citemark.render.part import Format
from citemark.render.plain_notes import text_notes, with_notice

# An escape sequence in an answer would command the terminal it is printed on.
_CONTROL_RE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f](?<!\r)")


def render_text(ctx: RenderContext) -> str:
    """Return the answer's source with ``[1]`` for each marker, and the sources."""
    return with_notes(answer_text(ctx), text_notes(ctx))


def with_notes(text: str, notes: str) -> str:
    """Return *text* with the list of sources below, if there is one."""
    return f"{text.rstrip()}\n\n{notes}" if notes else text


def answer_text(ctx: RenderContext) -> str:
    """Return the answer's source with ``[1]`` for each marker."""
    resolution = ctx.resolution
    runs = _runs(ctx) if ctx.options.grouped else {}

    def shown(ordinal: int) -> list[str]:
        marked = ctx.options.on_unresolved == "mark"
        refused = resolution.refused.get(ordinal, ()) if marked else ()
        noterefs = resolution.noterefs.get(ordinal, ())
        return [*(str(noteref.number) for noteref in noterefs), *("?" for _ in refused)]

    def number(ordinal: int) -> str:
        if ctx.options.strip:
            return ""
        if not ctx.options.grouped:
            return "".join(f"[{item}]" for item in shown(ordinal))
        run = runs.get(ordinal, [ordinal])
        items = [item for each in run for item in shown(each)]
        # Behind the last of them, where the words go on.
        return f"[{', '.join(items)}]" if items and ordinal == run[-1] else ""

    if ctx.texts is None:
        text = edited_source(ctx, number, markdown=False)
    else:
        text = "".join(
            each if isinstance(each, str) else number(each) for each in ctx.texts
        )
    text = _CONTROL_RE.sub("\ufffd", text)
    return with_notice(ctx, text, Format.TEXT)


def _runs(ctx: RenderContext) -> dict[int, list[int]]:
    """Return ordinal → the ordinals of the markers that stand side by side with it."""
    layout = ctx.document.layout
    if layout is None:
        return _runs_of(_neighbours(ctx.texts or ()))
    runs: list[list[int]] = []
    beside_re = re.compile(rf"(?:{layout.opener}[0-9]+{layout.closer}[ \t]*)+")
    for token in ctx.tokens:
        if token.type == "html_block":
            runs += map(layout.ordinals, beside_re.findall(token.content))
        in_order = groupby(token.children or (), lambda child: child.type == REF)
        for is_ref, children in in_order:
            if is_ref:
                runs.append([child.meta["ordinal"] for child in children])
    return _runs_of(runs)


def _neighbours(texts: Sequence[str | int]) -> Iterator[list[int]]:
    """Yield the ordinals that stand side by side."""
    for _, run in groupby(texts, type):
        yield [each for each in run if isinstance(each, int)]


def _runs_of(runs: Iterable[list[int]]) -> dict[int, list[int]]:
    return {ordinal: run for run in runs for ordinal in run}
