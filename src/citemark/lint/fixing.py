"""Applies fixes until nothing is left that a fix can mend.

A fix is atomic: if one of its edits overlaps what is applied already, all of it waits
for the next pass. After each pass the answer is linted afresh.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from citemark.diagnostic import Applicability, Diagnostic
from citemark.errors import InternalError
from citemark.lint.engine import lint
from citemark.lint.honest import Taken
from citemark.options import Options
from citemark.sources import Sources, open_sources
from citemark.spans import Edit, apply_edits

MAX_PASSES = 20


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Old offset ↔ new offset, through the edits of every pass; code points.

    Inside a replaced stretch an offset maps to the start of what replaced it.
    """

    passes: tuple[tuple[Edit, ...], ...] = ()

    def to_fixed(self, offset: int) -> int:
        """Return where *offset* of the answer is in the fixed text."""
        for edits in self.passes:
            offset = _forward(edits, offset)
        return offset

    def to_original(self, offset: int) -> int:
        """Return where *offset* of the fixed text was in the answer."""
        for edits in reversed(self.passes):
            offset = _backward(edits, offset)
        return offset


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A fixed answer.

    ``applied`` are the diagnostics that were mended, placed in the text they were found
    in (the answer, then each pass's result); ``diagnostics`` are those that are left.
    """

    text: str
    applied: tuple[Diagnostic, ...]
    diagnostics: tuple[Diagnostic, ...]
    source_map: SourceMap

    def __str__(self) -> str:
        """Return the fixed text."""
        return self.text


def fix(
    answer: str,
    sources: Sources = None,
    *,
    unsafe: bool = False,
    options: Options | None = None,
) -> Fixed:
    r"""Apply the fixes that `lint` offers for *answer*; with *unsafe*, all of them.

    Safe fixes move, merge, split or close up markers: no word of the answer changes,
    and it cites what it cited. Unsafe ones may remove a citation or add one.

    >>> fix("**Yes.\ue200cite\ue202a\ue201**").text
    '**Yes.**\ue200cite\ue202a\ue201'

    Raises:
        SourceError: a source record is unusable.
        ConfigError: an option has an impossible value.
    """
    store = None if sources is None else open_sources(sources)
    least = Applicability.UNSAFE if unsafe else Applicability.SAFE
    text = answer
    applied: list[Diagnostic] = []
    passes: list[tuple[Edit, ...]] = []
    seen: set[str] = set()
    found = lint(text, store, options=options)
    # Each pass mends one finding at least, so that many are enough for any answer.
    for _ in range(MAX_PASSES + len(found)):
        chosen, edits = _choose(found, least)
        if text in seen:
            # Two rules that contradict each other undo each other's fixes.
            found, edits = [_unfixable(each, chosen) for each in found], []
        seen.add(text)
        if not edits:
            return Fixed(
                text=text,
                applied=tuple(applied),
                diagnostics=tuple(found),
                source_map=SourceMap(tuple(passes)),
            )
        applied += chosen
        passes.append(tuple(edits))
        text = apply_edits(text, edits)
        found = lint(text, store, options=options)
    msg = f"fixes do not settle after {len(passes)} passes: {answer!r}"
    raise InternalError(msg)


def _unfixable(found: Diagnostic, chosen: Sequence[Diagnostic]) -> Diagnostic:
    return replace(found, fix=None) if found in chosen else found


def _choose(
    found: Sequence[Diagnostic], least: Applicability
) -> tuple[list[Diagnostic], list[Edit]]:
    """Return the diagnostics to mend in one pass, and their edits, sorted."""
    chosen: list[Diagnostic] = []
    edits: list[Edit] = []
    taken = Taken()
    accepted: dict[int, bool] = {}
    for each in found:
        fix = each.fix
        if fix is None or fix.applicability < least:
            continue
        if id(fix) not in accepted:
            accepted[id(fix)] = taken.add(fix.edits)
            edits += fix.edits if accepted[id(fix)] else ()
        if accepted[id(fix)]:
            chosen.append(each)
    return chosen, sorted(edits, key=lambda edit: edit.span)


def _forward(edits: Iterable[Edit], offset: int) -> int:
    shift = 0
    for edit in edits:
        if edit.span.end > offset or edit.span.start == offset:
            if edit.span.start < offset:
                return edit.span.start + shift
            break
        shift += len(edit.text) - (edit.span.end - edit.span.start)
    return offset + shift


def _backward(edits: Iterable[Edit], offset: int) -> int:
    shift = 0
    for edit in edits:
        start = edit.span.start + shift
        if offset < start:
            break
        if offset < start + len(edit.text):
            return edit.span.start
        shift += len(edit.text) - (edit.span.end - edit.span.start)
    return offset - shift
