"""The end of a growing text that could still become something quite different.

``-`` under a line makes it a heading, and a list item with the next character; a row of
cells is a paragraph until the row of dashes below it. Readers are shown such a line one
moment later instead of seeing it jump.
"""

from __future__ import annotations

import re

# A line of nothing but signs, or with what may become the number of an item.
_SIGNS_RE = re.compile(
    r"[ \t]*+(?:[-+*_=~`#>][ \t]*+)*+(?:\d{1,9}[.)]?|\[[ xX]?\]?)?[ \t]*+\Z"
)
# The head of a table, before its row of dashes is complete.
_HEAD_RE = re.compile(r"\n*\|[^\n]*(?:\n[|:\- \t]*)?\Z")
_FENCE_RE = re.compile(r"^ {0,3}(`{3,}|~{3,})([^\n]*)$", re.MULTILINE)
_LONGEST = 1_000


def decided(text: str) -> int:
    r"""Return how much of *text* to show, while more of it is to come.

    >>> decided("Title\n--"), decided("Title\n- a"), decided("1"), decided("| a |\n|-")
    (6, 9, 0, 0)
    """
    line = text.rfind("\n") + 1
    if fence := _open_fence(text[:line]):
        # Lines of code are as they are, but for the one that may end it.
        return line if set(text[line:].strip(" ")) == {fence} else len(text)
    end = line if _SIGNS_RE.match(text, line) else len(text)
    blank = text.rfind("\n\n", 0, end)
    start = blank + 2 if blank >= 0 else 0
    if len(text) - start <= _LONGEST and _HEAD_RE.match(text[start:]):
        return start
    return end


def _open_fence(text: str) -> str | None:
    """Return the character of the fence that *text* leaves open, if it does."""
    fence = ""
    for match in _FENCE_RE.finditer(text):
        if not fence:
            if "`" not in match[2] or match[1][0] != "`":
                fence = match[1]
        elif match[1].startswith(fence) and not match[2].strip():
            fence = ""
    return fence[:1] or None
