"""Reads the raw HTML of an answer into texts and tags, in linear time.

**Why read it at all before a sanitizer does.** A sanitizer repairs what it gets, and
repair is where the two engines differ, where time is quadratic (deep nesting, thousands
of attributes) and where one paragraph's broken tag reaches into the next. From these
events a well-nested text is woven that leaves nothing to repair; the engine after it
is the wall, not the carpenter. Reading something wrong here can lose formatting only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import islice

_MAX_ATTRIBUTES = 100
_TAG_RE = re.compile(
    r"<(/?)([A-Za-z][A-Za-z0-9-]*+)"
    r"((?:[\s/]*+[^\s\"'<>/=]++"
    r"(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?+)*+)"
    r"[\s/]*+>"
)
_ATTRIBUTE_RE = re.compile(
    r"([^\s\"'<>/=]++)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'=<>`]++)))?+"
)
# Characters that mark citations must not come back out of entities.
_MARKER_RE = re.compile("[\ue200-\ue206]")
_DECLARATIONS = (("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"))


@dataclass(frozen=True, slots=True)
class Text:
    """Text between tags, its entities decoded."""

    text: str


@dataclass(frozen=True, slots=True)
class Tag:
    """An opening tag; the first of equal attributes counts, as in browsers."""

    name: str
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class EndTag:
    """A closing tag."""

    name: str


class _Ends:
    """Finds terminators, and never searches twice for one that is not there."""

    def __init__(self, html: str) -> None:
        # Lower-casing may change the length (``İ``), and with it every offset.
        self._folded = html.lower() if html.isascii() else _ascii_lower(html)
        self._missing: set[str] = set()

    def after(self, terminator: str, start: int) -> int | None:
        """Return the offset behind *terminator*, in lower case, from *start* on."""
        if terminator in self._missing:
            return None
        found = self._folded.find(terminator, start)
        if found < 0:
            self._missing.add(terminator)
            return None
        return found + len(terminator)


def read_html(html: str, drop: frozenset[str]) -> Iterator[Text | Tag | EndTag]:
    """Yield what *html* consists of, less comments and the elements in *drop*.

    What is no complete tag is text: nothing that a reader could need is lost.
    """
    ends = _Ends(html)
    position = done = 0
    while (position := html.find("<", position)) >= 0:
        end, event = _read_tag(html, position, ends, drop)
        if end is None:
            position += 1
            continue
        if done < position:
            yield Text(_decoded(html[done:position]))
        if event is not None:
            yield event
        position = done = end
    if done < len(html):
        yield Text(_decoded(html[done:]))


def _read_tag(
    html: str, start: int, ends: _Ends, drop: frozenset[str]
) -> tuple[int | None, Tag | EndTag | None]:
    """Return where the tag at *start* ends (None: it is text) and what it is."""
    match = _TAG_RE.match(html, start)
    if match is None:
        return _read_declaration(html, start, ends), None
    closes, name, attributes = match[1], match[2].lower(), match[3]
    if closes:
        return match.end(), EndTag(name)
    if name in drop:
        inner_end = ends.after(f"</{name}", match.end())
        after = None if inner_end is None else ends.after(">", inner_end)
        return after or match.end(), None
    return match.end(), Tag(name, _attributes(attributes))


def _read_declaration(html: str, start: int, ends: _Ends) -> int | None:
    """Return where the comment or declaration at *start* ends; None: it is text."""
    if html.startswith("<!--", start):
        for empty in ("<!-->", "<!--->"):
            if html.startswith(empty, start):
                return start + len(empty)
        return ends.after("-->", start + len("<!--"))
    for opening, closing in _DECLARATIONS:
        if html.startswith(opening, start):
            return ends.after(closing, start)
    return None


def _attributes(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in islice(_ATTRIBUTE_RE.finditer(text), _MAX_ATTRIBUTES):
        value = match[2] or match[3] or match[4] or ""
        found.setdefault(match[1].lower(), _decoded(value))
    return found


def _decoded(text: str) -> str:
    if "&" in text:
        text = unescape(text)
    return _MARKER_RE.sub("", text)


_UPPER_RE = re.compile("[A-Z]+")


def _ascii_lower(text: str) -> str:
    return _UPPER_RE.sub(lambda match: match[0].lower(), text)
