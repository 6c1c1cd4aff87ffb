"""The block parser of answers: nothing is lost when blocks are nested too deeply.

Upstream stops at ``maxNesting`` and drops what is deeper without a word: the text of a
list of depth 10 with the ``commonmark`` preset. Here 100 blocks may be nested, and what
is deeper becomes a paragraph and a finding.
"""

from __future__ import annotations

from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock

from citemark.document.env import EnvKey

MAX_BLOCKS = 100
TOO_DEEP: EnvKey[int] = EnvKey("citemark.too_deep")
"""Filled, when blocks were nested too deeply, with the length of the text."""


class DeepBlocks(ParserBlock):
    """A block parser with its own nesting limit. It adopts the rules of another."""

    def __init__(self, base: ParserBlock) -> None:
        """Take over the rules of *base*."""
        self.__dict__.update(base.__dict__)

    # The names are upstream's.
    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803
        """Generate tokens for the lines from *startLine* on."""
        rules = self.ruler.getRules("")
        line, empty = startLine, False
        while line < endLine:
            state.line = line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                break
            if state.level >= MAX_BLOCKS:
                _flatten(state, line, endLine)
                break
            for rule in rules:
                if rule(state, line, endLine, False):  # noqa: FBT003
                    break
            state.tight = not empty
            line = state.line
            if line - 1 < endLine and state.isEmpty(line - 1):
                empty = True
            if line < endLine and state.isEmpty(line):
                empty = True
                line += 1
                state.line = line


def _flatten(state: StateBlock, line: int, end: int) -> None:
    """Keep the remaining lines as the text of one paragraph."""
    TOO_DEEP.put(state.env, len(state.src))
    state.push("paragraph_open", "p", 1).map = [line, end]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(line, end, state.blkIndent, False).strip()  # noqa: FBT003
    inline.map = [line, end]
    inline.children = []
    state.push("paragraph_close", "p", -1)
    state.line = end
