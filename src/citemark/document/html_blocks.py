"""Blocks of raw HTML: where in them a reference may stay.

A reference stays in an element that will be shown, and goes behind one that may not
hold it. Of comments and scripts nothing is shown, so nothing may stay in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from citemark.document.layout import Layout

# Elements of a raw HTML block that no reference may be in, up to a generous size.
_NO_REFERENCE_RE = re.compile(
    r"<(a|code|pre|summary)\b(?:(?!<\1\b|</\1\b).){0,5000}</\1\s*>",
    re.DOTALL | re.IGNORECASE,
)
# Void elements hold nothing.
_ELEMENT_TAG = r"</?(?!(?:br|hr|img|input|wbr|col|source)\b)[a-z][a-z0-9-]*\b"
# Raw HTML blocks of which the policy shows nothing at all.
_INVISIBLE_RE = re.compile(
    r"\s*(?:<!--(?:(?!-->).)*-->|<(script|style)\b(?:(?!</\1).)*</\1\s*>)\s*",
    re.DOTALL | re.IGNORECASE,
)


def is_invisible(content: str, layout: Layout) -> bool:
    """Say whether the policy shows nothing at all of a block."""
    return _INVISIBLE_RE.fullmatch(layout.placeholder.sub("", content)) is not None


def leave_elements(content: str, layout: Layout, without: Callable[[str], str]) -> str:
    """Return *content* with placeholders behind the elements that may not hold them.

    *without* takes the placeholders out of a text.
    """

    def behind(element: re.Match[str]) -> str:
        inside = layout.placeholder.finditer(element[0])
        marks = "".join(match[0] for match in inside)
        return without(element[0]) + marks if marks else element[0]

    return _NO_REFERENCE_RE.sub(behind, content)


def inside_elements(content: str, layout: Layout) -> Iterator[int]:
    """Yield the ordinals that stand between the tags of an element of raw HTML."""
    depth = 0
    tags = re.compile(f"{layout.placeholder.pattern}|{_ELEMENT_TAG}", re.IGNORECASE)
    for match in tags.finditer(content):
        if match[1] is None:
            depth = max(depth + (-1 if match[0][1] == "/" else 1), 0)
        elif depth:
            yield int(match[1])
