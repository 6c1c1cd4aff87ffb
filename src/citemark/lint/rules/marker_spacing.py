"""A marker with too many blanks around it, or without the space that follows it.

What it does
    Flags two or more blanks before a marker, after it or between two of them; any blank
    between Chinese or Japanese text and the marker behind it, or between such text on
    both sides; and a letter, digit or opening bracket glued to a marker. Tabs and
    no-break spaces count as blanks. One space before a marker, or none, is fine.

Why is this bad
    The blanks stay when the marker becomes a note number: the number drifts away from
    its word, or two words run together around it.

Fix safety
    Safe: blanks before a marker and between markers go, one space stays behind it.
    Unsafe where a word is glued to either side, since the marker may have split it.

Known limits
    Nothing is missing behind a marker where the script has no spaces between words
    (Chinese, Japanese, Thai, Lao, Khmer, Burmese, Tibetan), or where a Korean particle
    follows its noun. Ends and starts of lines are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from citemark import codes
from citemark.diagnostic import Applicability, Finding, Fix
from citemark.lint.context import LintContext, Run
from citemark.lint.neighbours import neighbours
from citemark.lint.rule import Example, Rule
from citemark.scripts import HANGUL, UNSPACED, WIDE, is_cjk
from citemark.spans import Edit, Span

_UNSPACED_RE = re.compile(f"[{UNSPACED}{WIDE}]")
_HANGUL_RE = re.compile(f"[{HANGUL}]")
_BLANKS = " \t\u00a0\u2009\u202f"
_WIDE_BLANK = "\u3000"
_OPENING = frozenset('([{"“„«‹')
_JOINING = frozenset('([{"“„«‹-‐‑–—/\\')
"""What a word may follow directly, with a marker between or without."""
_AROUND = "*_~”’"
"""What may stand between a text and the blank before a marker."""


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each gap that is wrong."""
    for run, before, after in neighbours(ctx):
        core = before.rstrip(_BLANKS + _WIDE_BLANK)
        # Spaces at the start of a line are no gap.
        last = "" if core.endswith("\n") else core.rstrip(_AROUND)[-1:]
        lead = len(before) - len(core)
        if last and lead and (lead > 1 or is_cjk(last)):
            edit = Edit(Span(run.start - lead, run.start), "")
            yield _finding(run, "blanks before a marker, expected none", edit)
        if len(run.ordinals) > 1:
            yield from _between(ctx, run)
        if after and after[0] != "\n":
            yield from _behind(run, last, after, glued=not lead)


def _between(ctx: LintContext, run: Run) -> Iterator[Finding]:
    markers = [ctx.markers[ordinal] for ordinal in run.ordinals]
    edits = [
        Edit(Span(left.end, right.start), "")
        for left, right in pairwise(markers)
        if right.start - left.end > 1
    ]
    if edits:
        yield _finding(run, "blanks between markers, expected none", *edits)


def _behind(run: Run, last: str, after: str, *, glued: bool) -> Iterator[Finding]:
    rest = after.lstrip(_BLANKS)
    following, blanks = rest[:1], len(after) - len(rest)
    gap = Span(run.end, run.end + blanks)
    if not following or following == "\n":
        return
    if not blanks:
        if _lacks_space(last, rest, glued=glued):
            splits = glued and last.isalnum()
            yield _finding(
                run,
                f"{following!r} directly behind a marker, expected a space",
                Edit(gap, " "),
                applicability=Applicability.UNSAFE if splits else Applicability.SAFE,
            )
    elif is_cjk(last) and is_cjk(following):
        yield _finding(run, "blanks behind a marker, expected none", Edit(gap, ""))
    elif blanks > 1:
        yield _finding(run, "blanks behind a marker, expected one", Edit(gap, " "))


def _lacks_space(last: str, rest: str, *, glued: bool) -> bool:
    """Say whether *rest* begins a word of its own."""
    following, second = rest[:1], rest[1:2]
    if is_cjk(last) or _is_unspaced(following) or (glued and last in _JOINING):
        return False
    if following in _OPENING:
        # A quote before a blank closes; ``[1]`` and ``[^1]`` are notes of their own.
        return bool(second) and (
            second.isalpha() or (following == "(" and second > " ")
        )
    if glued and last.isalnum() and _HANGUL_RE.match(following):
        return False
    return following.isalnum()


def _is_unspaced(char: str) -> bool:
    """Say whether *char* is of a script without spaces between words."""
    return _UNSPACED_RE.match(char) is not None


def _finding(
    run: Run,
    message: str,
    *edits: Edit,
    applicability: Applicability = Applicability.SAFE,
) -> Finding:
    return Finding(
        codes.MARKER_SPACING,
        f"Unexpected {message}",
        run.start,
        run.end,
        Fix("Mend the space around the marker", edits, applicability),
    )


RULE = Rule(
    code=codes.MARKER_SPACING,
    summary="A marker has at most one space before it and one behind it.",
    check=check,
    examples=(
        Example(
            bad="Open daily.  \ue200cite\ue202turn0search0\ue201",
            good="Open daily.\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue201Closed in May.",
            good="Open daily.\ue200cite\ue202turn0search0\ue201 Closed in May.",
        ),
        Example(
            bad="每天开放。 \ue200cite\ue202turn0search0\ue201 五月关闭。",
            good="每天开放。\ue200cite\ue202turn0search0\ue201五月关闭。",
        ),
        Example(good="Open daily. \ue200cite\ue202turn0search0\ue201 Closed in May."),
    ),
)
