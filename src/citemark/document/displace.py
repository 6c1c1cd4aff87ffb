"""Where each marker goes *before* parsing, so that it breaks no construct.

A marker is removed from the text and a placeholder stands where it may: in its own
place, or right behind the tag, comment, formula or link destination it was in, which
it would break (a *shift*). On lines that are pure structure (a fence, an underline, a
delimiter row, a definition) no placeholder may stand at all; such a marker is only
remembered by its line (a *lift*) and finds its place after parsing.

**Why patterns, and not a parse without the marker.** A false alarm is harmless: in a
paragraph a lifted marker comes back at the end of its own line, in code it leaves the
code either way. So one linear look at the lines with markers replaces a second parse.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from citemark import codes
from citemark.codespans import code_of
from citemark.diagnostic import Code
from citemark.model import Marker
from citemark.spans import Span, line_bounds

_TAG = (
    r"</?[A-Za-z][A-Za-z0-9-]*"
    r"(?:\s+[A-Za-z_:][A-Za-z0-9:._-]*(?:\s*=\s*(?:[^\"'=<>`\s]{1,500}|'[^'<]{0,1000}'"
    r"|\"[^\"<]{0,1000}\"))?){0,20}\s*/?>"
)
_OPAQUE_RE = re.compile(
    # Each part stops at its own opening, so that a run of openings stays linear.
    r"(?P<html><!--(?:(?!<!--|-->).){0,5000}-->"
    r"|<(?P<raw>script|style|textarea|title|xmp|noscript)\b[^<>]{0,500}>"
    r"(?:(?!</?(?P=raw)).){0,5000}</(?P=raw)\s*>"
    rf"|{_TAG})"
    r"|(?P<url><[A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\s]{0,2000}>"
    r"|(?<=\])\((?:<[^<>\n]{0,2000}>"
    r"|(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:|/|\#|\.)[^\s()]{0,2000})"
    r"(?:[ \t]+(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'))?[ \t]*\)"
    r"|(?<=\])\[[^\[\]\n]{1,999}\])"
    r"|(?P<math>\$\$(?:(?!\n[ \t]*\n)[^$]){1,2000}\$\$"
    r"|(?<![\\$\w])\$(?![\s$])[^$\n]{1,500}(?<![\s\\])\$(?![\d$])"
    r"|\\\((?:[^\n\\]|\\[^()\n]){1,500}\\\)"
    r"|\\\[(?:(?!\n[ \t]*\n)(?:[^\\]|\\[^\[\]])){1,2000}\\\])",
    re.DOTALL | re.IGNORECASE,
)
_NAME_RE = re.compile(r"<([A-Za-z][A-Za-z0-9-]*)")
_MAX_ELEMENT = 1_000
_RULE_STARS = 3
# Each branch begins with a character of its own, which makes for a fast search.
_OPENING_RE = re.compile(r"<[A-Za-z!/]|\][\[(]|\$|\\[\[(]")
_MORE_URL_RE = re.compile(r"[a-z0-9/?=&%#_~-]")
_URL_START_RE = re.compile(r"https?://[^\s<>\"'`()\[\]]*\Z", re.IGNORECASE)
_URL_REST_RE = re.compile(r"[A-Za-z0-9._~:/?#@!$&+,;=%-]{0,2000}[A-Za-z0-9/=#_~%-]")
_MAX_URL = 500
_OPAQUE_CODES = {
    "html": codes.MARKER_IN_HTML,
    "url": codes.MARKER_IN_URL,
    "math": codes.MARKER_IN_MATH,
}

_CONTAINERS_RE = re.compile(r"(?:[ \t]*(?:>|(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t])))*[ \t]*")
_FENCE_RE = re.compile(r"`{3,}[^`]*\Z|~{3,}")
_RULE_RE = re.compile(
    r"=+[ \t]*|-+[ \t]*|(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}"
)
_DELIMITER_ROW_RE = re.compile(
    r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*"
)
_DEFINITION_RE = re.compile(
    # A bare ``[label]:`` too: a placeholder behind it would be read as its URL.
    r"\[[^\[\]^][^\[\]]{0,999}\]:[ \t]*"
    r"(?:\S+(?:[ \t]+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?[ \t]*)?"
)
_OPENER_RE = re.compile(
    r"\#{1,6}(?:[ \t]|\Z)|>|(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]|\Z)|`{3,}[^`]*\Z|~{3,}"
)
_GLUED_RE = re.compile(r"[-+*]|[0-9]{1,9}[.)]|\#{1,6}")
_LONGEST_OPENER = 12
_MAX_LEAD = 1_000
_EMPHASES = frozenset({"*", "**", "***", "_", "__", "___"})
_TASK_BOX_RE = re.compile(r"[ \t]*(?:[-+*]|[0-9]{1,9}[.)])[ \t]+\[[ xX]?\]")


@dataclass(frozen=True, slots=True)
class Slot:
    """Where one marker goes. ``at`` is an offset of the bare text (without markers).

    ``line`` is 0-based, as markdown-it counts. ``code`` says what the marker would
    have broken; with ``lifted`` no placeholder is put in.
    """

    at: int
    line: int
    code: Code | None = None
    lifted: bool = False


def bare_text(text: str, markers: Sequence[Marker]) -> tuple[str, list[int]]:
    """Return *text* without its markers, and the offset each of them leaves there."""
    pieces, offsets = [], []
    done = removed = 0
    for marker in markers:
        pieces.append(text[done : marker.start])
        offsets.append(marker.start - removed)
        removed += marker.end - marker.start
        done = marker.end
    pieces.append(text[done:])
    return "".join(pieces), offsets


def find_slots(bare: str, offsets: Sequence[int]) -> list[Slot]:
    """Return the slot of each marker; *offsets* are theirs in *bare*, ascending."""
    lines = _Lines(bare, offsets)
    slots: list[Slot] = []
    for offset, (target, code) in zip(offsets, _shifted(bare, offsets), strict=True):
        slots.append(Slot(target, lines.number(offset, target), code))
    for line, group in _by_line(slots):
        _lift(lines, line, slots, group)
    return slots


def _shifted(bare: str, offsets: Sequence[int]) -> Iterator[tuple[int, Code | None]]:
    """Yield for each offset where it may stand: behind the construct around it."""
    spans = _opaque(bare)
    span: re.Match[str] | None = None
    done = False
    code: list[Span] | None = None
    for offset in offsets:
        while not done:
            if span is None or span.end() <= offset:
                span = next(spans, None)
                done = span is None
            elif not _inside(span, offset):
                break
            else:
                code = list(code_of(bare)) if code is None else code
                end = _end_around(code, span.start())
                if end is None:
                    break
                # What begins inside code only looks like a construct.
                spans, span = _opaque(bare, end), None
        if span is not None and _inside(span, offset):
            yield _behind(bare, span), _OPAQUE_CODES[_group(span)]
        elif end := _bare_url_around(bare, offset):
            yield end, codes.MARKER_IN_URL
        else:
            yield offset, None


def _bare_url_around(bare: str, offset: int) -> int | None:
    """Return the end of the URL without brackets that *offset* is in the middle of.

    What follows must look like more of it: a sentence begins with a capital letter.
    """
    if not _MORE_URL_RE.match(bare, offset):
        return None
    start = _URL_START_RE.search(bare[max(0, offset - _MAX_URL) : offset])
    match = _URL_REST_RE.match(bare, offset) if start else None
    return match.end() if match else None


def _end_around(spans: Sequence[Span], at: int) -> int | None:
    """Return the end of the one of *spans*, which ascend, that *at* is in."""
    index = bisect_right(spans, at, key=lambda span: span.start) - 1
    return spans[index].end if index >= 0 and at < spans[index].end else None


def _opaque(bare: str, begin: int = 0) -> Iterator[re.Match[str]]:
    """Yield the constructs of *bare* from *begin* on that no marker may be in.

    Trying the pattern only where one can begin is ten times as fast as a search.
    """
    done = 0
    for opening in _OPENING_RE.finditer(bare, begin):
        at = opening.start() + (opening[0][0] == "]")
        if at >= done and (match := _OPAQUE_RE.match(bare, at)):
            done = match.end()
            yield match


def _behind(bare: str, span: re.Match[str]) -> int:
    """Return where a marker that was in *span* goes: behind it, or its element."""
    name = _NAME_RE.match(span[0])
    if name is None or span["raw"] is not None:
        return span.end()
    end = bare.find(f"</{name[1]}", span.end(), span.end() + _MAX_ELEMENT)
    close = bare.find(">", end) if end >= 0 else -1
    inner = bare[span.end() : max(end, span.end())]
    if close < 0 or f"<{name[1]}" in inner or "\n\n" in inner:
        return span.end()
    return close + 1


def _inside(span: re.Match[str], offset: int) -> bool:
    # Right between ``]`` and ``(`` is inside too: the marker would undo the link.
    glued = span["url"] is not None and span[0].startswith("(")
    return span.start() < offset + glued and offset < span.end()


def _group(span: re.Match[str]) -> str:
    return next(name for name in _OPAQUE_CODES if span[name] is not None)


class _Lines:
    """The lines of the bare text, and whether one is a table's."""

    def __init__(self, bare: str, offsets: Sequence[int]) -> None:
        self.bare = bare
        self.offsets = offsets
        self.starts, self.ends = line_bounds(bare)
        self._at = 0
        self._tables: list[bool] | None = None

    def number(self, offset: int, target: int) -> int:
        """Return the 0-based line of *target*; calls come with ascending *offset*."""
        while self._at + 1 < len(self.starts) and self.starts[self._at + 1] <= offset:
            self._at += 1
        line = self._at
        while line + 1 < len(self.starts) and self.starts[line + 1] <= target:
            line += 1
        return line

    def text(self, line: int) -> str:
        return self.bare[self.starts[line] : self.ends[line]]

    def is_under_table(self, line: int) -> bool:
        """Whether the line before *line* belongs to a table."""
        if not line or "|" not in self.text(line - 1):
            return False
        if self._tables is None:
            self._tables = self._find_tables()
        return self._tables[line - 1]

    def _find_tables(self) -> list[bool]:
        found: list[bool] = []
        inside = False
        # A line that held nothing but markers does not end the table.
        emptied = frozenset(self.offsets)
        for line in range(len(self.starts)):
            text = self.text(line)
            core = text[_container_end(text) :]
            if not core:
                inside = inside and self.starts[line] in emptied
            elif not inside and line and _DELIMITER_ROW_RE.fullmatch(core):
                inside = "|" in self.text(line - 1)
            found.append(inside)
        return found


