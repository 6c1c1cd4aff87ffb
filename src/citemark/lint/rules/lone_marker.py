"""A marker alone in its line or paragraph.

What it does
    Flags markers with nothing else in their line, paragraph, list item or quote. A
    table cell or footnote that holds only a marker is fine.

Why is this bad
    OpenAI's guide forbids it: a note number on a line of its own refers to nothing, and
    leaves an empty line or bullet where the numbers are not shown.

Fix safety
    Safe: the marker joins the end of the text before it, which is the line before, the
    paragraph before or the last one of a list or quote before; the lines and the list
    item that held nothing else go, and the numbers of an ordered list behind them move
    up. Unsafe where a hard line break goes as well.

Known limits
    No fix is offered where no such text is directly before: at the start of the answer,
    of a list or of a quote, and after a heading, table, code or raw HTML; nor in the
    first line of a paragraph that goes on.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Applicability, Finding, Fix
from citemark.lint.context import Block, LintContext, Run
from citemark.lint.neighbours import neighbours, text_end
from citemark.lint.rule import Example, Rule
from citemark.spans import Edit, Span

_HARD_BREAK_RE = re.compile(r"(?:  |\\)(?:\r\n|\n|\r)")
# Beginnings of quotes and list items, and white space.
_BETWEEN_RE = re.compile(r"[\s>+*0-9.)-]*")
_LEAVING = frozenset(
    {
        "paragraph_close",
        "paragraph_open",
        "list_item_close",
        "bullet_list_close",
        "ordered_list_close",
        "blockquote_close",
    }
)
"""Tokens that may be between a text and the marker that joins it."""


@dataclass(slots=True)
class _Lines:
    """Lines of one block, one after the other, that hold nothing but markers."""

    block: Block
    runs: list[Run]
    starts: bool
    """Whether they are the first lines of the block."""
    ends: bool
    """Whether they are its last lines."""

    @property
    def span(self) -> Span:
        return Span(self.runs[0].start, self.runs[-1].end)


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each run of markers with nothing beside it."""
    groups = list(_groups(ctx))
    blocks = {block.token: block for block in ctx.blocks} if groups else {}
    for group in groups:
        fix = _fix(ctx, group, blocks)
        for run in [run for lines in group for run in lines.runs]:
            yield Finding(
                codes.LONE_MARKER,
                "Unexpected marker with nothing beside it, expected it behind a text",
                run.start,
                run.end,
                fix,
            )


def _groups(ctx: LintContext) -> Iterator[Sequence[_Lines]]:
    """Yield lines that follow each other, from block to block: they share a fix."""
    group: list[_Lines] = []
    for lines in _lines(ctx):
        follows = group and group[-1].ends and lines.starts and lines.ends
        if follows and _text_before(ctx, lines.block) == group[-1].block.token:
            group.append(lines)
            continue
        if group:
            yield group
        group = [lines]
    if group:
        yield group


def _lines(ctx: LintContext) -> Iterator[_Lines]:
    found: _Lines | None = None
    for run, before, after in neighbours(ctx):
        block = run.block
        if block.kind != "paragraph" or "footnote_open" in block.path:
            continue
        first = run.ordinals[0] == block.ordinals[0]
        last = run.ordinals[-1] == block.ordinals[-1]
        if not (
            _is_blank_line(before[before.rfind("\n") + 1 :], before, edge=first)
            and _is_blank_line(after.partition("\n")[0], after, edge=last)
        ):
            continue
        starts, ends = first and not before.strip(), last and not after.strip()
        if found and found.block is block and _is_next(found, run, before):
            found.runs.append(run)
            found.ends = ends
            continue
        if found:
            yield found
        found = _Lines(block, [run], starts, ends)
    if found:
        yield found


def _is_blank_line(rest: str, piece: str, *, edge: bool) -> bool:
    """Say whether *rest* is blank and reaches to the end of a line or block."""
    return not rest.strip() and (edge or "\n" in piece)


