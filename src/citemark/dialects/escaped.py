r"""Markers whose characters arrived spelled out: ``\ue200cite\ue202turn0file0\ue201``.

Some pipelines print the JSON escapes of the three characters instead of the characters.
This dialect reads both spellings, and a delimiter with an ID alone
(``\ue202turn0file0``), which some prompts ask for.
"""

from __future__ import annotations

import re

from citemark.codespans import code_of
from citemark.dialect import Dialect, Example
from citemark.grammar import Characters, scan_grammar
from citemark.model import Citation, Marker, MarkerKind
from citemark.syntax import SOURCE_ID, Syntax, id_pattern

CHARACTERS = Characters(
    start=("\ue200", r"\ue200"),
    delimiter=("\ue202", r"\ue202"),
    stop=("\ue201", r"\ue201"),
    stray=(
        *"\ue203\ue204\ue205\ue206",
        *(r"\ue203", r"\ue204", r"\ue205", r"\ue206"),
    ),
)
_ALONE_RE = re.compile(r"turn\d+[A-Za-z_]+\d+", re.ASCII)


def scan(text: str, syntax: Syntax) -> list[Marker]:
    """Return every stretch of marker characters in *text*, in either spelling."""
    code = list(code_of(text)) if "\\ue20" in text else []
    markers: list[Marker] = []
    at = 0
    for marker in scan_grammar(text, syntax, CHARACTERS):
        while at < len(code) and code[at].end <= marker.start:
            at += 1
        # In code, an escape is an escape.
        spelled = marker.raw.startswith("\\")
        if not (spelled and at < len(code) and code[at].start < marker.end):
            stray = marker.kind is MarkerKind.STRAY
            markers.append(_with_id(marker, text) if stray else marker)
    return markers


def _with_id(marker: Marker, text: str) -> Marker:
    """Return a stray delimiter together with the source ID right behind it."""
    match = _ALONE_RE.match(text, marker.end)
    if match is None or marker.raw not in ("\ue202", r"\ue202"):
        return marker
    run = id_pattern(SOURCE_ID).match(text, marker.end)
    if run is None or run.end() != match.end():
        return marker
    start, end = match.span()
    return Marker(
        start=marker.start,
        end=end,
        raw=text[marker.start : end],
        kind=MarkerKind.CITATION,
        family="cite",
        citations=(Citation(match[0], None, None, start, end),),
    )


DIALECT = Dialect(
    name="openai-escaped",
    triggers=frozenset("\\\ue200\ue201\ue202\ue203\ue204\ue205\ue206"),
    scan=scan,
    examples=(
        Example(r"A.\ue200cite\ue202turn0file0\ue201", ((("turn0file0", None),),)),
        Example(r"B \ue202turn0search1", ((("turn0search1", None),),)),
        Example("C.\ue200cite\ue202turn0file0\ue201", ((("turn0file0", None),),)),
        Example(r"\u00e9 is no marker"),
    ),
)