def _container_end(line: str) -> int:
    match = _CONTAINERS_RE.match(line)
    return match.end() if match else 0


def _core_start(line: str) -> int:
    """Return where a line's containers end; the stars of a rule are no bullets."""
    end = _container_end(line)
    stars = len(line.rstrip("* \t"))
    if stars < end and line.count("*", stars) >= _RULE_STARS:
        return line.index("*", stars)
    return end


def _by_line(slots: Sequence[Slot]) -> Iterator[tuple[int, list[int]]]:
    """Yield each line with the ordinals that stand on it."""
    lines = groupby(range(len(slots)), key=lambda ordinal: slots[ordinal].line)
    for line, group in lines:
        yield line, list(group)


def _lift(lines: _Lines, line: int, slots: list[Slot], group: Sequence[int]) -> None:
    """Lift those markers of one line that would break its block."""
    text = lines.text(line)
    core = text[_core_start(text) :]
    start = lines.starts[line]
    code = _structural(core, lines, line)
    if code is codes.MARKER_BREAKS_BLOCK and _is_emptied(text, slots, group, start):
        code = None
    broken = None if code else _Breaks(text)
    for ordinal in group:
        slot = slots[ordinal]
        if why := code or (broken and broken.at(slot.at - start)):
            slots[ordinal] = Slot(slot.at, line, why, lifted=True)


