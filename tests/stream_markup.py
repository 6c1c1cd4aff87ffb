"""What a browser does with nodes, done to strings by a scan of their tags."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_TAG_RE = re.compile(
    r"""<!--.*?-->|<(/?)([a-zA-Z][^\s/>]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>""", re.DOTALL
)
_ATTRIBUTE_RE = re.compile(r"""([^\s=/"']+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?""")
_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    ]
)


@dataclass(frozen=True, slots=True)
class Span:
    """Where an element is: its start tag, its content, its end tag, the end of that."""

    start: int
    inner: int
    close: int
    end: int


def children(html: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Return the elements at the top of a stretch of HTML, which has to be balanced."""
    end = len(html) if end is None else end
    found: list[Span] = []
    around: list[re.Match[str]] = []
    done = start
    for tag in _TAG_RE.finditer(html, start, end):
        assert "<" not in html[done : tag.start()], f"half a tag: {html!r}"
        done = tag.end()
        if not tag[2]:
            continue
        opening = tag
        if tag[1]:
            assert around, f"unbalanced at {tag[0]}: {html!r}"
            opening = around.pop()
            assert opening[2] == tag[2], f"unbalanced at {tag[0]}: {html!r}"
        elif tag[2] not in _VOID:
            around.append(tag)
            continue
        if not around:
            close = tag.start() if tag[1] else tag.end()
            found.append(Span(opening.start(), opening.end(), close, tag.end()))
    assert "<" not in html[done:end], f"half a tag: {html!r}"
    assert not around, f"unbalanced: {html!r}"
    return found


def patched(html: str, depth: int, mode: str, piece: str) -> str:
    """Return *html* with *piece* in place of its last element at *depth*, or in it."""
    start, end = last = 0, len(html)
    for _ in range(depth):
        deepest = children(html, start, end)[-1]
        last = deepest.start, deepest.end
        start, end = deepest.inner, deepest.close
    if mode == "append":
        assert html.startswith("</", end), f"no place inside an element: {html!r}"
        return html[:end] + piece + html[end:]
    assert mode == "replace", mode
    return html[: last[0]] + piece + html[last[1] :]


@lru_cache(4096)
def ids_in(html: str) -> tuple[str, ...]:
    """Return the ids in *html*, in order."""
    return tuple(
        "".join(values)
        for tag in _TAG_RE.finditer(html)
        for name, *values in _ATTRIBUTE_RE.findall(tag[3] or "")
        if name == "id"
    )
