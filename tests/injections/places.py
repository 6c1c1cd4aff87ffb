"""Markers at places where no reference can be shown: CM101 to CM112."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from citemark import codes
from citemark.diagnostic import Code
from tests.injections.page import (
    Block,
    Fault,
    Injector,
    Page,
    flag,
    forms,
    put,
)

_URL = "https://port.example/tides"
_PHRASE_RE = re.compile(r"(?<![*\w])(\*\*?)(?![\s*])([^*\n]+)\1(?!\*)")
_CODE_RE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LINK_RE = re.compile(r"(?<!!)\[([^\]\n]+)\](?:\([^()\n]+\)|\[[^\]\n]+\])")
_TARGET_RE = re.compile(r"\]\(([^()\n]+)\)|<https?://([^>\n]+)>")
_FORMULA_RE = re.compile(r"\$([^$\n]*[\\^=][^$\n]*)\$")
_DEFINITION_RE = re.compile(r"(?m)^\[([^\]\n]+)\]: (\S+)(?: \"[^\"\n]*\")?$")
_ITEM_RE = re.compile(r"(?m)^[ >]*(?:[-*+]|[0-9]+[.)]) (?=\S)")
_HEADING_RE = re.compile(r"(?m)^#+ ")
_QUOTE_RE = re.compile(r"(?m)(?<!>)\n\n> ")


def _wrap(template: str) -> Injector:
    """Return what moves each marker into *template*, with the word before it."""
    return lambda page: page.wrapped(template)


def _inside(pattern: re.Pattern[str], *, group: int | None = None) -> Injector:
    """Return what moves a marker into each match: to its end, start and middle."""

    def inject(page: Page) -> Iterator[Fault]:
        for match in page.find(pattern):
            start, end = match.span(group or match.lastindex or 0)
            places = {end, start}
            space = page.text.find(" ", start, end)
            if space >= 0:
                places.add(space)
            for at in sorted(places, reverse=True):
                yield page.moved(page.nearest(at), at)

    return inject


def _wrapped_sentences(page: Page) -> Iterator[Fault]:
    """All of a paragraph's last line is bold, its marker too."""
    for block, mark in page.ended:
        number = page.line(block.end)
        start = max(block.start, page.starts[number])
        text = page.text[start : page.gap(mark)]
        lead = len(text) - len(text.lstrip("-*>#0123456789. "))
        if not set("*`[]_$<\\") & set(text[lead:]) and len(page.in_block(block)) == 1:
            closing = f"{flag(mark.raw)}**"
            yield page.fault(
                put(start + lead, "**"), page.cut(mark), put(mark.end, closing)
            )


def _in_code(page: Page) -> Iterator[Fault]:
    """At the end of a line of code, and in a line of its own."""
    for block in page.of_kind("fence", "code_block"):
        for number, line in page.lines(block):
            edge = number in (block.first, block.last)
            if block.kind == "fence" and edge:
                continue
            mark = page.nearest(line.end)
            if line.start < line.end:
                yield page.moved(mark, line.end)
                yield page.moved(mark, line.end, " ")
            # A last line of indented code is the paragraph behind it.
            if not (block.kind == "code_block" and edge):
                yield page.moved(mark, line.end, f"\n{page.indent(number)}")


def _on_fence(page: Page) -> Iterator[Fault]:
    """Before, behind and with a space behind both lines of a fence."""
    for block in page.of_kind("fence"):
        for number in (block.first, block.last):
            end = page.ends[number]
            begin = page.starts[number] + len(page.indent(number))
            mark = page.nearest(end)
            yield page.moved(mark, end)
            yield page.moved(mark, end, " ")
            yield page.moved(mark, begin)


def _top(page: Page) -> Iterator[Block]:
    """Yield the paragraphs that are in nothing else and end with a marker."""
    return (block for block, _ in page.ended if not block.path)


def _below(page: Page, template: str) -> Iterator[Fault]:
    """The marker of a paragraph moves into a block behind it."""
    before, after = template.split("@")
    for block in _top(page):
        mark = page.in_block(block)[-1]
        at = put(mark.end, before + flag(mark.raw) + after)
        yield page.fault(page.cut(mark), at)


def _beside_rows(page: Page) -> Iterator[Fault]:
    """Behind and before each row of a table, and right under the table."""
    for table in page.of_kind("table"):
        for number, row in page.lines(table):
            if number == table.first + 1:
                continue
            yield page.moved(page.nearest(row.end), row.end)
            yield page.moved(page.nearest(row.end), row.end, " ")
            begin = row.start + len(page.indent(number))
            yield page.moved(page.nearest(begin), begin)
        yield page.moved(page.nearest(table.end), table.end, "\n")


