"""Elements: each source between ``<BLOCK id="…">`` and ``</BLOCK>``."""

from __future__ import annotations

import re

from citemark.prompt.guard import escape
from citemark.prompt.style import GAP, Head, Style, spelled

_UNQUOTED_RE = re.compile('["<]')


def head(shown: Head) -> list[str]:
    """Return the opening tag, with what is known of the source as attributes."""
    first = ("citable", "no") if shown.source_id is None else ("id", shown.source_id)
    pairs = (first, *shown.fields)
    attributes = (f' {name}="{_attribute(value)}"' for name, value in pairs)
    return [f"<BLOCK{''.join(attributes)}>"]


def _attribute(value: str) -> str:
    return _UNQUOTED_RE.sub(escape, value)


STYLE = Style(
    name="blocks",
    head=head,
    # Whatever letters follow, but for HTML: one that is escaped would end the word.
    foot=("</BLOCK>",),
    forgeries=(rf"<(?=(?:{GAP}|[/\\])*{spelled('block')}(?!quote))",),
    reading="Each source is a `<BLOCK>` element, and its attribute `id` is its ID.",
    example_ids=("block401", "block406"),
)
