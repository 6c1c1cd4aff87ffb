"""Which rules can match at a character: upstream's rules, tried only where they may.

markdown-it tries every rule at every stop, in order; most return at once because the
first character is not theirs. Sorting them by first character saves those calls and
changes nothing else. Rules that are not upstream's are tried everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from markdown_it import rules_block, rules_inline
from markdown_it.rules_block import StateBlock
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


_new_token = Token.__new__


def make_token(kind: str, tag: str, nesting: int, level: int, content: str) -> Token:
    """Return a token as ``Token(…)`` does, without the checks of its constructor."""
    token = _new_token(Token)
    token.type = kind
    token.tag = tag
    token.nesting = nesting  # type: ignore[assignment]
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
