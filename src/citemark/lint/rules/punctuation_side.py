"""A marker on the wrong side of the punctuation that closes its sentence or clause.

What it does
    Flags a marker that stands directly before closing punctuation of any script: stops,
    commas, closing quotes and brackets. With ``side = "before"`` it flags a marker
    directly after a stop or comma; with ``side = "keep"`` nothing. ``languages`` sets a
    side for single languages.

Why is this bad
    OpenAI's guide asks for citations after punctuation. A note number covers the whole
    sentence only when it stands behind it, and a mixture of both looks careless.

Fix safety
    Safe: the marker and the punctuation change places, and no word moves.

Known limits
    A citation may belong to what is in brackets, so a closing bracket alone is flagged
    only where it ends the sentence or the block. Single quotes alone count as
    apostrophes. A stop directly before a letter or digit (``3.5``, ``.NET``) is no
    closing punctuation, unless a word ends before the marker and a capitalised one
    begins behind the stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from citemark import codes
from citemark.diagnostic import Finding, Fix
from citemark.lint.context import LintContext, Run
from citemark.lint.neighbours import neighbours
from citemark.lint.rule import Example, Rule
from citemark.punctuation import (
    BRACKETS,
    CLAUSE_END,
    CLOSING,
    QUOTES,
    SENTENCE_END,
    guess_language,
    sentence_ends,
)
from citemark.scripts import is_cjk
from citemark.spans import Edit, Span

Side = Literal["after", "before", "keep"]

_BLANKS = " \t\u00a0\u202f"
_STOPS = "".join(SENTENCE_END | CLAUSE_END)
_CLOSING_RE = re.compile(
    f"([{_BLANKS}]?)([{''.join(map(re.escape, sorted(CLOSING | QUOTES)))}]+)"
)
_SPACED = frozenset(";:!?»")
"""What French puts a space before."""
_OPENED_BY = {"“": "„", "«": "»", "‘": "‚", "‹": "›"}
"""Quotes that close only where the other one is open."""
_BINDING = frozenset("/\\_-=@#$%^&+~`")
"""What a stop belongs to if it is directly before it: ``./run``, ``://``, ``:-``."""
_ENTITY_RE = re.compile(r"&#?[0-9A-Za-z]{1,32}\Z")
_WINDOW = 32


