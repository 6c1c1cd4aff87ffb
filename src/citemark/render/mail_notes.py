"""The list of sources in an e-mail: a table, each entry in several sizes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import cached_property

from citemark.model import Excerpt, ExcerptLine, Reference
from citemark.render.context import RenderContext
from citemark.render.escape import join_blocks
from citemark.render.names import Names
from citemark.render.notes import Entry, shown_text
from citemark.render.part import Format, Part
from citemark.render.passages import in_order, without_context
from citemark.render.reading import read_direction

_NBSP = "\N{NO-BREAK SPACE}"
_INDENT_RE = re.compile(r"[ \t]+")
_TAB = _NBSP * 4


def start_of(direction: str) -> str:
    """Return the side on which lines start."""
    return "right" if direction == "rtl" else "left"


def end_of(direction: str) -> str:
    """Return the side on which lines end."""
    return "left" if direction == "rtl" else "right"


class Form(IntEnum):
    """How much of a source an e-mail shows, from all to nothing."""

    FULL = 0
    LOCATED = 1
    """Without the lines around the cited ones."""
    HEAD = 2
    """Without excerpts."""
    BRIEF = 3
    """Number, title and link."""
    TITLE = 4
    """Number and title: the number in the text is a link, too."""
    LEFT_OUT = 5


class MailNotes:
    """Prints the entries of one answer, which runs in *direction*."""

    def __init__(self, ctx: RenderContext, names: Names, direction: str) -> None:
        """Look up what is needed again and again."""
        self._theme = ctx.theme
        self._names = names
        self._direction = direction
        self._references = () if ctx.options.strip else ctx.resolution.references

    @cached_property
    def entries(self) -> Sequence[tuple[str, ...]]:
        """Each entry in every `Form`."""
        return [tuple(self._forms(each)) for each in self._references]

    def section(self, chosen: Sequence[int]) -> str | None:
        """Return the section with each entry in its form of *chosen*."""
        notes = [each[form] for each, form in zip(self.entries, chosen, strict=True)]
        missing = [
            each
            for each, form in zip(self._references, chosen, strict=True)
            if form == Form.LEFT_OUT
        ]
        if missing:
            notes.append(self._rest(missing[0], missing[-1]))
        return self._section(notes) if notes else None

    def outline(self) -> str | None:
        """Return the section without entries, as large as it can be."""
        if not self._references:
            return None
        last = max(self._references, key=lambda each: each.number)
        return self._section([self._rest(last, last)])

    def _section(self, notes: Iterable[str]) -> str:
        heading = self._names.labels["sources"]
        return self._part("notes").render(
            {"heading": heading, "notes": join_blocks(*notes)}
        )

    def _rest(self, first: Reference, last: Reference) -> str:
        values = {"first": str(first.number), "last": str(last.number)}
        return self._part("rest").render(values)

    def _part(self, name: str) -> Part:
        return self._theme.part(name, Format.EMAIL)

    def _forms(self, reference: Reference) -> Iterable[str]:
        entry = Entry(
            theme=self._theme,
            labels=(),
            prefix="",
            reference=replace(reference, noterefs=()),
            names=self._names,
            kind=Format.EMAIL,
        )
        values = {
            **entry.head([*entry.places(), *entry.matches()]),
            "end": end_of(self._direction),
        }
        note = self._part("note")
        located = tuple(map(without_context, reference.excerpts))
        for excerpts in (reference.excerpts, located, ()):
            shown = [
                self._excerpt(reference, excerpt) for excerpt in in_order(excerpts)
            ]
            yield note.render({**values, "excerpts": join_blocks(*shown)})
        for url in (reference.url, None):
            yield self._part("brief").render({**values, "url": url})
        yield ""

    def _excerpt(self, reference: Reference, excerpt: Excerpt) -> str:
        text = "\n".join(line.text for line in excerpt.lines)
        direction = read_direction(text, self._direction)
        lines = (self._line(excerpt, line, direction) for line in excerpt.lines)
        return self._part("excerpt").render(
            {
                "lang": reference.language,
                "dir": direction,
                "start": start_of(direction),
                "end": end_of(direction),
                "lines": join_blocks(*lines),
            }
        )

    def _line(self, excerpt: Excerpt, line: ExcerptLine, direction: str) -> str:
        # The lead of a source that was cited as a whole is no cited place.
        located = excerpt.locator is not None and line.located
        return self._part("line").render(
            {
                "number": str(line.number) if line.number else None,
                "text": _spaced(shown_text(excerpt, line)),
                "located": "located" if located else None,
                "end": end_of(direction),
            }
        )


def _spaced(text: str) -> str:
    """Keep the blanks that a line begins with, which programs would collapse."""
    indent = _INDENT_RE.match(text)
    if indent is None:
        return text or _NBSP
    width = indent[0].replace("\t", _TAB).replace(" ", _NBSP)
    return f"{width}{text[indent.end() :]}"


def fit(sizes: Sequence[Sequence[int]], room: int) -> list[int]:
    """Return which of its forms each entry takes, so that all fit into *room*.

    *sizes* has the bytes of each form. Later entries shrink first, and all of them to
    one form before any to the next.

    >>> fit([(9, 5, 1), (9, 5, 1), (9, 5, 1)], room=16)
    [1, 1, 1]
    >>> fit([(9, 5, 1), (9, 5, 1), (9, 5, 1)], room=11)
    [1, 1, 2]
    >>> fit([(9, 5, 1)], room=0)
    [2]
    """
    chosen = [0] * len(sizes)
    total = sum(forms[0] for forms in sizes)
    for form in range(1, max(map(len, sizes), default=0)):
        for at in reversed(range(len(sizes))):
            if total <= room:
                return chosen
            total -= sizes[at][form - 1] - sizes[at][form]
            chosen[at] = form
    return chosen
