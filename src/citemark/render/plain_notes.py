"""The list of sources as Markdown footnotes and as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from citemark.model import Excerpt, Reference
from citemark.render.columns import columns
from citemark.render.context import RenderContext
from citemark.render.escape import MarkdownText, escape_markdown, fill, md_url
from citemark.render.labels import labels_for
from citemark.render.names import Names
from citemark.render.notes import shown_text
from citemark.render.part import Format
from citemark.render.passages import in_order, without_context

_COLUMNS = 78
_INDENT = "    "
_BAR = f"{_INDENT}| "
_LEAD_RE = re.compile(r" *(?:\| *)?(?:L\d+ *)?")
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


def markdown_notes(
    ctx: RenderContext, labels: Mapping[int, str], part_name: str = "note"
) -> str:
    """Return the definitions of the numbers that have *labels*, blank lines between.

    The text they are appended to must end with a blank line: some engines read a
    definition right below a paragraph as part of it.
    """
    names = Names(ctx)
    part = ctx.theme.part(part_name, Format.MARKDOWN)
    return "\n".join(
        part.render(
            {
                **_fields(names, reference),
                "label": MarkdownText(labels[reference.number]),
                "path": escape_markdown(_PATH.join(reference.heading)),
                "url": md_url(reference.url) if reference.url else None,
                "excerpt": MarkdownText(_quoted(reference)),
            }
        )
        for reference in _shown(ctx)
        if reference.number in labels
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
                "excerpt": _barred(reference),
            }
        )
        for reference in references
    ]
    lines = "".join(notes).split("\n")
    heading = names.labels["sources"]
    return "\n".join([heading, *(row for line in lines for row in _wrapped(line))])


def with_notice(ctx: RenderContext, text: str, kind: Format) -> str:
    """Return *text* below what readers are told where the sources are not enough."""
    if not ctx.is_insufficient:
        return text
    label = labels_for(ctx.options)["insufficient"]
    notice = ctx.theme.part("insufficient", kind).render({"text": label}).strip()
    return f"{notice}\n\n{text}" if text.strip() else f"{notice}\n"


def _shown(ctx: RenderContext) -> tuple[Reference, ...]:
    return () if ctx.options.strip else ctx.resolution.references


def _fields(names: Names, reference: Reference) -> dict[str, str | None]:
    """Return the fields that are the same in both formats, not yet escaped."""
    labels = names.labels
    updated = reference.updated
    return {
        "number": str(reference.number),
        "title": names.title(reference),
        "lines": names.places(reference),
        "updated": updated and fill(labels["dated"], d=names.date(updated)),
    }


def _texts(excerpt: Excerpt) -> Iterator[tuple[int | None, str]]:
    """Yield number and text of the lines to show, without their context."""
    for line in excerpt.lines:
        if line.located:
            yield line.number, " ".join(shown_text(excerpt, line).split())


def _quoted(reference: Reference) -> str:
    """Return block quotes, indented into the definition, one for each excerpt."""
    quotes = []
    for excerpt in in_order(map(without_context, reference.excerpts)):
        texts = [escape_markdown(text) for _, text in _texts(excerpt)]
        rows = []
        for text, below in zip(texts, [*texts[1:], ""], strict=True):
            # A hard line break keeps two lines apart; a blank one does so by itself.
            line_end = "\\" if text and below else ""
            rows.append(f"{_INDENT}> {text}{line_end}".rstrip(" "))
        if any(texts):
            quotes.append("\n".join(rows))
    return "\n\n".join(quotes)


def _barred(reference: Reference) -> str:
    """Return excerpts behind a bar, their lines numbered as in the source."""
    lines = [
        line for excerpt in in_order(reference.excerpts) for line in _texts(excerpt)
    ]
    width = max((len(f"L{number}  ") for number, _ in lines if number), default=0)
    return "\n".join(
        f"{_BAR}{(f'L{number}' if number else '').ljust(width)}{text}".rstrip()
        for number, text in lines
    )


def _wrapped(line: str) -> Iterator[str]:
    """Break a line at blanks so that it fits; what has no blank is never broken."""
    hang = _BAR if line.startswith(_BAR) else _INDENT
    lead = _LEAD_RE.match(line)
    row = lead[0] if lead else ""
    width, empty = len(row), True
    for word in line[len(row) :].split(" "):
        added = columns(word)
        if empty:
            row, width, empty = row + word, width + added, False
        elif width + 1 + added > _COLUMNS:
            yield row.rstrip()
            row, width = hang + word, len(hang) + added
        else:
            row, width = f"{row} {word}", width + 1 + added
    yield row.rstrip()
