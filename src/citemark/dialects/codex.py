"""Files by path: ``【F:a.rs†L10-L20】`` and ``:codex-file-citation{path="a" …}``.

The path is the source ID. Of a directive, ``page_number`` or ``line_range_start`` and
``line_range_end`` are the place. Output of a terminal, ``【a1b2c3†L1-L4】``, is hidden.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citemark.dialect import Example, Pair
from citemark.patterns import NOTHING, Cited, Form, Patterns, lines

_ATTRIBUTE = r'[a-z_]{1,32}=(?:"[^"\n\r]{0,400}"|[^\s"{}]{1,200})'
_PATH_RE = re.compile(r'\bpath=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"{}]+))')
_NUMBER_RE = re.compile(
    r'\b(page_number|line_range_start|line_range_end)="?([0-9]{1,9})'
)
_PAGE_RE = re.compile("p[0-9]+")


def _directive(match: re.Match[str]) -> Sequence[Cited]:
    start, end = match.span("body")
    path = _PATH_RE.search(match.string, start, end)
    if path is None:
        return ()
    found = _NUMBER_RE.finditer(match.string, start, end)
    numbers = {each[1]: each[2] for each in found}
    page = numbers.get("page_number")
    place = (
        f"p{page}"
        if page
        else lines(numbers.get("line_range_start"), numbers.get("line_range_end"))
    )
    name = path["quoted"] or path["bare"]
    return [Cited(name, place, *path.span())] if name else ()


def write(citations: Sequence[Pair]) -> str:
    """Return a marker for each of *citations*; a directive where it is not on lines."""
    return "".join(_written(name, place or "") for name, place in citations)


def _written(name: str, place: str) -> str:
    if place and not _PAGE_RE.fullmatch(place):
        return f"【F:{name}†{place}】"
    page = f' page_number="{place[1:]}"' if place else ""
    return f':codex-file-citation{{path="{name}"{page}}}'


_FILE = Form(
    openers=("【F:",),
    body=r"[^†【】\n\r]{1,400}†L[0-9]{1,9}(?:-L?(?:[0-9]{1,9}|\?))?",
    closer="】",
    chars=r"[^【】\n\r]",
    longest=430,
    item=r"(?P<id>[^†【】]+)†L(?P<first>[0-9]+)(?:-L?(?P<last>[0-9]+))?",
)
_OUTPUT = Form(
    openers=("【",),
    body=r"(?=[0-9]{0,15}[a-f])[0-9a-f]{4,16}†L[0-9]{1,9}(?:-L?[0-9]{1,9})?",
    closer="】",
    chars="[0-9a-f†L-]",
    longest=48,
    item=NOTHING,
)
_ATTRIBUTES = f"{_ATTRIBUTE}(?: {{1,4}}{_ATTRIBUTE}){{0,11}}"
_BODY = rf"(?:\[[a-z-]{{0,40}}\])?\{{ {{0,4}}{_ATTRIBUTES} {{0,4}}"
_CHARS = r"[^{}\n\r]|\{"
_FILE_DIRECTIVE = Form(
    openers=(":codex-file-citation",),
    body=_BODY,
    closer=r"\}",
    chars=_CHARS,
    longest=1_200,
    read=_directive,
)
_OUTPUT_DIRECTIVE = Form(
    openers=(":codex-terminal-citation",),
    body=_BODY,
    closer=r"\}",
    chars=_CHARS,
    longest=1_200,
    item=NOTHING,
)

DIALECT = Patterns(_FILE, _OUTPUT, _FILE_DIRECTIVE, _OUTPUT_DIRECTIVE).dialect(
    "codex",
    triggers="†:",
    write=write,
    examples=(
        Example("See 【F:src/a.rs†L10-L20】.", ((("src/a.rs", "L10-L20"),),)),
        Example("See 【F:a b.py†L3-?】.", ((("a b.py", "L3"),),)),
        Example(
            'See :codex-file-citation{path="a b.pdf" purpose="source" page_number="4"}',
            ((("a b.pdf", "p4"),),),
        ),
        Example("It passed 【a1b2c3†L1-L4】.", ((),)),
        Example("`【F:a†L1】`, :codex and 【注意】"),
    ),
)
