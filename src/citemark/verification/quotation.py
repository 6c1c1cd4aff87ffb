"""Quotations in running text, in the marks of the languages that citemark knows."""

from __future__ import annotations

import re

from citemark.spans import Span

# Each stops at the next mark that could open another one: time stays linear.
_QUOTED_RE = re.compile(
    r"“[^“”]{1,2000}”"
    r"|„[^„“”]{1,2000}[“”]"
    r"|«[^«»]{1,2000}»"
    r"|»[^«»]{1,2000}«"
    r"|「[^「」]{1,2000}」"
    r"|『[^『』]{1,2000}』"
    r"|(?<!\w)‘(?:[^‘’]|’(?=\w)){1,2000}’"
    r'|(?<!\w)"[^"]{1,2000}"(?!\w)'
    r"|(?<!\w)”[^“”]{1,2000}”"
)


def quotations(text: str) -> list[Span]:
    """Return the quotations in *text*, with their marks, the last one first.

    >>> [span.of("He said “yes”.") for span in quotations("He said “yes”.")]
    ['“yes”']
    """
    return [Span(*match.span()) for match in _QUOTED_RE.finditer(text)][::-1]
