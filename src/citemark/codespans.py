"""Where the code of a Markdown text is, without parsing it.

Good enough to leave code alone *before* the parse: fences and, line by line, spans.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citemark.spans import LINE_END_RE, Span

_BACKTICKS_RE = re.compile("`+")
_FENCE_RE = re.compile(r"[ \t>]*(?:[-+*][ \t]+|[0-9]{1,9}[.)][ \t]+)*(`{3,}|~{3,})")


def code_spans(line: str) -> Iterator[Span]:
    """Yield the code spans of one line: from a run of backticks to the next as long.

    >>> [span.of("a `b` c") for span in code_spans("a `b` c")]
    ['`b`']
    """
    runs = list(_BACKTICKS_RE.finditer(line))
    closing: dict[int, int] = {}
    seen: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        length = len(runs[index][0])
        if length in seen:
            closing[index] = seen[length]
        seen[length] = index
    index = 0
    while index < len(runs):
        end = closing.get(index)
        if end is None:
            index += 1
        else:
            yield Span(runs[index].start(), runs[end].end())
            index = end + 1


def code_of(text: str) -> Iterator[Span]:
    """Yield the stretches of *text* that are fenced code or code spans, in order."""
    fence = ""
    begin = 0
    for end in [*(match.end() for match in LINE_END_RE.finditer(text)), len(text)]:
        line = text[begin:end]
        match = _FENCE_RE.match(line)
        if fence:
            yield Span(begin, end)
            if match and match[1].startswith(fence):
                fence = ""
        elif match and ("`" not in line[match.end() :] or match[1][0] == "~"):
            fence = match[1]
            yield Span(begin, end)
        else:
            for span in code_spans(line):
                yield Span(begin + span.start, begin + span.end)
        begin = end
