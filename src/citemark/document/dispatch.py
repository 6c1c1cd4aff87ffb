"""Which rules can match at a character: upstream's rules, tried only where they may.

markdown-it tries every rule at every stop, in order; most return at once because the
first character is not theirs. Sorting them by first character saves those calls and
changes nothing else. Rules that are not upstream's are tried everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from markdown_it import helpers, rules_block, rules_core, rules_inline
from markdown_it.ruler import Ruler
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

Rule = TypeVar("Rule", bound=Callable[..., bool])
BlockRule = Callable[[StateBlock, int, int, bool], bool]

INLINE_TRIGGERS: Mapping[object, str] = {
    rules_inline.newline: "\n",
    rules_inline.escape: "\\",
    rules_inline.backtick: "`",
    rules_inline.strikethrough.tokenize: "~",
    rules_inline.emphasis.tokenize: "*_",
    rules_inline.link: "[",
    rules_inline.image: "!",
    rules_inline.autolink: "<",
    rules_inline.html_inline: "<",
    rules_inline.entity: "&",
    rules_inline.linkify: ":",
}
BLOCK_TRIGGERS: Mapping[object, str] = {
    rules_block.fence: "`~",
    rules_block.blockquote: ">",
    rules_block.hr: "*-_",
    rules_block.list_block: "*-+0123456789",
    rules_block.reference: "[",
    rules_block.html_block: "<",
    rules_block.heading: "#",
}
# Rules that need a line below, or an indented one.
UNLIKELY = frozenset({rules_block.table, rules_block.code, rules_block.lheading})


def by_character(
    rules: Iterable[Rule], triggers: Mapping[object, str], skip: Iterable[object] = ()
) -> tuple[dict[str, tuple[Rule, ...]], tuple[Rule, ...]]:
    """Return the rules to try for each trigger character, and those for any other."""
    kept = [rule for rule in rules if rule not in skip]
    table = {
        character: tuple(
            rule for rule in kept if character in triggers.get(rule, character)
        )
        for character in "".join(triggers.get(rule, "") for rule in kept)
    }
    return table, tuple(rule for rule in kept if rule not in triggers)


class InlineTable:
    """The dispatch table of one list of inline rules."""

    def __init__(
        self,
        rules: Sequence[Callable[..., bool]],
        triggers: Mapping[object, str],
        terminators: re.Pattern[str],
    ) -> None:
        """Sort *rules*; without foreign ones only trigger characters stop the scan."""
        self.rules = rules
        self.table, self.others = by_character(
            rules, triggers, skip=(rules_inline.text,)
        )
        if not self.others:
            # ``]`` ends a link's label: upstream's link rule looks for it by skipping.
            stops = "".join([*self.table, "]"])
            terminators = re.compile(f"[{re.escape(stops)}]")
        self.search = terminators.search


class BlockRuler(Ruler[BlockRule]):
    """The ruler of a block parser; it adopts the rules of another.

    The rules that may end a paragraph, a list or a quote are asked at every line of
    it. Here they are one rule, which asks those that the line's first character calls.
    """

    def __init__(self, base: Ruler[BlockRule]) -> None:
        """Take over the rules of *base*."""
        self.__dict__.update(base.__dict__)
        self.__cache__ = None

    def __compile__(self) -> None:
        """Sort the rules of each chain, as upstream does, and join them."""
        super().__compile__()
        self.__cache__ = {
            chain: [_joined(rules)] if chain and rules else rules
            for chain, rules in (self.__cache__ or {}).items()
        }


def _joined(rules: Sequence[BlockRule]) -> BlockRule:
    """Return one rule that does what *rules* do, tried in order."""
    table, others = by_character(rules, BLOCK_TRIGGERS)

    def joined(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        for rule in table.get(first_character(state, line), others):
            if rule(state, line, end, silent):
                return True
        return False

    return joined


def first_character(state: StateBlock, line: int) -> str:
    """Return the first character of a line that is no white space."""
    at = state.bMarks[line] + state.tShift[line]
    return state.src[at] if at < len(state.src) else ""


def normalize(state: StateCore) -> None:
    """Run upstream's rule on texts that it changes."""
    if "\r" in state.src or "\0" in state.src:
        rules_core.normalize(state)


class _Destination(NamedTuple):
    ok: bool
    pos: int
    str: str


# Nothing in it is escaped or nested.
_PLAIN_ADDRESS_RE = re.compile(r"[^\x00-\x20\x7f()\\&<]+(?=[\x00-\x20\x7f)]|\Z)")


def parse_link_destination(text: str, at: int, end: int) -> _Destination:
    """Read a link's address as upstream does, one of the plainest kind at once."""
    if plain := _PLAIN_ADDRESS_RE.match(text, at, end):
        return _Destination(ok=True, pos=plain.end(), str=plain[0])
    found = helpers.parseLinkDestination(text, at, end)
    return _Destination(found.ok, found.pos, found.str)


_new_token = Token.__new__


def make_token(kind: str, tag: str, nesting: int, level: int, content: str) -> Token:
    """Return a token as ``Token(…)`` does, without the checks of its constructor."""
    token = _new_token(Token)
    token.type = kind
    token.tag = tag
    token.nesting = nesting  # type: ignore[assignment] # upstream's literals
    token.attrs = {}
    token.map = None
    token.level = level
    token.children = None
    token.content = content
    token.markup = ""
    token.info = ""
    token.meta = {}
    token.block = False
    token.hidden = False
    return token
