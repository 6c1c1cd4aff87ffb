"""Where a Markdown text is its author's own, whatever it looks like.

Code, formulas, addresses and the tags of HTML stay as they are. Blocks of code are
found by parsing, since indented ones cannot be told otherwise; all else by patterns,
each of which stops at its own opening, so that a run of openings takes linear time.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from citemark.answer import clean_answer
from citemark.codespans import code_spans
from citemark.document.document import parse
from citemark.document.parser import shared_parser
from citemark.options import Options
from citemark.spans import LINE_END_RE, Span

_NO_MARKUP = "\ufffc"
_NOT_LINE_END_RE = re.compile(r"[^\r\n]")
_AUTHORED_RE = re.compile(
    r"<!--(?:(?!<!--|-->)[\s\S])*+-->"
    r"|<(?P<raw>code|kbd|math|noscript|pre|samp|script|style|svg|textarea|title|tt|xmp)\b"
    r"[^<>]{0,500}>(?:(?!</?(?P=raw)\b)[\s\S])*+</(?P=raw)\s*>"
    r"|</?[A-Za-z][A-Za-z0-9:-]{0,40}+"
    r"(?:\s+[A-Za-z_:@][A-Za-z0-9:._-]{0,80}+"
    r"(?:\s*=\s*(?:[^\"'=<>`\s]{1,500}+|'[^'<]{0,1000}+'|\"[^\"<]{0,1000}+\"))?){0,20}"
    r"\s*/?>"
    r"|<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\s]{0,2000}+>"
    # Bare addresses end where brackets of citations begin.
    r"|(?<![A-Za-z0-9+.-])(?:[A-Za-z][A-Za-z0-9+.-]{1,31}+://|www\.)"
    '[^\\s<>"`\\[\\]【】〖〗\ue200-\ue206\ufffd□]*+'
    r"|(?<=\])\((?:<[^<>\n]{0,2000}+>|(?:[^\s()]++|\([^\s()]*+\))*+)"
    r"(?:[ \t]+(?:\"[^\"\n]{0,300}+\"|'[^'\n]{0,300}+'))?[ \t]*\)"
    r"|^[ \t>]{0,40}+\[[^\[\]^\n][^\[\]\n]{0,999}+\]:[ \t]*[^\s]++"
    r"(?:[ \t]+(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?[ \t]*$"
    r"|\$\$(?:(?!\n[ \t]*\n)[^$])++\$\$"
    r"|(?<![\\$\w])\$(?![\s$])[^$\n]{1,500}(?<![\s\\])\$(?![\d$])"
    r"|\\\((?:[^\n\\]|\\[^()\n])++\\\)"
    r"|\\\[(?:(?!\n[ \t]*\n)(?:[^\\]|\\[^\[\]]))++\\\]",
    re.MULTILINE | re.IGNORECASE,
)


class Authored:
    """The stretches of one text that stay as they are."""

    def __init__(self, text: str) -> None:
        """Find them, in linear time."""
        code = _joined(_code(text))
        bare = _masked(text, code)
        others = (Span(*match.span()) for match in _AUTHORED_RE.finditer(bare))
        self._spans = _joined(sorted([*code, *others]))
        self._starts = [span.start for span in self._spans]

    def has(self, start: int, end: int) -> bool:
        """Say whether what is there belongs to such a stretch, or reaches into one.

        A stretch that is inside belongs to what is around it: the address of a link.
        """
        for at in (start, end - 1):
            number = bisect_right(self._starts, at) - 1
            if number >= 0:
                span = self._spans[number]
                if at < span.end and not start <= span.start <= span.end <= end:
                    return True
        return False


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Return *spans*, which ascend, with those that overlap as one."""
    joined: list[Span] = []
    for span in spans:
        if joined and span.start < joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return joined


def _code(text: str) -> Iterator[Span]:
    """Yield the code of *text*, blocks and spans, in order."""
    tokens = parse(shared_parser(Options()), clean_answer(text), ()).tokens
    starts = [0, *(match.end() for match in LINE_END_RE.finditer(text)), len(text)]
    bounds = list(pairwise(starts))
    blocks = {
        (first, end): token.type in ("fence", "code_block")
        for token in tokens
        if token.map and token.type in ("fence", "code_block", "html_block", "inline")
        for first, end in [token.map]
    }
    for (first, end), is_code in sorted(blocks.items()):
        start, stop = bounds[first][0], bounds[end - 1][1]
        if is_code:
            yield Span(start, stop)
            continue
        for span in code_spans(text[start:stop]):
            yield Span(start + span.start, start + span.end)


def _masked(text: str, spans: Iterable[Span]) -> str:
    """Return *text* with nothing that could be markup in *spans*."""
    pieces: list[str] = []
    done = 0
    for span in spans:
        hidden = _NOT_LINE_END_RE.sub(_NO_MARKUP, span.of(text))
        pieces += text[done : span.start], hidden
        done = span.end
    return "".join([*pieces, text[done:]])
