"""The inline parser of texts with placeholders: tokens, emphasis, nothing swallowed.

**Emphasis beside a marker.** ``**Claim.**`` and a marker shows its stars in plain
markdown-it: the marker's first character counts as a letter. A placeholder must be
invisible to the flanking rules instead, and as it cannot be removed, both questions
are asked separately: for *may open*, a placeholder on the left counts as punctuation
and one on the right as a letter; for *may close*, the reverse. Texts without a
placeholder beside the run use upstream's own rule.

**Swallowed markers.** A rule that consumes a placeholder without showing it (a code
span, a link's title, an image) leaves it behind its own tokens, so no ordinal is lost.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from markdown_it import MarkdownIt, rules_inline
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token

from citemark import codes
from citemark.diagnostic import Code
from citemark.document.dispatch import INLINE_TRIGGERS, InlineTable, make_token
from citemark.document.env import Env
from citemark.document.layout import CANDIDATES, LAYOUT, Layout

REF = "citation_ref"
_SWALLOWED_BY = {
    "code_inline": codes.MARKER_IN_CODE_SPAN,
    "image": codes.MARKER_IN_IMAGE,
    "html_inline": codes.MARKER_IN_HTML,
    "link_open": codes.MARKER_IN_URL,
    "math_inline": codes.MARKER_IN_MATH,
    "math_inline_double": codes.MARKER_IN_MATH,
}
_TRIGGERS: dict[object, str] = dict(INLINE_TRIGGERS)
_WIDE = frozenset("WF")
# Upstream's rules that do nothing without a delimiter.
_PAIR_RULES = frozenset(
    {
        rules_inline.link_pairs,
        rules_inline.strikethrough.postProcess,
        rules_inline.emphasis.postProcess,
    }
)


class CitationState(StateInline):
    """Inline state of a text with placeholders, or with CJK-friendly emphasis."""

    def __init__(
        self,
        src: str,
        md: MarkdownIt,
        env: Env,
        tokens: list[Token],
        *,
        layout: Layout | None,
        cjk: bool,
        places: dict[int, tuple[int, int]] | None = None,
    ) -> None:
        """Keep, next to upstream's state, the layout and where tokens are recorded.

        *places* maps the id of a token to where it begins and ends in *src*.
        """
        super().__init__(src, md, env, tokens)
        self.opener = layout.opener if layout else ""
        self.closer = layout.closer if layout else ""
        self.layout = layout
        self.cjk = cjk
        self.places = places

    def pushPending(self) -> Token:  # noqa: N802 - the name is upstream's
        """Flush the literal text so far into a token."""
        buffer = self._pending_buffer
        text = self._pending + "".join(buffer)
        token = make_token("text", "", 0, self.pendingLevel, text)
        self.tokens.append(token)
        self._pending = ""
        buffer.clear()
        return token

    def has_pending(self) -> bool:
        """Say whether there is literal text to flush, faster than ``pending`` does."""
        return bool(self._pending_buffer or self._pending)

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        """Push a new token, as upstream does."""
        if self._pending_buffer or self._pending:
            self.pushPending()
        opened: dict[str, Any] | None = None
        if nesting < 0:
            self.level -= 1
            self.delimiters = self._prev_delimiters.pop()
        token = make_token(ttype, tag, nesting, self.level, "")
        if nesting > 0:
            self.level += 1
            self._prev_delimiters.append(self.delimiters)
            self.delimiters = []
            opened = {"delimiters": self.delimiters}
        self.pendingLevel = self.level
        self.tokens.append(token)
        self.tokens_meta.append(opened)
        return token

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803 - the name is upstream's
        """Decide whether the run of delimiters at *start* may open and close."""
        end = start + 1
        while end < self.posMax and self.src[end] == self.src[start]:
            end += 1
        last = self.src[start - 1] if start > 0 else " "
        following = self.src[end] if end < self.posMax else " "
        left, right = _neighbour(last, self.cjk), _neighbour(following, self.cjk)
        opens_left = closes_left = left
        opens_right = closes_right = right
        if last == self.closer:
            opens_left, closes_left = _PUNCTUATION, _LETTER
        if marker_after := following == self.opener:
            opens_right, closes_right = _LETTER, _PUNCTUATION

        can_open, _ = _roles(opens_left, opens_right, canSplitWord)
        _, can_close = _roles(closes_left, closes_right, canSplitWord)
        if marker_after and not left.space and not left.punctuation:
            can_open = can_open and not self._space_beyond(end)
        return Scanned(can_open, can_close, end - start)

    def _space_beyond(self, at: int) -> bool:
        """Whether white space, or nothing, comes after the placeholders at *at*."""
        while at < self.posMax and self.src[at] == self.opener:
            at = self.src.index(self.closer, at) + 1
        return at >= self.posMax or isWhiteSpace(ord(self.src[at]))


class _Neighbour(NamedTuple):
    """What stands beside a delimiter run, as CommonMark's flanking rules see it."""

    space: bool
    punctuation: bool
    wide: bool


_PUNCTUATION = _Neighbour(space=False, punctuation=True, wide=False)
_LETTER = _Neighbour(space=False, punctuation=False, wide=False)


@lru_cache(1_024)
def _neighbour(character: str, cjk: bool) -> _Neighbour:
    return _Neighbour(
        space=isWhiteSpace(ord(character)),
        punctuation=isMdAsciiPunct(ord(character)) or isPunctChar(character),
        wide=cjk and unicodedata.east_asian_width(character) in _WIDE,
    )