@dataclass(frozen=True, slots=True)
class Settings:
    """Where markers stand."""

    side: Side = "after"
    """``after`` closing punctuation, ``before`` it, or ``keep`` for either."""
    languages: Mapping[str, Side] = field(default_factory=dict)
    """Primary language subtag, or ``cjk`` for Chinese and Japanese, → side there.

    The language is the option ``language``; without it, the script tells.
    """


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for each run of markers on the wrong side."""
    settings = ctx.settings(Settings)
    if settings.side == "keep" and not settings.languages:
        return
    for run, before, after in neighbours(ctx):
        side = settings.side
        if settings.languages:
            side = _side(settings, ctx.options.language, before)
        if side == "after":
            yield from _expect_after(ctx, run, before, after)
        elif side == "before":
            yield from _expect_before(ctx, run, before, after)


def _side(settings: Settings, language: str | None, before: str) -> Side:
    tag = (
        language.split("-")[0].lower()
        if language
        else guess_language(before[-_WINDOW:])
    )
    if tag in settings.languages:
        return settings.languages[tag]
    if tag in ("zh", "ja"):
        return settings.languages.get("cjk", settings.side)
    return settings.side


def _expect_after(
    ctx: LintContext, run: Run, before: str, after: str
) -> Iterator[Finding]:
    core = before.rstrip(_BLANKS)
    match = _CLOSING_RE.match(after)
    if match is None or not core.strip():
        return
    gap, closing = match[1], _closing(core, match[1], match[2], after[match.end() :])
    at_end = match[2] == closing and _ends_block(run, after, match.end())
    closing = _within(closing, at_end=at_end)
    if not closing:
        return
    raw = ctx.source[run.start : run.end]
    if closing[0] not in _SPACED:
        kept = ""
    elif gap or not (ctx.options.language or "").startswith("fr"):
        kept = gap
    else:
        kept = before[len(core) :]
    start = run.start - len(before) + len(core)
    edit = Edit(Span(start, run.end + len(gap) + len(closing)), f"{kept}{closing}{raw}")
    yield Finding(
        codes.PUNCTUATION_SIDE,
        f"Unexpected marker before {closing!r}, expected it after",
        run.start,
        run.end,
        Fix("Move the marker behind the punctuation", (edit,)),
    )


def _closing(core: str, gap: str, closing: str, rest: str) -> str:
    """Return what of *closing* closes the text *core*, given the *rest* behind it."""
    following = rest[:1]
    if following.isalnum():
        loose = "\"'“‘«‹" if is_cjk(following) else "".join(QUOTES)
        closing = closing.rstrip(loose)
    if following == "[":
        # It opens an image.
        closing = closing.removesuffix("!")
    if not closing or (closing[-1] in ".,;:!?…" and _binds(core, gap, closing, rest)):
        return ""
    if ":)" in closing or ";)" in closing or _is_apart(gap, closing, rest):
        return ""
    opener = _OPENED_BY.get(closing[0])
    if opener and opener not in core:
        return ""
    return "" if len(closing) == 1 and closing in "'’‘" else closing


def _binds(core: str, gap: str, closing: str, rest: str) -> bool:
    """Say whether the stop at the end of *closing* belongs to *rest*."""
    following = rest[:1]
    if following in _BINDING:
        return True
    if not following.isalnum() or is_cjk(following):
        return False
    begins = following.isupper() and rest[1:2].islower()
    return bool(gap) or len(closing) > 1 or not (core[-1:].isalpha() and begins)


def _is_apart(gap: str, closing: str, rest: str) -> bool:
    """Say whether *gap* parts *closing* from the text: it then begins something."""
    if not gap or closing[0] in _SPACED:
        return False
    stops = closing[0] in CLAUSE_END or closing[0] in SENTENCE_END
    ellipsis = closing[0] == "…" or closing.startswith("..") or rest.startswith(" .")
    return ellipsis or not stops


def _ends_block(run: Run, after: str, at: int) -> bool:
    return run.ordinals[-1] == run.block.ordinals[-1] and not after[at:].strip()


def _within(closing: str, *, at_end: bool) -> str:
    """Return *closing* up to a bracket that ends neither sentence nor block."""
    bracket = next((at for at, char in enumerate(closing) if char in BRACKETS), None)
    if bracket is None or at_end or not SENTENCE_END.isdisjoint(closing[bracket:]):
        return closing
    return closing[:bracket]


def _expect_before(
    ctx: LintContext, run: Run, before: str, after: str
) -> Iterator[Finding]:
    core = before.rstrip(_BLANKS)
    head = core.rstrip(_STOPS)
    stops, lead = core[len(head) :], before[len(core) :]
    if not stops or not head.strip() or head.endswith("\\"):
        return
    if not _may_leave(head, stops, after):
        return
    raw = ctx.source[run.start : run.end]
    lead = lead if after[:1].strip() else ""
    edit = Edit(
        Span(run.start - len(before) + len(head), run.end), f"{raw}{stops}{lead}"
    )
    yield Finding(
        codes.PUNCTUATION_SIDE,
        f"Unexpected marker after {stops!r}, expected it before",
        run.start,
        run.end,
        Fix("Move the marker before the punctuation", (edit,)),
    )


def _may_leave(head: str, stops: str, after: str) -> bool:
    """Say whether *stops* belong to the sentence, not to the word they follow."""
    if stops[0] == ";":
        return not _ENTITY_RE.search(head[-_WINDOW:])
    if stops != ".":
        return True
    if head[-1].isdigit() and after[:1].isdigit():
        return False
    text = f"{head[-_WINDOW:]}."
    return len(text) in sentence_ends(f"{text} {after[:_WINDOW]}")


RULE = Rule(
    code=codes.PUNCTUATION_SIDE,
    summary="A marker stands after closing punctuation.",
    check=check,
    settings=Settings,
    examples=(
        Example(
            bad="Open daily\ue200cite\ue202turn0search0\ue201.",
            good="Open daily.\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="They said \u201cno \ue200cite\ue202turn0search0\ue201\u201d.",
            good="They said \u201cno\u201d.\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="每天开放\ue200cite\ue202turn0search0\ue201。",
            good="每天开放。\ue200cite\ue202turn0search0\ue201",
        ),
        Example(
            bad="Open daily.\ue200cite\ue202turn0search0\ue201",
            good="Open daily\ue200cite\ue202turn0search0\ue201.",
            rules={"punctuation-side": {"side": "before"}},
        ),
        Example(good="It costs 3\ue200cite\ue202turn0search0\ue201.5 million."),
        Example(good="It (a ship\ue200cite\ue202turn0search0\ue201) sank."),
    ),
)
