"""Where the code of a Markdown text is, without parsing it.

Good enough to leave code alone *before* the parse: fences and, line by line, spans.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from sys import maxsize
from typing import NamedTuple

from citemark.spans import LINE_END_RE, Span

_BACKTICKS_RE = re.compile("`+")
_RUN_RE = re.compile("(?<!`)`")
_FENCE_RE = re.compile(r"[ \t>]*(?:[-+*][ \t]+|[0-9]{1,9}[.)][ \t]+)*(`{3,}|~{3,})")


def code_spans(line: str, limit: int = maxsize) -> Iterator[Span]:
    """Yield the code spans of one line: from a run of backticks to the next as long.

    What is longer than *limit* is none.

    >>> [span.of("a `b` c") for span in code_spans("a `b` c")]
    ['`b`']
    """
    runs = list(_BACKTICKS_RE.finditer(line))
    closing: dict[int, int] = {}
    seen: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        length = len(runs[index][0])
        end = seen.get(length)
        if end is not None and runs[end].end() - runs[index].start() <= limit:
            closing[index] = end
        seen[length] = index
    index = 0
    while index < len(runs):
        end = closing.get(index)
        if end is None:
            index += 1
        else:
            yield Span(runs[index].start(), runs[end].end())
            index = end + 1


def code_of(text: str, limit: int = maxsize) -> Iterator[Span]:
    """Yield the stretches of *text* that are fenced code or code spans, in order.

    With a *limit*, no more than that many characters decide what a line begins with,
    and from there, or from a run of backticks, whether it is code.
    """
    for line in _lines(text, limit):
        if line.is_code:
            yield Span(line.start, line.start + len(line.text))
        else:
            for span in code_spans(line.text, limit):
                yield Span(line.start + span.start, line.start + span.end)


def open_code(text: str, limit: int) -> int:
    """Return from where on it depends on what follows *text* whether it is code.

    >>> open_code("`a` is ``b`", 80), open_code("`a`.", 80)
    (7, 4)
    """
    *_, line = _lines(text, limit)
    return line.start + _open_in(line, limit)


def code_context(text: str, limit: int) -> str:
    r"""Return a short text behind which the same is code as behind *text*.

    >>> code_context("one\n~~~ sh\ntwo\nthree", 80)
    '~~~\nthree'
    """
    *_, line = _lines(text, limit)
    kept = line.text
    if len(kept) > 2 * limit and line.is_code:
        kept = kept[: 2 * limit]
    elif len(kept) > 2 * limit:
        # Not at the beginning of a line, where it might open a fence.
        kept = f"x{kept[_open_in(line, limit) :]}"
    return f"{line.fence}\n{kept}" if line.fence else kept


class _Line(NamedTuple):
    start: int
    text: str
    fence: str
    """What opened the code that the line is in, if it is in any."""
    opener: re.Match[str] | None
    """Of a line that opens such code: its beginning."""

    @property
    def is_code(self) -> bool:
        return bool(self.fence or self.opener)


def _lines(text: str, limit: int) -> Iterator[_Line]:
    """Yield the lines of *text*; the last one may be empty."""
    fence = ""
    begin = 0
    for end in [*(match.end() for match in LINE_END_RE.finditer(text)), len(text)]:
        line = text[begin:end]
        match = _FENCE_RE.match(line, 0, min(limit, len(line)))
        if fence:
            yield _Line(begin, line, fence, None)
            if match and match[1].startswith(fence):
                fence = ""
        elif match and not (match[1][0] == "`" and _has_backtick(line, match, limit)):
            yield _Line(begin, line, "", match)
            fence = match[1]
        else:
            yield _Line(begin, line, "", None)
        begin = end


def _has_backtick(line: str, opener: re.Match[str], limit: int) -> bool:
    """Whether what follows the beginning of a fence shows that it is a code span."""
    begin = opener.end()
    return line.find("`", begin, min(begin + limit, len(line))) >= 0


def _open_in(line: _Line, limit: int) -> int:
    """Return where in the last line of a text it begins to depend on what follows."""
    size = len(line.text)
    if line.opener:
        is_open = line.opener[1][0] == "`" and size - line.opener.end() < limit
        return line.opener.start(1) if is_open else size
    if line.fence:
        return size
    # The last run of backticks may still become longer.
    body = line.text.rstrip("`")
    begin = max(size - limit + 1, 0)
    for span in [*code_spans(body, limit), Span(size, size)]:
        run = _RUN_RE.search(line.text, begin, max(begin, span.start))
        if run:
            return run.start()
        begin = max(begin, span.end)
    return size