@lru_cache(256)
def _roles(left: _Neighbour, right: _Neighbour, split: bool) -> tuple[bool, bool]:
    """Return whether a run between the two may open and close; *split*: in a word."""
    flanks_left = not right.space and (
        not right.punctuation or left.space or left.punctuation or left.wide
    )
    flanks_right = not left.space and (
        not left.punctuation or right.space or right.punctuation or right.wide
    )
    return (
        flanks_left and (split or not flanks_right or left.punctuation),
        flanks_right and (split or not flanks_left or right.punctuation),
    )


class CitationInline(ParserInline):
    """An inline parser that knows placeholders. It adopts the rules of another."""

    def __init__(self, base: ParserInline, *, cjk: bool = False) -> None:
        """Take over the rules and terminators of *base*."""
        self.__dict__.update(base.__dict__)
        self.cjk = cjk
        self._inline_table: InlineTable | None = None

    def _table(self) -> InlineTable:
        """Return the dispatch table of the rules in use."""
        rules = self.ruler.getRules("")
        table = self._inline_table
        if table is None or table.rules is not rules:
            table = InlineTable(rules, _TRIGGERS, self.terminator_re)
            self._inline_table = table
        return table

    def parse(
        self, src: str, md: MarkdownIt, env: Env, tokens: list[Token]
    ) -> list[Token]:
        """Parse *src* into *tokens*, by upstream's own loop where nothing is ours."""
        table = self._table()
        if not table.others and table.search(src) is None:
            if src:
                tokens.append(make_token("text", "", 0, 0, src))
            return tokens
        layout = LAYOUT.get(env)
        if layout is not None and layout.opener not in src:
            layout = None
        return self._run(
            CitationState(src, md, env, tokens, layout=layout, cjk=self.cjk)
        )

    def located(
        self, src: str, md: MarkdownIt, env: Env
    ) -> tuple[list[Token], dict[int, tuple[int, int]]]:
        """Parse *src* and record where in it each token begins and ends."""
        places: dict[int, tuple[int, int]] = {}
        state = CitationState(
            src, md, env, [], layout=LAYOUT.get(env), cjk=self.cjk, places=places
        )
        return self._run(state), places

    def _run(self, state: CitationState) -> list[Token]:
        self.tokenize(state)
        paired = bool(state.delimiters) or any(state.tokens_meta)
        for rule in self.ruler2.getRules(""):
            if paired or rule not in _PAIR_RULES:
                rule(state)
        return state.tokens

    def tokenize(self, state: StateInline) -> None:
        """Generate tokens up to ``state.posMax``."""
        if not isinstance(state, CitationState):
            super().tokenize(state)
            return
        table = self._table()
        search, rules_at, others = table.search, table.table.get, table.others
        source, end, tokens = state.src, state.posMax, state.tokens
        append, recorded = state.append_pending, state.places is not None
        deepest = state.md.options["maxNesting"]
        while (begin := state.pos) < end:
            # Too deep, it is nothing but text.
            match = search(source, begin, end) if state.level < deepest else None
            stop = match.start() if match else end
            if stop > begin:
                append(source[begin:stop])
                state.pos = begin = stop
                if stop == end:
                    break
            known = len(tokens)
            pending = state.has_pending() if recorded else False
            for rule in rules_at(source[begin], others):
                if rule(state, False):  # noqa: FBT003 - upstream's signature
                    if len(tokens) > known and (recorded or state.layout):
                        self._account(state, begin, known, pending=pending)
                    break
            else:
                append(source[begin])
                state.pos = begin + 1
        if state.has_pending():
            state.pushPending()

    def _account(
        self, state: CitationState, begin: int, known: int, *, pending: bool
    ) -> None:
        """Record the new tokens, and show the ordinals that they swallowed."""
        if state.places is not None:
            first = known + (pending and len(state.tokens) > known + 1)
            _record(state.places, state.tokens[first:], begin, state.pos)
        layout, end = state.layout, state.pos
        if layout is None or state.src.find(layout.opener, begin, end) < 0:
            return
        fresh = state.tokens[known:]
        if fresh[-1].type == REF:
            return
        shown = {token.meta["ordinal"] for token in fresh if token.type == REF}
        code = _swallower(fresh)
        for ordinal in layout.ordinals(state.src[begin:end]):
            if ordinal not in shown:
                push_ref(state, ordinal, code)
                if state.places is not None:
                    state.places[id(state.tokens[-1])] = end, end


def _swallower(tokens: list[Token]) -> Code:
    return next(
        (_SWALLOWED_BY[token.type] for token in tokens if token.type in _SWALLOWED_BY),
        codes.MARKER_BREAKS_BLOCK,
    )


def _record(
    places: dict[int, tuple[int, int]], tokens: list[Token], begin: int, end: int
) -> None:
    """Record the tokens one rule made of the characters from *begin* to *end*."""
    if all(token.type == "text" for token in tokens):
        # A run of delimiters: one token for each, or for each pair of tildes.
        for token in tokens:
            places[id(token)] = begin, begin + len(token.content)
            begin += len(token.content)
        return
    places.setdefault(id(tokens[0]), (begin, end))
    places.setdefault(id(tokens[-1]), (begin, end))


def push_ref(state: StateInline, ordinal: int, code: Code | None = None) -> None:
    """Push the token of marker number *ordinal*; *code* says what it was inside of."""
    token = state.push(REF, "", 0)
    token.meta = {"ordinal": ordinal, "code": code}


def placeholder_rule(state: StateInline, silent: bool) -> bool:
    r"""Turn a placeholder into a token; keep ``\`` before one from eating it."""
    layout = LAYOUT.get(state.env)
    if layout is None:
        return False
    if state.src.startswith(f"\\{layout.opener}", state.pos):
        if not silent:
            state.append_pending("\\")
        state.pos += 1
        return True
    match = layout.placeholder.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        push_ref(state, int(match[1]))
    state.pos = match.end()
    return True


_TRIGGERS[placeholder_rule] = "\\" + CANDIDATES
