"""A list of sources that the model wrote itself, at the end of the answer.

What it does
    Flags a last section whose title says "Sources" or the like, in many languages, and
    that holds nothing but entries: lines or list items that begin with a link, URL,
    bracketed number, source ID or marker, list items that end with one of the first
    two or an ID, and items that are the title of a cited source. The title is a
    heading, a line in bold, or a line that ends in a colon; entries may follow the
    colon.

Why is this bad
    The model makes up titles and addresses. The list that a reader gets is built from
    the registry, so there would be two lists, with different numbers.

Fix safety
    Unsafe: the section is removed, with a rule above it. There is no fix where the
    section holds a marker, since a citation would be lost, where it defines links or
    footnotes that the text may use, or where nothing else would be left.

Known limits
    A section that is folded away with ``<details>`` or quoted is not looked into.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from citemark import codes
from citemark.diagnostic import Applicability, Finding, Fix
from citemark.lint.context import LintContext
from citemark.lint.headings import SOURCE_TITLES, plain_title
from citemark.lint.rule import Example, Rule
from citemark.spans import Edit, Span, line_bounds

# Stands for a marker; the answer was cleaned of it.
_MARKER = "\0"
_LINK = (
    r"https?://[^\s<>]+|www\.[^\s<>]+|<https?://[^\s<>]+>|\[[^\[\]\n]+\]\([^()\n]*\)"
    r"|\bturn[0-9]+[A-Za-z]+[0-9]+\b"
)
_LINK_RE = re.compile(_LINK)
_NUMBER = r"\[\^?[0-9]{1,3}\]|【[0-9]{1,3}】|［[0-9]{1,3}］"
_POINTER_RE = re.compile(rf"{_LINK}|{_NUMBER}|{_MARKER}+")
_DEFINITION_RE = re.compile(r"^[ \t]*\[[^\[\]\n]+\]:", re.MULTILINE)
_ITEM_RE = re.compile(r"[ \t]*(?:[-*+•·]|[0-9]{1,3}[.)、])[ \t]+")
_RULE_RE = re.compile(r"[ \t]{0,3}(?:={3,}|(?:-[ \t]?){3,}|(?:\*[ \t]?){3,})[ \t]*")
_OPENING = ' \t*_"“«「『(（'
_ENDING_RE = re.compile(r"[\s.,;。、)）」』”»\"*_]*")
_EDGES_RE = re.compile(r"\A[\W\d_]+|[\W\d_]+\Z")
_BOLD_RE = re.compile(r"(\*\*|__)[^*_]+\1:?")
_MOST_WORDS = 100
_MOST_CHARS = 300


@dataclass(frozen=True, slots=True)
class _Section:
    """The last section: where it is, and the words of its title."""

    start: int
    end: int
    title: str


def check(ctx: LintContext) -> Iterator[Finding]:
    """Yield a finding for a list of sources at the end."""
    section = _section(ctx)
    if section is not None and _is_shown(ctx, section):
        yield Finding(
            codes.MODEL_SOURCE_LIST,
            "Unexpected list of sources in the answer, "
            "expected only the one that is built from the registry",
            section.start,
            section.end,
            fix=_fix(ctx, section),
        )


def _section(ctx: LintContext) -> _Section | None:
    """Read the answer backwards, entry by entry, up to the title of a source list."""
    if not _may_end_a_list(ctx):
        return None
    text = _masked(ctx)
    continued, found, underlined = "", False, False
    for start, end in zip(*map(reversed, line_bounds(text)), strict=True):
        line = text[start:end]
        if not line.strip():
            continue
        if _RULE_RE.fullmatch(line):
            underlined = True
            continue
        title, tail = _title(line, underlined=underlined)
        if title and (found or tail) and not continued and _is_listing(tail):
            return _Section(start, len(text.rstrip()), title)
        if line.startswith(("  ", "\t")) and not _ITEM_RE.match(line):
            continued = f" {line.strip()}{continued}"
        elif _is_entry(line + continued, ctx):
            continued, found = "", True
        else:
            return None
        underlined = False
    return None


def _may_end_a_list(ctx: LintContext) -> bool:
    """Say whether the last line is worth a closer look; mostly it is prose."""
    text = ctx.source.rstrip()
    line = text[text.rfind("\n") + 1 :]
    begin = len(text) - len(line.lstrip(_OPENING))
    return (
        line.startswith(("  ", "\t"))
        or _ITEM_RE.match(line) is not None
        or _RULE_RE.fullmatch(line) is not None
        or _POINTER_RE.match(text, begin) is not None
        or any(marker.start == begin for marker in ctx.markers)
        or _title(line, underlined=False)[0] != ""
    )


def _masked(ctx: LintContext) -> str:
    """Return the answer, of the same length, with markers that are easy to see."""
    parts: list[str] = []
    done = 0
    for marker in ctx.markers:
        parts += ctx.source[done : marker.start], _MARKER * (marker.end - marker.start)
        done = marker.end
    return "".join([*parts, ctx.source[done:]])


def _title(line: str, *, underlined: bool) -> tuple[str, str]:
    """Return the title that *line* is or begins with, and what follows its colon.

    Both are empty where it is no title of a source list.
    """
    text = line.strip()
    if len(text) <= _MOST_CHARS and (
        underlined or text.startswith("#") or _BOLD_RE.fullmatch(text)
    ):
        title, tail = (text if len(text) <= _MOST_CHARS else ""), ""
    else:
        head, colon, tail = text.replace("：", ":", 1).partition(":")
        title = head if colon and len(head) <= _MOST_CHARS else ""
    known = plain_title(title) in SOURCE_TITLES and not _ITEM_RE.match(line)
    return (_EDGES_RE.sub("", title), tail.strip("*_ \t")) if known else ("", "")


def _is_listing(tail: str) -> bool:
    """Say whether *tail*, on the line of the title, holds pointers only."""
    return not any(map(str.isalnum, _POINTER_RE.sub("", tail)))


def _is_entry(text: str, ctx: LintContext) -> bool:
    """Say whether a line or list item is an entry of a source list."""
    item = _ITEM_RE.match(text)
    text = text[item.end() :] if item else text
    words = len(_POINTER_RE.sub("", text))
    if words > _MOST_CHARS:
        return False
    first = _POINTER_RE.match(text.lstrip(_OPENING))
    if first is not None:
        # A sentence may begin with a link, a line of a bibliography is short.
        return bool(item) or not _LINK_RE.match(first[0]) or words <= _MOST_WORDS
    ends = [match.end() for match in _LINK_RE.finditer(text)]
    if item and ends and _ENDING_RE.fullmatch(text, ends[-1]):
        return True
    titles = (each.title for each in ctx.resolution.references if each.titled)
    short = item is not None and len(text) <= _MOST_CHARS
    return short and plain_title(text) in map(plain_title, titles)


def _is_shown(ctx: LintContext, section: _Section) -> bool:
    """Say whether the title is text: neither code nor raw HTML."""
    return any(
        child.type == "text" and section.title in child.content
        for block in reversed(ctx.blocks)
        for child in ctx.document.tokens[block.token].children or ()
    )


def _fix(ctx: LintContext, section: _Section) -> Fix | None:
    """Return the edit that removes *section*, if nothing is lost with it."""
    lines = Span(section.start, section.end).of(ctx.source)
    before = ctx.source[: section.start].rstrip()
    above, _, line = before.rpartition("\n\n")
    if _RULE_RE.fullmatch(line):
        before = above.rstrip()
    cites = any(marker.start >= section.start for marker in ctx.markers)
    if cites or _DEFINITION_RE.search(lines) or not before:
        return None
    edit = Edit(Span(len(before), section.end), "")
    return Fix("Remove the list of sources", (edit,), Applicability.UNSAFE)


RULE = Rule(
    code=codes.MODEL_SOURCE_LIST,
    summary="The list of sources is built from the registry, not written.",
    check=check,
    examples=(
        Example(
            bad="Three days are fine.\n\n## Sources\n\n"
            "1. [Staff handbook](https://example.org/handbook)\n"
            "2. Travel rules: https://example.org/travel\n",
            good="Three days are fine.\n",
        ),
        Example(
            bad="三日まで。\n\n---\n\n**参考文献**\n\n[1] https://example.org/handbook\n",
            good="三日まで。\n",
        ),
        Example(bad="Fine.\n\nSources: \ue200cite\ue202turn0file0\ue201"),
        Example(good="## Sources\n\nThe river has two sources, both in the Alps."),
        Example(good="## Sources\n\n1. Open the settings.\n2. Add a source."),
    ),
)
