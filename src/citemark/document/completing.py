r"""What an unfinished line is shown as: as if its emphasis, code and links were closed.

Only for texts that are said to go on (`UNFINISHED`), and only in the last paragraph,
heading or cell that they have so far. It is a guess for the moment: nothing of it is
left when the line is finished. A bare URL at its end is no link yet, guess or not: it
would lead to another place than the one that is being written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from citemark.document.env import EnvKey

UNFINISHED: EnvKey[bool] = EnvKey("citemark.unfinished")
"""Filled where the text is the beginning of a longer one: shall it be completed?"""

_SPECIAL_RE = re.compile(r"\\.?|`+|\*+|_+|~+|!?\[|\]\(?|<", re.DOTALL)
_TICKS_RE = re.compile("`+")
_TAG_RE = re.compile(r"<[/!]?(?:[A-Za-z][^<>]*)?\Z")
# What begins and ends what nobody is shown.
_HIDDEN = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"))
_PARENTHESIS_RE = re.compile(r"\\.?|[()]", re.DOTALL)
_LONGEST_TAG, _LONGEST_WITH_VALUE, _LONGEST_HIDDEN = 40, 512, 512
_LONGEST_RUN = 3
# More that is open at once is no text of a person, and left as it is.
_MOST = 50
_LEAVES = frozenset({"inline", "html_block"})
_ENDED_BY_LINE = frozenset({"heading_open", "th_open", "td_open"})


@dataclass(frozen=True, slots=True)
class Completion:
    """On an inline token: its content as it is written, and as it is shown."""

    written: str
    shown: str

    @property
    def closing(self) -> str | None:
        """What was added to the content; None where more was done to it."""
        if not self.shown.startswith(self.written):
            return None
        return self.shown[len(self.written) :]


def complete_rule(state: StateCore) -> None:
    """Complete the last inline token or raw HTML of a text that is said to go on."""
    if not UNFINISHED.get(state.env):
        return
    token = _open_leaf(state)
    if token is None:
        return
    if token.type == "html_block":
        token.content = _without_open_tag(token.content)
        return
    written, token.content = token.content, completed(token.content)
    if token.content != written:
        token.meta["completion"] = Completion(written, token.content)


def unlink_rule(state: StateCore) -> None:
    """Make a bare URL that may go on the text that it was before `linkify`."""
    if UNFINISHED.get(state.env) is None or state.src[-1:].isspace():
        return
    token = _open_leaf(state)
    children = (token and token.children) or []
    at = len(children) - 1
    while at >= 0 and _may_be_within_url(children[at]):
        at -= 1
    if at >= 0 and children[at].markup == "linkify":
        del children[at], children[at - 2]


def _may_be_within_url(child: Token) -> bool:
    """Say whether *child*, behind a URL, shows nothing that ends it."""
    if child.type == "text":
        return not any(map(str.isspace, child.content))
    return child.nesting < 0 and child.markup != "linkify"


def _open_leaf(state: StateCore) -> Token | None:
    """Return the inline token, or the raw HTML, that is being written."""
    at = len(state.tokens) - 1
    while at > 0 and _is_passed(state.tokens[at]):
        at -= 1
    token = state.tokens[at] if at >= 0 else None
    if token is None or token.type not in _LEAVES or token.map is None:
        return None
    ended = token.type == "inline" and state.tokens[at - 1].type in _ENDED_BY_LINE
    return None if state.src.count("\n") >= token.map[1] + (not ended) else token


def _is_passed(token: Token) -> bool:
    """Say whether *token* is behind what is being written: an end, an empty cell."""
    empty = token.type == "inline" and not token.content
    return token.nesting < 0 or token.type == "td_open" or empty


def completed(content: str) -> str:
    """Return *content* with what it opens closed, and without what shows nothing yet.

    >>> completed("a **bold *word"), completed("run `make te"), completed("a **")
    ('a **bold *word***', 'run `make te`', 'a')
    >>> completed("see [the guide](https://exa"), completed("2 * 3 and snake_case")
    ('see the guide', '2 * 3 and snake_case')
    """
    return _Completion(content).run()


@dataclass(slots=True)
class _Opened:
    """A delimiter that waits for its partner; a bracket has no length."""

    at: int
    text: str
    length: int


@dataclass(slots=True)
class _Completion:
    content: str
    opened: list[_Opened] = field(default_factory=list)
    unused: int = 0
    """Characters of emphasis at the very end that have closed nothing."""

    def run(self) -> str:
        """Read the content from delimiter to delimiter."""
        content, at = self.content, 0
        while match := _SPECIAL_RE.search(content, at):
            end = self._after(match)
            if end is None or len(self.opened) > _MOST:
                break
            at = end
        if len(self.opened) > _MOST:
            return content
        return self._closed(match)

    def _after(self, match: re.Match[str]) -> int | None:
        """Return where to go on behind *match*; None: what it begins has no end."""
        first = match[0][0]
        if first == "`":
            return self._code_end(match)
        if first == "<":
            return _angle_end(self.content, match.start())
        if first == "]":
            return self._link_end(match)
        if first == "\\":
            # At the end, it would escape what is added.
            return match.end() if len(match[0]) > 1 else None
        if match[0][-1] == "[":
            self.opened.append(_Opened(match.start(), match[0], 0))
        else:
            self._run(match)
        return match.end()

    def _code_end(self, match: re.Match[str]) -> int | None:
        for end in _TICKS_RE.finditer(self.content, match.end()):
            if len(end[0]) == len(match[0]):
                return end.end()
        return None

    def _link_end(self, match: re.Match[str]) -> int | None:
        brackets = [at for at, it in enumerate(self.opened) if not it.length]
        if not brackets:
            return match.end()
        end: int | None = match.end()
        if match[0] == "](":
            end = _address_end(self.content, match.end())
        if end is not None:
            del self.opened[brackets[-1] :]
        return end

    def _run(self, match: re.Match[str]) -> None:
        """Close or open emphasis at a run of its characters."""
        content, start, end = self.content, match.start(), match.end()
        character, left = match[0][0], len(match[0])
        before, after = content[start - 1 : start] or " ", content[end : end + 1]
        begins_word = after.isalnum() and (character == "_" or not before.isalnum())
        if not (before.isspace() or begins_word):
            left = self._close(character, left)
        intraword = before.isalnum() and (character == "_" or left == 1)
        wanted = left in (1, 2) if character == "~" else left <= _LONGEST_RUN
        if not after:
            self.unused = left
        elif left and wanted and not after.isspace() and not intraword:
            self.opened.append(_Opened(end - left, character * left, left))

    def _close(self, character: str, length: int) -> int:
        """Close what *length* of *character* can; return how many are left."""
        while length:
            known = [at for at, it in enumerate(self.opened) if it.text[0] == character]
            if not known:
                break
            opened = self.opened[known[-1]]
            used = min(length, opened.length)
            length -= used
            opened.length -= used
            del self.opened[known[-1] + bool(opened.length) :]
        return length

    def _closed(self, cut: re.Match[str] | None) -> str:
        """Return the content with an end for all that is open.

        *cut* is what has no end itself: code gets one, all else goes.
        """
        content, code = self.content, ""
        if cut is None:
            content = content[: len(content) - self.unused]
        elif cut[0][0] == "`":
            code = content[cut.end() :].rstrip("`")
            code = f"{cut[0]}{code}{cut[0]}" if code.strip() else ""
            content = content[: cut.start()]
        else:
            content = content[: cut.start()]
        while self.opened and not (code or self._holds(self.opened[-1], content)):
            content = content[: self.opened.pop().at]
        closing = ""
        for opened in reversed(self.opened):
            closing += opened.text[: opened.length]
            if not opened.length:
                end = opened.at + len(opened.text)
                content = content[: opened.at] + content[end:]
        shown = content + code
        return shown.rstrip() + closing

    def _holds(self, opened: _Opened, content: str) -> bool:
        return bool(content[opened.at + len(opened.text) :].strip())


def _without_open_tag(content: str) -> str:
    """Return raw HTML without the tag or comment at its end that has no end itself."""
    at = content.find("<")
    while at >= 0:
        end = _angle_end(content, at)
        if end is None:
            return content[:at]
        at = content.find("<", end)
    return content


def _angle_end(content: str, at: int) -> int | None:
    """Return where to go on behind the ``<`` at *at*; None: what it begins is open."""
    rest = content[at : at + _LONGEST_HIDDEN + 1]
    for begin, end in _HIDDEN:
        if rest.startswith(begin):
            found = rest.find(end, 2)
            if found >= 0:
                return at + found + len(end)
            return None if len(rest) <= _LONGEST_HIDDEN else at + 1
        if begin.startswith(rest):
            return None
    tag = _TAG_RE.match(content, at)
    if tag is None:
        return at + 1
    valued = "=" in tag[0] or ":" in tag[0]
    longest = _LONGEST_WITH_VALUE if valued else _LONGEST_TAG
    return None if len(tag[0]) <= longest else at + 1


def _address_end(content: str, at: int) -> int | None:
    """Return the offset behind the parenthesis that closes a link's address."""
    depth = 1
    for match in _PARENTHESIS_RE.finditer(content, at):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    return None
