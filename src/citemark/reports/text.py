"""Findings for people: a line that editors can jump to, a code frame, a summary."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

from wcwidth import wcswidth

from citemark.diagnostic import Applicability, Diagnostic, Fix, Severity
from citemark.report import Checked, Piece, Report, Run, summary
from citemark.spans import line_bounds
from citemark.visible import draw_line, visible

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
_GUTTER = "blue"
# A paragraph is one line of an answer, and far too long for a frame.
_BEFORE, _SPAN, _AFTER = 48, 60, 24
# Three dots, since terminals disagree on the width of an ellipsis.
_CUT = "..."
_JOINER = "\u200d"
_MOST_JOINED = 16


def pieces(run: Run) -> Iterator[Piece]:
    """Print every finding with its frame, or how many there are of each code."""
    if run.statistics:
        yield from _statistics(run)
    else:
        for answer in run.answers:
            yield from _findings(answer, run)
    yield summary(run), "bold"
    yield "\n", ""


def _statistics(run: Run) -> Iterator[Piece]:
    found = list(run.diagnostics)
    counts = Counter((each.code, each.name, each.severity) for each in found)
    fixable = {each.code for each in found if run.is_fixable(each)}
    width = len(str(max(counts.values(), default=0)))
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    for (code, name, severity), count in ordered:
        yield f"{count:{width}}  ", "bold"
        yield code, _COLOURS[severity]
        yield f"  {'[*]' if code in fixable else '[ ]'} {name}\n", ""


def _findings(answer: Checked, run: Run) -> Iterator[Piece]:
    starts, ends = line_bounds(answer.text)
    shown, cells, line = -1, [""], ""
    for found in answer.diagnostics:
        if found.line != shown:
            shown = found.line
            line = answer.text[starts[shown - 1] : ends[shown - 1]]
            cells = draw_line(line)
        yield f"{visible(answer.name)}:{found.line}:{found.column}:", "bold"
        yield " ", ""
        yield found.code, _COLOURS[found.severity]
        yield " [*] " if run.is_fixable(found) else " ", "cyan"
        yield f"{visible(found.message)}\n", ""
        yield from _frame(found, line, cells)
        if found.fix is not None:
            yield from _help(found, found.fix, run)
        yield "\n", ""


def _frame(found: Diagnostic, line: str, cells: Sequence[str]) -> Iterator[Piece]:
    """Print the part of *line* around *found*, and carets under it."""
    start = min(found.column - 1, len(line))
    end = min(start + found.end - found.start, len(line))
    first = _whole_character(line, start - _BEFORE)
    last = min(end, start + _SPAN) + _AFTER
    before = "".join(cells[first:start])
    if first:
        before = _CUT + before
    marked = "".join(cells[start : min(end, last)])
    after = "".join(cells[end:last]) + (_CUT if last < len(line) else "")
    gutter = " " * len(str(found.line))
    yield f"{gutter} |\n{found.line} | ", _GUTTER
    yield before, ""
    yield marked, _COLOURS[found.severity]
    yield f"{after}\n", ""
    yield f"{gutter} | ", _GUTTER
    yield " " * wcswidth(before), ""
    yield f"{'^' * max(1, wcswidth(marked))}\n", _COLOURS[found.severity]


def _whole_character(line: str, at: int) -> int:
    """Return *at*, or the start of the user-perceived character that it would cut."""
    for start in range(at, max(at - _MOST_JOINED, 0), -1):
        joined = line[start - 1] == _JOINER or line[start] == _JOINER
        if not joined and not unicodedata.category(line[start]).startswith("M"):
            return start
    return max(at - _MOST_JOINED, 0)


def _help(found: Diagnostic, fix: Fix, run: Run) -> Iterator[Piece]:
    doubt = "" if run.is_fixable(found) else _DOUBTS[fix.applicability]
    yield f"{' ' * len(str(found.line))} = ", _GUTTER
    yield f"fix: {visible(fix.message)}{doubt}\n", ""


_DOUBTS = {
    Applicability.UNSAFE: " (with --unsafe-fixes)",
    Applicability.DISPLAY: " (by hand)",
}

REPORT = Report(name="text", pieces=pieces)
