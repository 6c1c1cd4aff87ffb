"""Takes out references that show nothing, and the blocks they leave empty."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from citemark.document.inline import REF
from citemark.document.layout import Layout

CLOSING = frozenset(".,)]}…。，、！？；：）」』")
"""Punctuation that belongs to the word before it, in every language.

French has a space before ``; : ! ?``, so these keep theirs.
"""
_BLOCKS = frozenset(
    {"paragraph", "heading", "list_item", "bullet_list", "ordered_list", "blockquote"}
)


@dataclass(slots=True)
class Pruned:
    """What is left to print, and the lines (0-based, half-open) of what is not."""

    tokens: list[Token] = field(default_factory=list)
    removed: list[tuple[int, int]] = field(default_factory=list)


def prune(
    tokens: Sequence[Token], is_shown: Callable[[int], bool], layout: Layout | None
) -> Pruned:
    """Return *tokens* without the references for which *is_shown* says no.

    A paragraph, heading, list item, list or quote that held nothing else goes too.
    """
    pruned = Pruned()
    if layout is None:
        pruned.tokens = list(tokens)
        return pruned
    emptied: list[bool] = [False]
    for token in tokens:
        if token.nesting > 0:
            emptied.append(False)
        elif token.nesting < 0:
            gone = emptied.pop()
            if gone and _closes_nothing(pruned.tokens, token):
                opened = pruned.tokens.pop()
                if opened.map:
                    pruned.removed.append((opened.map[0], opened.map[1]))
                emptied[-1] = True
                continue
        elif token.type == "inline":
            kept = _inline(token, is_shown, layout)
            if kept is None:
                emptied[-1] = True
                continue
            pruned.tokens.append(kept)
            continue
        elif token.type == "html_block" and layout.opener in token.content:
            token = _html(token, is_shown, layout)  # noqa: PLW2901 - a copy takes its place
        pruned.tokens.append(token)
    return pruned


def _closes_nothing(tokens: Sequence[Token], closing: Token) -> bool:
    name = closing.type.removesuffix("_close")
    return name in _BLOCKS and bool(tokens) and tokens[-1].type == f"{name}_open"


def _html(token: Token, is_shown: Callable[[int], bool], layout: Layout) -> Token:
    content = layout.placeholder.sub(
        lambda match: match[0] if is_shown(int(match[1])) else "", token.content
    )
    return token.copy(content=content)


def _inline(
    token: Token, is_shown: Callable[[int], bool], layout: Layout
) -> Token | None:
    """Return *token* without its unshown references; None when nothing is left."""
    children = token.children or []
    kept: list[Token] = []
    dropped = False
    for child in children:
        if child.type == REF and not is_shown(child.meta["ordinal"]):
            dropped = True
            continue
        if dropped and child.type == "text":
            rest = child.content.lstrip(" \t")
            if rest[:1] in CLOSING:
                child = child.copy(content=rest)  # noqa: PLW2901 - a copy takes its place
        dropped = False
        kept.append(child)
    had_marker = len(kept) != len(children) or (
        not children and layout.opener in token.content
    )
    if not had_marker:
        return token
    if children and children[0].type == REF and kept and kept[0].type == "text":
        kept[0] = kept[0].copy(content=kept[0].content.lstrip())
    if all(_is_blank(child) for child in kept):
        return None
    return token.copy(children=kept)


def _is_blank(token: Token) -> bool:
    return token.type == "softbreak" or (
        token.type == "text" and not token.content.strip()
    )
