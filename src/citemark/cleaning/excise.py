"""Takes residue out of a text so that nobody sees where it was.

No blank is left before punctuation, none doubled, and nothing empty stays: brackets,
emphasis, an item, a heading, a line. Whatever else there is stays byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from citemark.cleaning.find import Found
from citemark.cleaning.page import Page
from citemark.punctuation import CLOSING
from citemark.spans import Edit, Span

_BLANKS = " \t\u00a0\u202f\u3000"
_BETWEEN_RE = re.compile(f"[{_BLANKS}]{{0,9}}[,;、，；]?[{_BLANKS}]{{0,9}}")
_BRACKETS = dict(zip(")]）］】", "([（［【", strict=True))
_DELIMITERS = "*_~"
_COMMAS = frozenset(",;、，；")
_OPENING = frozenset("([{（［｛“‘„«‹「『¿¡")
_CLOSING = CLOSING - frozenset("\"'")
# What no language sets a space before.
_TIGHT = frozenset(".,)]}。，、）］｝")
# What would be something else side by side: a link, an image, a longer run.
_JOINTS = frozenset({*zip("]]!*_~`$", "([[*_~`$", strict=True)})


def excise(text: str, residue: Sequence[Found]) -> list[Edit]:
    """Return the edits that put in the place of *residue* what is to stand there."""
    removed: list[Span] = []
    edits: list[Edit] = []
    for each in residue:
        span = Span(each.start, each.end)
        if each.cited:
            span = _unbracketed(text, span)
        if each.replacement:
            edits.append(Edit(span, each.replacement))
        else:
            removed.append(span)
    page = Page(text)
    emptied, inline = page.split(_grown(text, removed))
    edits += page.without(emptied)
    edits += (_closed_up(text, span, page) for span in inline)
    return list(_apart(edits))


def _apart(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield *edits* in order, each less what an earlier one takes of its blanks."""
    done = 0
    for edit in sorted(edits, key=lambda edit: edit.span):
        start = max(edit.span.start, done)
        done = max(edit.span.end, start)
        yield Edit(Span(start, done), edit.text)


def _grown(text: str, spans: list[Span]) -> list[Span]:
    """Return *spans* with the brackets and emphasis that hold nothing else."""
    for _ in range(2):
        spans = _merged(text, [_emptied(text, span) for span in spans])
    return spans


def _merged(text: str, spans: Iterable[Span]) -> list[Span]:
    """Return *spans* with those that follow each other like a list as one."""
    merged: list[Span] = []
    for span in spans:
        if merged and _BETWEEN_RE.fullmatch(text, merged[-1].end, span.start):
            merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(span)
    return merged


def _emptied(text: str, span: Span) -> Span:
    """Return *span* with all brackets and emphasis that are empty without it."""
    while True:
        grown = _unemphasised(text, _unbracketed(text, span))
        if grown == span:
            return span
        span = grown


def _unbracketed(text: str, span: Span) -> Span:
    """Return *span* with the brackets around it, if they hold nothing else."""
    while True:
        start = _before(text, span.start) - 1
        end = _behind(text, span.end)
        opening = _BRACKETS.get(text[end : end + 1])
        # Brackets behind a backslash are a formula's, or no markup.
        if start < 0 or text[start] != opening or text[start - 1 : start] == "\\":
            return span
        span = Span(start, end + 1)


def _unemphasised(text: str, span: Span) -> Span:
    """Return *span* with the delimiters around it, if they emphasise nothing else."""
    start, end = _opening_run(text, span.start), _closing_run(text, span.end)
    before, after = text[start : span.start], text[span.end : end]
    return Span(start, end) if before == after else span


def _before(text: str, at: int) -> int:
    """Return where the blanks that end *at* begin."""
    while at and text[at - 1] in _BLANKS:
        at -= 1
    return at


def _behind(text: str, at: int) -> int:
    """Return where the blanks that begin *at* end."""
    while at < len(text) and text[at] in _BLANKS:
        at += 1
    return at


def _opening_run(text: str, at: int) -> int:
    """Return where the delimiters begin that open emphasis right before *at*."""
    start = at
    while start and text[start - 1] in _DELIMITERS and text[start - 1] == text[at - 1]:
        start -= 1
    return at if text[start - 1 : start].isalnum() else start


def _closing_run(text: str, at: int) -> int:
    """Return where the delimiters end that close emphasis right behind *at*."""
    end = at
    while end < len(text) and text[end] in _DELIMITERS and text[end] == text[at]:
        end += 1
    return at if text[end : end + 1].isalnum() else end


def _closed_up(text: str, span: Span, page: Page) -> Edit:
    """Return the edit that removes *span* and the blanks that would be too many."""
    outer = Span(_before(text, span.start), _behind(text, span.end))
    line = page.line_of(span)
    if page.leads(line, span.start):
        gone = Span(span.start, outer.end)
    elif outer.end >= page.end(line):
        # Two blanks at the end of a line break it, and are the author's.
        gone = Span(outer.start, span.end)
    else:
        gone = _less_a_blank(text, outer, span)
    joined = text[max(gone.start - 1, 0) : gone.start], text[gone.end : gone.end + 1]
    return Edit(gone, " " if joined in _JOINTS else "")


def _less_a_blank(text: str, outer: Span, span: Span) -> Span:
    """Return what of *outer*, which is *span* and the blanks around it, is to go."""
    before, behind = outer.start < span.start, outer.end > span.end
    if text[outer.start - 1 : outer.start] in _COMMAS and text[outer.end] in _CLOSING:
        return Span(outer.start - 1, outer.end)
    opens, closes = _opens(text, outer.start), _closes(text, outer.end)
    if before and behind:
        if opens:
            return Span(span.start, outer.end)
        tight = text[outer.end] in _TIGHT
        return outer if tight else Span(outer.start, span.end)
    return outer if (before and closes) or (behind and opens) else span


def _opens(text: str, at: int) -> bool:
    """Say whether what ends *at* belongs to what follows."""
    return text[at - 1 : at] in _OPENING or _opening_run(text, at) < at


def _closes(text: str, at: int) -> bool:
    """Say whether what begins *at* belongs to what is before."""
    return text[at] in _CLOSING or _closing_run(text, at) > at
