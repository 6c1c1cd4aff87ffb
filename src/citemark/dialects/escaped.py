r"""Markers whose characters arrived spelled out: ``\ue200cite\ue202turn0file0\ue201``.

Some pipelines print the JSON escapes of the three characters instead of the characters.
This dialect reads both spellings, and a delimiter with an ID alone
(``\ue202turn0file0``), which some prompts ask for. It reads the names that the guide
gives the characters, too, which models copy from their instructions:
``{CITATION_START}cite{CITATION_DELIMITER}turn0file0{CITATION_STOP}``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citemark.codespans import code_context, code_of, open_code
from citemark.dialect import Dialect, Example, Pair
from citemark.grammar import Characters, scan_grammar, write_grammar
from citemark.model import Citation, Marker, MarkerKind
from citemark.syntax import Syntax
from citemark.unfinished import Tail

CHARACTERS = Characters(
    start=("\ue200", r"\ue200", "{CITATION_START}"),
    delimiter=("\ue202", r"\ue202", "{CITATION_DELIMITER}"),
    stop=("\ue201", r"\ue201", "{CITATION_STOP}"),
    stray=(
        *"\ue203\ue204\ue205\ue206",
        *(r"\ue203", r"\ue204", r"\ue205", r"\ue206"),
    ),
)
_TAIL = Tail(CHARACTERS)
_WRITTEN = Characters(
    start=CHARACTERS.start[1:],
    delimiter=CHARACTERS.delimiter[1:],
    stop=CHARACTERS.stop[1:],
)
_CHARACTER_RE = re.compile(
    r"\\ue20[0-6]|[\ue200-\ue206]|\{CITATION_(?:START|DELIMITER|STOP)\}"
)
_SPELLED_RE = re.compile(r"\\ue20|\{CITATION_")
_LONGEST_ID = 256
_ALONE_RE = re.compile(r"turn\d++[A-Za-z_]++\d++(?![\w-])", re.ASCII)
_BEGUN_RE = re.compile(r"(?:t|tu|tur|turn(?:\d+(?:[A-Za-z_]+\d*)?)?)?", re.ASCII)
_LONGEST_CODE = 1_024


def scan(text: str, syntax: Syntax) -> list[Marker]:
    """Return every stretch of marker characters in *text*, in either spelling."""
    code = list(code_of(text, _LONGEST_CODE)) if _SPELLED_RE.search(text) else []
    markers: list[Marker] = []
    at = 0
    for marker in scan_grammar(text, syntax, CHARACTERS):
        while at < len(code) and code[at].end <= marker.start:
            at += 1
        # In code, an escape is an escape.
        spelled = marker.raw.startswith(("\\", "{"))
        if not (spelled and at < len(code) and code[at].start < marker.end):
            stray = marker.kind is MarkerKind.STRAY
            markers.append(_with_id(marker, text) if stray else marker)
    return markers


def _with_id(marker: Marker, text: str) -> Marker:
    """Return a stray delimiter together with the source ID right behind it."""
    match = _ALONE_RE.match(text, marker.end)
    is_delimiter = marker.raw in CHARACTERS.delimiter
    if match is None or not is_delimiter or len(match[0]) > _LONGEST_ID:
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


def pending(text: str, syntax: Syntax) -> int:
    """Return from where on *text* may read otherwise once more of it is known."""
    end = _TAIL.pending(text, syntax)
    behind = max(_end_of_last(each, text) for each in CHARACTERS.delimiter)
    if behind >= 0 and _BEGUN_RE.fullmatch(text, behind):
        end = min(end, _TAIL.pending(text[:behind], syntax))
    return (
        _before_open_code(text[:end], syntax)
        if _SPELLED_RE.search(text, 0, end)
        else end
    )


def _end_of_last(delimiter: str, text: str) -> int:
    """Return where the last *delimiter* ends that an ID may follow, or -1."""
    near = max(len(text) - _LONGEST_ID - len(delimiter), 0)
    found = text.rfind(delimiter, near)
    return found + len(delimiter) if found >= 0 else -1


def _before_open_code(text: str, syntax: Syntax) -> int:
    """Return where the first marker of *text* is that may turn out to be in code."""
    code = open_code(text, _LONGEST_CODE)
    markers = scan_grammar(text, syntax, CHARACTERS) if code < len(text) else ()
    spelled = (each for each in markers if each.raw.startswith(("\\", "{")))
    return next((each.start for each in spelled if each.end > code), len(text))


def context(text: str) -> str:
    """Return a short text behind which the same is code as behind *text*."""
    return code_context(_CHARACTER_RE.sub("x", text), _LONGEST_CODE)


def write(citations: Sequence[Pair]) -> str:
    """Return one marker for all of *citations*, spelled out."""
    return write_grammar(citations, _WRITTEN)


DIALECT = Dialect(
    name="openai-escaped",
    triggers=frozenset("\\{\ue200\ue201\ue202\ue203\ue204\ue205\ue206"),
    scan=scan,
    pending=pending,
    context=context,
    write=write,
    examples=(
        Example(r"A.\ue200cite\ue202turn0file0\ue201", ((("turn0file0", None),),)),
        Example(r"B \ue202turn0search1", ((("turn0search1", None),),)),
        Example("C.\ue200cite\ue202turn0file0\ue201", ((("turn0file0", None),),)),
        Example(
            "D.{CITATION_START}cite{CITATION_DELIMITER}turn0file0{CITATION_STOP}",
            ((("turn0file0", None),),),
        ),
        Example(r"\u00e9 is no marker"),
    ),
)
