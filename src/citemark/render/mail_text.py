r"""The text part of an e-mail: lines that fit into 78 columns.

Text is wrapped at blanks and, where a script has none, between its characters. Code
and tables stay as they are, and so does what cannot be broken, such as a URL.

>>> print(wrapped("- " + "citation " * 10))
- citation citation citation citation citation citation citation citation
  citation citation
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from markdown_it import MarkdownIt

from citemark.document.document import parse
from citemark.render.columns import columns
from citemark.scripts import WIDE

_COLUMNS = 78
_LINE_END_RE = re.compile(r"\r\n?|\n")
# Blocks in which another line end would say something else.
_KEPT = frozenset(["code_block", "fence", "math_block", "table_open"])
# Quotes, list items and excerpts: what goes before the words of a line.
_LEAD_RE = re.compile(r"[ \t]*(?:(?:[>|*+-]|\d{1,9}[.)]|L\d+|\[\d+\])(?:[ \t]+|\Z))*")
_HANG_RE = re.compile(r"[^ \t>|]")
# No line may end with the first of these, nor begin with the second.
_OPENING = "([{\u2018\u201c\u3008\u300a\u300c\u300e\u3010\u3014\uff08\uff3b\uff5b"
_CLOSING = (
    ")\\]},.!?:;\u2019\u201d\u2026\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011"
    "\u3015\u30fb\u30fc\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d"
)
# What stays together; a number in brackets stays with what it is about.
_UNIT_RE = re.compile(
    rf"[{_OPENING.replace('[', '')}]*(?:[{WIDE}]|[^\s{WIDE}]+|)"
    rf"(?:\[[\d?]+\]|[{_CLOSING}])*"
)


def kept_lines(md: MarkdownIt, text: str) -> frozenset[int]:
    """Return the lines of *text*, from 0, that are code or tables to *md*."""
    blocks = parse(md, text, []).tokens
    maps = (token.map for token in blocks if token.type in _KEPT)
    return frozenset(line for lines in maps if lines for line in range(*lines))


def wrapped(text: str, kept: Container[int] = frozenset()) -> str:
    """Return *text* with its lines broken so that they fit, but for those to be *kept*.

    Lines end in LF: what ends in anything else is no line to some mail programs.
    """
    rows: list[str] = []
    for number, line in enumerate(_LINE_END_RE.split(text)):
        if len(line.encode()) > _COLUMNS and number not in kept:
            rows += _broken(line)
        else:
            rows.append(line)
    return "\n".join(rows)


def _broken(line: str) -> Iterator[str]:
    lead = _LEAD_RE.match(line)
    row = lead[0] if lead else ""
    # Else a lead as long as the line would be there again in every row.
    hang = _HANG_RE.sub(" ", row) if len(row) < _COLUMNS // 2 else ""
    width, begins, blank = columns(row), True, ""
    for piece in _pieces(line[len(row) :]):
        if piece.isspace():
            blank = piece
            continue
        added = columns(blank) + columns(piece)
        if not begins and width + added > _COLUMNS:
            yield row
            row, width = hang + piece, columns(hang) + columns(piece)
        else:
            row, width = row + blank + piece, width + added
        begins, blank = False, ""
    yield row


def _pieces(text: str) -> Iterator[str]:
    """Yield blanks, and between them what stays together."""
    for word in re.split(r"([ \t]+)", text):
        if word.isspace():
            yield word
        else:
            yield from filter(None, _UNIT_RE.findall(word))
