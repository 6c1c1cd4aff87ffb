"""The block parser of answers: nothing is lost when blocks are nested too deeply.

Upstream stops at ``maxNesting`` and drops what is deeper without a word: the text of a
list of depth 10 with the ``commonmark`` preset. Here 100 blocks may be nested, and what
is deeper becomes a paragraph and a finding.
"""

from __future__ import annotations

from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from citemark.document.dispatch import (
    BLOCK_TRIGGERS,
    UNLIKELY,
    BlockRule,
    BlockRuler,
    by_character,
    first_character,
    make_token,
)
from citemark.document.env import Env, EnvKey

Dispatch = tuple[dict[str, tuple[BlockRule, ...]], tuple[BlockRule, ...]]
MAX_BLOCKS = 100
TOO_DEEP: EnvKey[int] = EnvKey("citemark.too_deep")
"""Filled, when blocks were nested too deeply, with the length of the text."""


class QuickState(StateBlock):
    """Upstream's block state, with tokens made faster."""

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Push a new token."""
        if nesting < 0:
            self.level -= 1
        token = make_token(ttype, tag, nesting, self.level, "")
        token.block = True
        if nesting > 0:
            self.level += 1
        self.tokens.append(token)
        return token


class DeepBlocks(ParserBlock):
    """A block parser with its own nesting limit. It adopts the rules of another."""

    def __init__(self, base: ParserBlock) -> None:
        """Take over the rules of *base*."""
        self.__dict__.update(base.__dict__)
        self.ruler = BlockRuler(base.ruler)
        self._sorted: tuple[Dispatch, Dispatch] | None = None
        self._of: object = None

    def _rules(self) -> tuple[Dispatch, Dispatch]:
        """Return the rules in use, by first character: for any line, and a lone one."""
        rules = self.ruler.getRules("")
        if self._sorted is None or self._of is not rules:
            self._sorted, self._of = (
                (
                    by_character(rules, BLOCK_TRIGGERS),
                    by_character(rules, BLOCK_TRIGGERS, skip=UNLIKELY),
                ),
                rules,
            )
        return self._sorted

    def parse(
        self,
        src: str,
        md: MarkdownIt,
        env: Env,
        outTokens: list[Token],  # noqa: N803 - the name is upstream's
    ) -> list[Token] | None:
        """Parse *src* into *outTokens*."""
        if not src:
            return None
        state = QuickState(src, md, env, outTokens)
        self.tokenize(state, state.line, state.lineMax)
        return state.tokens

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - the name is upstream's
        """Generate tokens for the lines from *startLine* on."""
        any_rules, lone_rules = self._rules()
        line, empty = startLine, False
        while line < endLine:
            state.line = line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                break
            if state.level >= MAX_BLOCKS:
                _flatten(state, line, endLine)
                break
            lone = state.isEmpty(line + 1) and not state.is_code_block(line)
            table, others = lone_rules if lone else any_rules
            rules = table.get(first_character(state, line), others)
            for rule in rules:  # pragma: no branch - one takes any line: a paragraph
                if rule(state, line, endLine, False):  # noqa: FBT003 - upstream's signature
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
    """Keep the remaining lines of the block as the text of one paragraph."""
    TOO_DEEP.put(state.env, len(state.src))
    limit, end = end, line + 1
    while end < limit and (state.isEmpty(end) or state.sCount[end] >= state.blkIndent):
        end += 1
    state.push("paragraph_open", "p", 1).map = [line, end]
    inline = state.push("inline", "", 0)
    inline.content = state.getLines(line, end, state.blkIndent, False).strip()  # noqa: FBT003 - upstream's signature
    inline.map = [line, end]
    inline.children = []
    state.push("paragraph_close", "p", -1)
    state.line = end
