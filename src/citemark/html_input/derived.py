"""What engines derive from texts with markers in them: names of hosts and headings.

Both leave the marker's characters out, or encode them, and keep the source ID.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from citemark.answer import find_markers
from citemark.html_input.cuts import Cut
from citemark.html_input.lexing import Attribute
from citemark.model import Marker
from citemark.options import Options
from citemark.spans import Span
from citemark.text import drop_marker_characters

# Decoding is quadratic: a marker is longer than any label of a real host.
_LABEL_RE = re.compile(r"xn--([A-Za-z0-9-]{1,500})", re.IGNORECASE)
_MARKED_RE = re.compile("[\ue200-\ue206]")
_NOT_SLUG_RE = re.compile(r"[^\w-]")
_NAMELESS = "section"


@dataclass(frozen=True, slots=True)
class Label:
    """One label of a host that is encoded with markers in it, and without them."""

    span: Span
    cleaned: str
    markers: tuple[str, ...]


def marked_labels(address: Attribute, options: Options) -> Iterator[Label]:
    """Yield the labels of a host into which a link was made with its marker."""
    for match in _LABEL_RE.finditer(address.value):
        try:
            label = match[1].encode().decode("punycode")
        except UnicodeError:
            continue
        if _MARKED_RE.search(label):
            markers = find_markers(label, options)
            cleaned = label
            for marker in reversed(markers):
                cleaned = cleaned[: marker.start] + cleaned[marker.end :]
            span = Span(address.start + match.start(), address.start + match.end())
            yield Label(span, cleaned, tuple(each.raw for each in markers))


@dataclass(frozen=True, slots=True)
class Named:
    """A heading's id, and where in the reading the heading's text is."""

    id: Attribute
    start: int
    end: int


def renamed(
    headings: Iterable[Named], links: Iterable[Attribute], markers: Sequence[Marker]
) -> Iterator[Cut]:
    """Yield what gives headings an id without what is left of their markers.

    *links* are the addresses that lead to places on the page.
    """
    new: dict[str, str] = {}
    ahead = iter(markers)
    marker = next(ahead, None)
    for heading in headings:
        name = heading.id.value
        while marker is not None and marker.start < heading.end:
            if marker.start >= heading.start:
                name = _without(name, marker)
            marker = next(ahead, None)
        if name != heading.id.value:
            new[heading.id.value] = name
            yield _replaced(heading.id, name)
    for link in links:
        if link.value[1:] in new:
            yield _replaced(link, f"#{new[link.value[1:]]}")


def _without(name: str, marker: Marker) -> str:
    """Return the id *name* without the words of *marker*, as they are in slugs."""
    words = _NOT_SLUG_RE.sub("", drop_marker_characters(marker.raw)).lower()
    before, found, after = name.partition(words or "\n")
    return ((before.rstrip("-_") + after) or _NAMELESS) if found else name


def _replaced(attribute: Attribute, value: str) -> Cut:
    end = attribute.start + len(attribute.value)
    return Cut(Span(attribute.start, end), word=value)
