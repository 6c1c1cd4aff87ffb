"""The list of sources as Markdown footnotes and as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from wcwidth import wcswidth

from citemark.model import Excerpt, Reference
from citemark.render.context import RenderContext
from citemark.render.escape import MarkdownText, escape_markdown, fill, md_url
from citemark.render.names import Names
from citemark.render.notes import shown_date, shown_text
from citemark.render.part import Format

_COLUMNS = 78
_INDENT = "    "
_PATH = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "


def footnote_labels(
    references: Iterable[Reference], taken: AbstractSet[str] = frozenset()
) -> Mapping[int, str]:
    """Return number → footnote label; none is in *taken*, the author's own labels.

    Labels are lower-case ASCII, so that all engines accept them, and compare as
    engines do: without regard to case.

    >>> from types import SimpleNamespace
    >>> footnote_labels([SimpleNamespace(number=1)], {"1", "cx-1"})
    {1: 'cx-1-2'}
    """
    used = {label.casefold() for label in taken}
    labels = {}
    for reference in references:
        number = reference.number
        label, count = str(number), 1
        while label in used:
            label = f"cx-{number}" if count == 1 else f"cx-{number}-{count}"
            count += 1
        used.add(label)
        labels[number] = label
    return labels


def markdown_notes(ctx: RenderContext, labels: Mapping[int, str]) -> str:
    """Return the footnote definitions, in call order, blank lines between them.

    The text they are appended to must end with a blank line: some engines read a
    definition right below a paragraph as part of it.
    """
    names = Names(ctx)
    part = ctx.theme.part("note", Format.MARKDOWN)
    return "\n".join(
        part.render(
            {
                **_fields(names, reference),
                "label": MarkdownText(labels[reference.number]),
                "path": escape_markdown(_PATH.join(reference.heading)),
                "url": md_url(reference.url) if reference.url else None,
                "excerpt": MarkdownText("".join(_quoted(reference))),
            }
        )
        for reference in _shown(ctx)
    )


def text_notes(ctx: RenderContext) -> str:
    """Return the list of sources for terminals and plain-text mails."""
    references = _shown(ctx)
    if not references:
        return ""
    names = Names(ctx)
    part = ctx.theme.part("note", Format.TEXT)
    notes = [
        part.render(
            {
                **_fields(names, reference),
                "label": str(reference.number),
                "path": _PATH.join(reference.heading),
                "url": reference.url,
                "excerpt": "".join(_barred(reference)),
            }
        )
        for reference in references
    ]
    lines = "".join(notes).split("\n")
    heading = names.labels["sources"]
    return "\n".join([heading, *(row for line in lines for row in _wrapped(line))])


def _shown(ctx: RenderContext) -> tuple[Reference, ...]:
    return () if ctx.options.strip else ctx.resolution.references


def _fields(names: Names, reference: Reference) -> dict[str, str | None]:
    """Return the fields that are the same in both formats, not yet escaped."""
    labels = names.labels
    updated = reference.updated
    return {
        "number": str(reference.number),
        "title": names.title(reference),
        "lines": labels["separator"].join(map(names.lines, reference.locators)),
        "updated": updated and fill(labels["dated"], d=shown_date(updated)),
    }


def _texts(excerpt: Excerpt) -> Iterator[tuple[int | None, str]]:
    """Yield number and text of the lines to show, without their context."""
    for line in excerpt.lines:
        if line.located:
            yield line.number, " ".join(shown_text(excerpt, line).split())


def _quoted(reference: Reference) -> Iterator[str]:
    """Yield the lines of block quotes, one quote for each excerpt."""
    for excerpt in reference.excerpts:
        texts = [escape_markdown(text) for _, text in _texts(excerpt)]
        if any(texts):
            yield "\n"
        # A hard line break keeps lines apart; nothing to keep apart beside a blank.
        for text, below in zip(texts, [*texts[1:], ""], strict=True):
            if any(texts):
                line_end = "\\" if text and below else ""
                yield f"{_INDENT}> {text}{line_end}".rstrip(" ") + "\n"


def _barred(reference: Reference) -> Iterator[str]:
    """Yield the lines of excerpts behind a bar, numbered as in the source."""
    numbers = [
        number
        for excerpt in reference.excerpts
        for number, _ in _texts(excerpt)
        if number
    ]
    width = len(f"L{max(numbers)}  ") if numbers else 0
    for excerpt in reference.excerpts:
        for number, text in _texts(excerpt):
            label = f"L{number}".ljust(width) if number else " " * width
            yield f"{_INDENT}| {label}{text}".rstrip() + "\n"


def _wrapped(line: str) -> Iterator[str]:
    """Break a line at blanks so that it fits; URLs are never broken."""
    if len(line) * 2 <= _COLUMNS or _width(line) <= _COLUMNS:
        yield line
        return
    hang = _INDENT
    if line.startswith(f"{_INDENT}| "):
        hang = f"{_INDENT}| "
    row, width = "", 0
    for word in line.split(" "):
        added = _width(word) + 1
        if row.strip(" |") and width + added > _COLUMNS:
            yield row.rstrip()
            row, width = hang + word, len(hang) + added - 1
        else:
            row, width = (f"{row} {word}", width + added) if row or width else (
                word,
                added - 1,
            )
    yield row.rstrip()


def _width(text: str) -> int:
    """Return the columns that *text* takes in a terminal."""
    return len(text) if text.isascii() else max(wcswidth(text), 0)
