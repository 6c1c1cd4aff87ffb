"""The least that changes a block's HTML into what it is to become.

An open block grows at its end: more words in the last paragraph, one more row or item.
So a patch goes down to the last child element, and its last child element, as far as
everything before is the same, and adds or replaces there. Positions in the HTML are
found by its tags, which is safe for what we print: balanced, and escaped throughout.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_TAG_RE = re.compile(r"<(/?)([a-z][a-z0-9]*)(?:\"[^\"]*+\"|[^\"<>]++)*+>")
_CLOSERS_RE = re.compile(r"(?:</[a-z][a-z0-9]*>\n?)++\Z")
_CLOSER_RE = re.compile(r"</[a-z][a-z0-9]*>\n?")
_LONGEST_RUN = 4_096
_VOID = frozenset({"br", "hr", "img", "input", "wbr", "col"})


@dataclass(frozen=True, slots=True)
class Patch:
    """What `BlockPatch` says of a change."""

    html: str
    depth: int = 0
    mode: Literal["replace", "append"] = "replace"


def patch_between(old: str, new: str) -> Patch:
    r"""Return the patch that makes *new* of *old*.

    >>> patch_between("<p>a</p>\n", "<p>a b</p>\n")
    Patch(html=' b', depth=1, mode='append')
    >>> item = "<li>{}</li>\n".format
    >>> list_of = "<ul>\n{}</ul>\n".format
    >>> patch_between(list_of(item("a")), list_of(item("a") + item("b")))
    Patch(html='<li>b</li>\n', depth=1, mode='append')
    >>> patch_between(list_of(item("a")), list_of(item("<em>a</em>")))
    Patch(html='<li><em>a</em></li>', depth=2, mode='replace')
    """
    head = _common(old, new)
    tail = _common(old[::-1], new[::-1])
    found = _appended(old, new, head, tail) or _replaced(old, new, head, tail)
    return found if found and len(found.html) < len(new) else Patch(new)


def closers(html: str) -> list[int]:
    """Return where each closing tag of the run at the end of *html* begins."""
    run = _CLOSERS_RE.search(html, max(0, len(html) - _LONGEST_RUN))
    if run is None:
        return []
    return [match.start() for match in _CLOSER_RE.finditer(html, run.start())]


def _appended(old: str, new: str, head: int, tail: int) -> Patch | None:
    """Return the addition to an element at the end of *old*, if it is no more."""
    if len(new) <= len(old):
        return None
    starts = closers(old)
    for depth, start in zip(range(len(starts), 0, -1), starts, strict=True):
        if start <= head and len(old) - start <= tail:
            added = new[start : len(new) - len(old) + start]
            if _is_balanced(added):
                return Patch(added, depth, "append")
    return None


def _replaced(old: str, new: str, head: int, tail: int) -> Patch | None:
    """Return what takes the place of the deepest last element that it can."""
    path = _last_elements(old)
    for depth in range(len(path), 0, -1):
        start, end = path[depth - 1]
        stays = len(old) - end
        if start <= head and stays <= tail and start + stays < len(new):
            html = new[start : len(new) - stays]
            if html.startswith("<") and _is_balanced(html):
                return Patch(html, depth)
    return None


def _last_elements(html: str) -> list[tuple[int, int]]:
    """Return (start, end) of the last element, its last child element, and so on."""
    path: list[tuple[int, int]] = []
    depth = 0
    for match in _TAG_RE.finditer(html):
        if match[1]:
            depth -= 1
            path[depth] = path[depth][0], match.end()
            continue
        path[depth:] = [match.span()]
        depth += match[2] not in _VOID
    return path


def _is_balanced(html: str) -> bool:
    """Say whether *html* closes what it opens, and nothing else."""
    depth = 0
    for match in _TAG_RE.finditer(html):
        depth += -1 if match[1] else match[2] not in _VOID
        if depth < 0:
            return False
    return depth == 0


def _common(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