def _at_line_marks(pattern: re.Pattern[str]) -> Injector:
    """Return what moves a marker before the mark of each line, and right behind it."""

    def inject(page: Page) -> Iterator[Fault]:
        for match in page.find(pattern):
            mark = page.nearest(match.end())
            text = match[0]
            begin = match.start() + len(text) - len(text.lstrip())
            yield page.moved(mark, begin)
            # A quote's mark needs no space behind it.
            if not text.endswith("> "):
                yield page.moved(mark, match.end() - 1)

    return inject


def _at_underlines(page: Page) -> Iterator[Fault]:
    """Before and behind the line under a heading or a table's head."""
    numbers = [table.first + 1 for table in page.of_kind("table")]
    numbers += [block.last for block in page.of_kind("heading", "hr")]
    for number in numbers:
        start, end = page.starts[number], page.ends[number]
        if not set(page.text[start:end]) - set("=-*_|: "):
            yield page.moved(page.nearest(end), end)
            yield page.moved(page.nearest(end), start + len(page.indent(number)))


def _at_tasks(page: Page) -> Iterator[Fault]:
    """Items become tasks, with a marker behind the box."""
    for match in page.find(_ITEM_RE):
        mark = page.nearest(match.end())
        yield page.moved(mark, match.end(), "[ ]", " ")


INJECTORS: Mapping[Code, Injector] = {
    codes.MARKER_IN_EMPHASIS: forms(
        _inside(_PHRASE_RE),
        _wrapped_sentences,
        *map(
            _wrap,
            ("**{w}@**", "*{w} @*", "~~{w}@~~", "***{w}@***", "**@{w}**", "{w} **@**"),
        ),
    ),
    codes.MARKER_IN_CODE_SPAN: forms(
        _inside(_CODE_RE), *map(_wrap, ("`{w}@`", "`{w} @`", "``{w}@``"))
    ),
    codes.MARKER_IN_CODE_BLOCK: forms(
        _in_code,
        partial(_below, template="\n\n```sh\ntide --now@\n```"),
        partial(_below, template="\n\n    tide --now @"),
        partial(_below, template="\n\n~~~\n@\ntide\n~~~"),
    ),
    codes.MARKER_ON_FENCE: forms(
        _on_fence,
        partial(_below, template="\n\n```sh\ntide --now\n```@"),
        partial(_below, template="\n\n~~~ @\ntide --now\n~~~"),
    ),
    codes.MARKER_IN_LINK: forms(
        _inside(_LINK_RE, group=1),
        *map(
            _wrap,
            (f"[{{w}}@]({_URL})", f"[{{w}} @]({_URL})", f"[**{{w}}@**]({_URL})"),
        ),
    ),
    codes.MARKER_IN_URL: forms(
        _inside(_TARGET_RE),
        *map(
            _wrap,
            (
                f"[{{w}}]({_URL}@)",
                "[{w}](https://port.@example/)",
                f'[{{w}}]({_URL} "Tides@")',
                f"[{{w}}]@({_URL})",
                f"{{w}} <{_URL}@>",
                f"{{w}} ![tide]({_URL}.png@)",
                f"{{w}} {_URL}@/may",
            ),
        ),
    ),
    codes.MARKER_IN_IMAGE: forms(
        *map(_wrap, (f"![{{w}}@]({_URL}.png)", f"![{{w}} @ tide]({_URL}.png)"))
    ),
    codes.MARKER_IN_HTML: forms(
        *map(
            _wrap,
            (
                "<b@>{w}</b>",
                '<b title="{w}@">{w}</b>',
                "<b>{w}</b@>",
                "{w} <!-- as of May@ -->",
                "<code>{w}@</code>",
                f'<a href="{_URL}">{{w}}@</a>',
                "{w}<br@>",
            ),
        ),
        *(
            partial(_below, template=f"\n\n{block}")
            for block in (
                "<!-- as of May@ -->",
                "<pre>\ntide@\n</pre>",
                "<style>\np {} @\n</style>",
                "<details>\n<summary>Tides@</summary>\n</details>",
                "<div>\nTides@\n</div>",
            )
        ),
    ),
    codes.MARKER_IN_MATH: forms(
        _inside(_FORMULA_RE),
        *map(_wrap, ("{w} $h = 2@$", r"{w} \(h = 2@\)", "{w} $$h @ = 2$$")),
        partial(_below, template="\n\n$$\nh = 2@\n$$"),
        partial(_below, template="\n\n\\[\nh = 2@\n\\]"),
    ),
    codes.MARKER_IN_DEFINITION: forms(
        _inside(_DEFINITION_RE),
        *(
            partial(_below, template=f"\n\n{line}")
            for line in (f"[tide]: {_URL}@", f'[tide]: {_URL} "May@"', f"[t@]: {_URL}")
        ),
    ),
    codes.MARKER_OUTSIDE_CELL: _beside_rows,
    codes.MARKER_BREAKS_BLOCK: forms(
        *map(_at_line_marks, (_HEADING_RE, _ITEM_RE, _QUOTE_RE)),
        _at_underlines,
        _at_tasks,
    ),
}
