"""What a reference does to its neighbours, among the children of one inline token.

It leaves the emphasis or link around it, the white space before it goes or moves
behind it, and what it leaves empty goes too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from markdown_it.token import Token

from citemark import codes
from citemark.document.inline import REF

OPENING = frozenset("([{\"'“‘«「『（")
"""Punctuation that belongs to the word after it."""
_CLOSED_TAG_RE = re.compile(r"<(/?)(a|code|pre|summary)\b", re.IGNORECASE)


def is_settled(children: Iterable[Token]) -> bool:
    """Say whether no reference has a span, a raw element or empty code to leave."""
    depth = 0
    for child in children:
        depth += child.nesting
        if child.type == REF:
            if depth:
                return False
        elif child.type == "html_inline" or "emptied" in child.meta:
            return False
    return True


def hoist(children: Iterable[Token], cites: Callable[[Token], bool]) -> list[Token]:
    """Return *children* with the references behind the outermost span around them."""
    result: list[Token] = []
    waiting: list[Token] = []
    stack: list[str] = []
    for child in children:
        if child.type == REF and stack and cites(child):
            link = "link_open" in stack
            child.meta["code"] = child.meta["code"] or (
                codes.MARKER_IN_LINK if link else codes.MARKER_IN_EMPHASIS
            )
            waiting.append(child)
            result.append(_GAP)
            continue
        stack = stack[: child.nesting] if child.nesting < 0 else stack
        result.append(child)
        if child.nesting > 0:
            stack = [*stack, child.type]
        elif not stack and waiting:
            result += waiting
            waiting = []
    return result + waiting


_GAP = Token("citation_gap", "", 0)
"""Stands where a reference left a span, until the spaces around it are settled."""


def settle_spaces(children: Sequence[Token]) -> list[Token]:
    """Return *children* with no white space before a reference or where one left.

    What separated two words still does: it moves behind the reference.
    """
    result: list[Token] = []
    at = 0
    while at < len(children):
        child = children[at]
        if child.type not in (REF, _GAP.type):
            result.append(child)
            at += 1
            continue
        run, at, between = _run_from(children, at)
        removed = _strip_end(result) or between
        result += [token for token in run if token is not _GAP]
        following = children[at] if at < len(children) else None
        if not result or (len(result) == len(run) and run[-1] is not _GAP):
            following = None if not removed else following
        if removed and following is not None and _needs_space(following):
            result.append(removed)
        elif not _is_printed(result) and following is not None:
            _strip_start(following)
    return result


def _run_from(
    children: Sequence[Token], at: int
) -> tuple[list[Token], int, Token | None]:
    """Return the references from *at* on that only spaces part, and where they end.

    The last of these spaces comes with them.
    """
    run: list[Token] = []
    end = at
    blank: Token | None = None
    between: Token | None = None
    while at < len(children):
        child = children[at]
        if child.type in (REF, _GAP.type):
            run.append(child)
            between = blank
            end = at = at + 1
        elif child.type == "text" and not child.content.strip(" \t"):
            blank = child if child.content else blank
            at += 1
        else:
            break
    return run, end, between


def _strip_end(tokens: list[Token]) -> Token | None:
    """Strip white space off the end of *tokens*; return a token of what it was."""
    removed: Token | None = None
    while tokens:
        last = tokens[-1]
        if last.type == "softbreak":
            removed = tokens.pop()
        elif last.type == "text" and last.content != (
            kept := last.content.rstrip(" \t")
        ):
            removed = removed or Token("text", "", 0, content=" ")
            if kept:
                tokens[-1] = last.copy(content=kept)
                break
            tokens.pop()
        else:
            break
    return removed


def _strip_start(token: Token) -> None:
    if token.type == "text":
        token.content = token.content.lstrip(" \t")


def _is_printed(tokens: Sequence[Token]) -> bool:
    """Whether anything but openings and gaps comes before this place of its span."""
    return bool(tokens) and tokens[-1].nesting <= 0


def _needs_space(token: Token) -> bool:
    """Whether *token* would be glued to the word before the reference."""
    if token.type == "text":
        return token.content[:1].isalnum() or token.content[:1] in OPENING
    if token.type == "html_inline":
        return not token.content.startswith("</")
    return token.nesting >= 0 and token.type not in ("softbreak", "hardbreak", REF)


def drop_empty(children: Iterable[Token]) -> list[Token]:
    """Drop code spans and containers that a marker's removal left empty."""
    result: list[Token] = []
    for child in children:
        if child.type == "code_inline" and child.meta.get("emptied"):
            continue
        if child.nesting < 0:
            opened = len(result)
            while opened and _is_void(result[opened - 1]):
                opened -= 1
            gaps = any(token is _GAP for token in result[opened:])
            if gaps and opened and result[opened - 1].nesting > 0:
                del result[opened - 1 :]
                result.append(_GAP)
                continue
        result.append(child)
    return result


def _is_void(token: Token) -> bool:
    return token is _GAP or (token.type == "text" and not token.content.strip(" \t"))


def leave_html(children: Sequence[Token]) -> list[Token]:
    """Return *children* with the references behind the raw element around them.

    Only elements count that may hold no reference, and only where they are closed.
    """
    result: list[Token] = []
    waiting: list[Token] = []
    depth = 0
    for child, step in zip(children, raw_nesting(children), strict=True):
        depth += step
        if depth and child.type == REF:
            child.meta["code"] = child.meta["code"] or codes.MARKER_IN_HTML
            waiting.append(child)
            result.append(_GAP)
            continue
        result.append(child)
        if step < 0:
            result += waiting
            waiting = []
    return result


def raw_nesting(children: Sequence[Token]) -> list[int]:
    """Return 1 for each raw tag that opens an element no reference may be in.

    And -1 for the tag that closes it, 0 for all else; of nested ones only the
    outermost counts.
    """
    steps = [0] * len(children)
    opened, name = -1, ""
    for index, child in enumerate(children):
        if child.type != "html_inline":
            continue
        tag = _CLOSED_TAG_RE.match(child.content)
        if tag is None:
            continue
        if not tag[1] and not name:
            opened, name = index, tag[2].lower()
        elif tag[1] and tag[2].lower() == name:
            steps[opened], steps[index], name = 1, -1, ""
    return steps


def note_shown_html(children: Iterable[Token]) -> None:
    """Note the references in what would be raw HTML, were it not shown as text."""
    for child in children:
        if child.type == REF and child.meta["code"] is None:
            child.meta["code"] = codes.MARKER_IN_HTML
