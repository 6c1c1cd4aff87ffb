"""Formulas between ``$$``: the plugin's rule, kept from looking for an end in vain.

At every ``$$`` that begins a line the plugin reads on to the end of the answer, so that
many without an end take quadratic time. The lines that could end a formula are noted
here once for each text, and the rule reads on only where one of them is in reach.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeAlias

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from citemark.document.dispatch import BlockRule
from citemark.document.env import EnvKey

_RULE = "math_block"
_OPENING = "$$"
# In a line that is read backwards: $$ ends it, or $$ and a label in parentheses.
_END_RE = re.compile(r"\s*(?:\)[^)$\r\n]+?\(\s*)?\$\$")
_Ends: TypeAlias = tuple[str, Sequence[int]]
ENDS: EnvKey[_Ends] = EnvKey("citemark.formula_ends")
"""A text, and the lines of it that could end a formula."""


def bound_formulas(md: MarkdownIt) -> None:
    """Make the plugin's rule for blocks, which *md* has, take linear time."""
    ruler = md.block.ruler
    rules = dict(zip(ruler.get_active_rules(), ruler.getRules(""), strict=True))
    ruler.at(_RULE, bounded(rules[_RULE]))


def bounded(rule: BlockRule) -> BlockRule:
    """Return what does the same as *rule*, which reads only lines that may matter."""

    def bounded_rule(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        at = state.bMarks[line] + state.tShift[line]
        if not state.src.startswith(_OPENING, at):
            return False
        ends = _ends(state)
        following = bisect_right(ends, line)
        if following == len(ends) or ends[following] >= end:
            # It can only end where it begins.
            end = line + 1
        return rule(state, line, end, silent)

    return bounded_rule


def _ends(state: StateBlock) -> Sequence[int]:
    """Return the lines that could end a formula, whatever quotes they are in.

    Whole lines will do: the signs of quotes, which may stand before a formula's later
    lines, hold no dollar sign.
    """
    known = ENDS.get(state.env)
    # ``env`` may be one that an earlier text left its lines in.
    if known is None or known[0] is not state.src:
        lines = enumerate(state.src.split("\n"))
        ends = [at for at, line in lines if _END_RE.match(line[::-1])]
        known = state.src, ends
        ENDS.put(state.env, known)
    return known[1]
