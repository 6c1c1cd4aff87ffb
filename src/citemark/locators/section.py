"""Sections, by the headings that lead to them: ``§Leave>Carry_over``.

A marker's field holds no white space, so a space is written ``_``, and ``>`` stands
between the headings. These two, ``%`` and what cannot be written plainly are
percent-encoded UTF-8. In a text, headings are those of Markdown; upper and lower case,
emphasis and the difference between ``_`` and a space do not count. The path may leave
out its beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import unquote

from citemark.locator import (
    Finder,
    Found,
    Lines,
    Locator,
    LocatorKind,
    SourceText,
    nowhere,
)
from citemark.text import clean_line

_MOST_CHARS = 120
_SHOWN_BETWEEN = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
_DECORATION_RE = re.compile(r"[*`~]")
_ATX_RE = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_UNDERLINE_RE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_FENCE_RE = re.compile(r" {0,3}(`{3,}|~{3,})")
_SPACE = "_"
_BETWEEN = ">"


@dataclass(frozen=True, slots=True, order=True)
class Section(Locator):
    """What stands under a heading; ``path`` ends with it, the outer ones before."""

    path: tuple[str, ...]

    def __str__(self) -> str:
        """Return the locator as the grammar writes it.

        >>> str(Section(("Leave", "Carry over")))
        '§Leave>Carry_over'
        """
        return "§" + _BETWEEN.join("".join(map(_written, part)) for part in self.path)


class _Heading(NamedTuple):
    """A heading, and the lines from it to the end of its section."""

    path: tuple[str, ...]
    lines: Lines


def _written(char: str) -> str:
    """Return *char* as a field may hold it."""
    if char == " ":
        return _SPACE
    if char in "%_>" or char.isspace() or not char.isprintable():
        return "".join(f"%{byte:02X}" for byte in char.encode())
    return char


def read(match: re.Match[str]) -> Section | None:
    """Return the section that *match* names, if it can be shown as it is."""
    parts = [part.replace(_SPACE, " ") for part in match[1].split(_BETWEEN)]
    path = tuple(unquote(part, errors="replace") for part in parts)
    # What is invisible, too long or made of marker characters names no heading.
    clean = all(part and clean_line(part, _MOST_CHARS) == part for part in path)
    return Section(path) if clean else None


def find(text: SourceText) -> Finder[Section]:
    """Return what finds sections by their headings."""
    headings = list(_sections(text.lines))
    if not headings:
        return nowhere(text)
    known: dict[tuple[str, ...], _Heading] = {}
    for depth in range(7):
        for heading in headings:
            # Whole paths first, then what is left of them without outer headings.
            if depth < len(heading.path):
                known.setdefault(tuple(map(_key, heading.path[depth:])), heading)

    def finder(locator: Section) -> Found[Section]:
        heading = known.get(tuple(map(_key, locator.path)))
        if heading is None:
            return Found(None, None, "no heading of the source")
        # In the words of the source, as many headings as were given.
        path = heading.path[len(heading.path) - len(locator.path) :]
        return Found(Section(path), heading.lines)

    return finder


def _key(heading: str) -> str:
    """Return what two spellings of a heading have in common."""
    return " ".join(heading.replace("_", " ").casefold().split())


def _sections(lines: Sequence[str]) -> Iterator[_Heading]:
    """Yield the headings, in order, with the lines of their sections."""
    found = list(_headings(lines))
    ends = [len(lines)] * len(found)
    open_: list[int] = []
    paths: list[tuple[str, ...]] = []
    for at, (number, level, title) in enumerate(found):
        while open_ and found[open_[-1]][1] >= level:
            ends[open_.pop()] = number - 1
        above = paths[open_[-1]] if open_ else ()
        paths.append((*above, title))
        open_.append(at)
    for (first, _, _), path, end in zip(found, paths, ends, strict=True):
        last = end
        while last > first and not lines[last - 1].strip():
            last -= 1
        yield _Heading(path, Lines(first, last))


def _headings(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield line, level and words of each heading that has some."""
    fence = ""
    first = 0
    for at, line in enumerate(lines, start=1):
        mark = _FENCE_RE.match(line)
        if fence or mark:
            if not fence and mark:
                fence = mark[1]
            elif mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
            first = 0
        elif atx := _ATX_RE.match(line):
            yield from _titled(at, len(atx[1]), _opened(line[atx.end() :]))
            first = 0
        elif (underline := _UNDERLINE_RE.match(line)) and (first or "-" in line):
            # Without words above it, a line of dashes is a rule.
            title = " ".join(lines[first - 1 : at - 1]) if first else ""
            yield from _titled(first, 1 if underline[1][0] == "=" else 2, title)
            first = 0
        else:
            first = (first or at) if line.strip() else 0


def _opened(text: str) -> str:
    """Return the words of a heading less the number signs that close it."""
    text = text.strip()
    words = text.rstrip("#")
    return words if not words or words[-1] in " \t" else text


def _titled(line: int, level: int, title: str) -> Iterator[tuple[int, int, str]]:
    words = clean_line(_DECORATION_RE.sub("", title), _MOST_CHARS)
    if words:
        yield line, level, words


LOCATOR = LocatorKind(
    name="section",
    value=Section,
    pattern=re.compile(r"§([^\s>]+(?:>[^\s>]+)*)"),
    read=read,
    label=lambda locator: ("section", _SHOWN_BETWEEN.join(locator.path)),
    labels=("section",),
    has_words=True,
    find=find,
    examples=(
        ("§Leave", Section(("Leave",))),
        ("§Leave>Carry_over", Section(("Leave", "Carry over"))),
        ("§snake%5Fcase", Section(("snake_case",))),
    ),
)