def _is_next(lines: _Lines, run: Run, before: str) -> bool:
    return lines.runs[-1].ordinals[-1] + 1 == run.ordinals[0] and not before.strip()


def _text_before(ctx: LintContext, block: Block) -> int | None:
    """Return the index of the inline token of the paragraph that *block* may join."""
    tokens = ctx.document.tokens
    at = block.token - 1
    while at >= 0 and tokens[at].type != "inline":
        kind = tokens[at].type
        # Only the item around the block may go, and only if it holds nothing else.
        emptied = (
            kind == "list_item_open"
            and at == block.token - 2
            and tokens[block.token + 2].nesting < 0
        )
        if kind not in _LEAVING and not emptied:
            return None
        at -= 1
    # An empty token holds no text to join.
    is_text = at > 0 and tokens[at].content and tokens[at - 1].type == "paragraph_open"
    return at if is_text else None


def _fix(
    ctx: LintContext, group: Sequence[_Lines], blocks: Mapping[int, Block]
) -> Fix | None:
    source, first, last = ctx.source, group[0], group[-1]
    runs = [run for lines in group for run in lines.runs]
    tail = ""
    if not first.starts:
        end, tail = _line_before(source, first.span.start)
    elif not first.ends or (token := _text_before(ctx, first.block)) is None:
        return None
    else:
        end = _markers_end(ctx, text_end(ctx, blocks[token]))
    breaks = sum(
        len(_HARD_BREAK_RE.findall(source, lines.span.start, lines.span.end))
        for lines in group
    ) + bool(tail)
    kept = ""
    if tail and not last.ends and not _HARD_BREAK_RE.match(source, last.span.end):
        kept, breaks = tail, breaks - 1
    markers = [source[run.start : run.end] for run in runs]
    between = source[end : last.span.end]
    for marker in markers:
        between = between.replace(marker, "", 1)
    if not _BETWEEN_RE.fullmatch(between.removeprefix(tail)):
        # A definition, say: it shows nothing, and something may depend on it.
        return None
    return Fix(
        "Move the marker to the end of the text before it",
        (Edit(Span(end, last.span.end), "".join(markers) + kept),),
        Applicability.UNSAFE if breaks else Applicability.SAFE,
    )


def _markers_end(ctx: LintContext, at: int) -> int:
    """Return the end of the markers that begin at *at*; a text may end with some."""
    markers = ctx.markers
    index = bisect_left(markers, at, key=lambda marker: marker.start)
    while index < len(markers) and markers[index].start == at:
        at = markers[index].end
        index += 1
    return at


def _line_before(source: str, at: int) -> tuple[int, str]:
    """Return where the text of the line above *at* ends, and its hard break if any."""
    while source[at - 1] not in "\r\n":
        at -= 1
    at -= 2 if source[at - 2 : at] == "\r\n" else 1
    end = at
    while source[end - 1] in " \t":
        end -= 1
    if source[end - 1] == "\\" and end == at:
        return end - 1, "\\"
    tail = source[end:at]
    return end, tail if tail.endswith("  ") else ""


RULE = Rule(
    code=codes.LONE_MARKER,
    summary="A marker stands behind the text that it is about, never alone.",
    check=check,
    examples=(
        Example(
            bad="Open daily.\n\n\ue200cite\ue202turn0search0\ue201\n\nClosed in May.",
            good="Open daily.\ue200cite\ue202turn0search0\ue201\n\nClosed in May.",
        ),
        Example(
            bad="Open daily.\n\ue200cite\ue202turn0search0\ue201",
            good="Open daily.\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="- Open daily.\n- \ue200cite\ue202turn0search0\ue201\n- Free.",
            good="- Open daily.\ue200cite\ue202turn0search0\ue201\n- Free.",
        ),
        Example(good="| Hours |\n| --- |\n| \ue200cite\ue202turn0search0\ue201 |"),
    ),
)