def _is_emptied(
    text: str, slots: Sequence[Slot], group: Sequence[int], start: int
) -> bool:
    """Whether a line of stars is emphasis around its markers, and no rule."""
    places = {slots[ordinal].at - start for ordinal in group}
    before, after = text[: min(places)].strip(), text[max(places) :].strip()
    return len(places) == 1 and before == after and before in _EMPHASES


def _structural(core: str, lines: _Lines, line: int) -> Code | None:
    """Return why no marker may stand anywhere on a line, if so."""
    if not core:
        return codes.MARKER_OUTSIDE_CELL if lines.is_under_table(line) else None
    first = core[0]
    if first in "`~":
        return codes.MARKER_ON_FENCE if _FENCE_RE.match(core) else None
    if first in "=-*_|:" and (
        _RULE_RE.fullmatch(core) or _DELIMITER_ROW_RE.fullmatch(core)
    ):
        return codes.MARKER_BREAKS_BLOCK
    if first == "[" and _DEFINITION_RE.fullmatch(core):
        return codes.MARKER_IN_DEFINITION
    return None


class _Breaks:
    """What a marker at some place of one line would break.

    Nothing in the middle of a line; its ends are looked at once for all markers.
    """

    def __init__(self, text: str) -> None:
        """Find the ends of the line: its containers, and its last character."""
        self.text = text
        self.lead = _container_end(text)
        self.end = len(text.rstrip(" \t"))
        self.box = _TASK_BOX_RE.match(text)

    def at(self, at: int) -> Code | None:
        """Return what a marker at offset *at* would break, if so."""
        if at >= self.end > 0:
            return self._behind
        if self.lead + _LONGEST_OPENER < at or at > _MAX_LEAD:
            return None
        before, rest = self.text[:at], self.text[at:].lstrip(" \t")
        core = before[_container_end(before) :]
        if not core and rest:
            return _broken_start(rest)
        glued = self.text[at : at + 1] in (" ", "\t") and _GLUED_RE.fullmatch(core)
        return codes.MARKER_BREAKS_BLOCK if glued or self._in_box(at) else None

    @cached_property
    def _behind(self) -> Code | None:
        """What a marker at the end of the line would break."""
        tail = self.text[: self.end]
        if tail.endswith("$$"):
            return codes.MARKER_IN_MATH
        if tail.endswith("|") and not tail.endswith("\\|"):
            return codes.MARKER_OUTSIDE_CELL
        heading = self.text.startswith("#", self.lead)
        closes = heading and re.search(r"[ \t]#+\Z", tail)
        return codes.MARKER_BREAKS_BLOCK if closes else None

    def _in_box(self, at: int) -> bool:
        box = self.box
        return box is not None and box.group().rindex("[") < at <= box.end()


def _broken_start(rest: str) -> Code | None:
    """Return what a marker in front of *rest* keeps from starting a line."""
    if _OPENER_RE.match(rest):
        return codes.MARKER_BREAKS_BLOCK
    return codes.MARKER_OUTSIDE_CELL if rest[0] == "|" and "|" in rest[1:] else None
