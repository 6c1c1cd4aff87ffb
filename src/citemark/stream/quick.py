"""What a few more characters do to the open block, without parsing it again.

Most of an answer is words in a paragraph and lines in a code block, and most of what
comes next is more of the same. Where nothing else can come of it, the characters are
added to what is shown. `Quick.more` says None for all the rest, which is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from markdown_it.token import Token

from citemark.document.completing import Completion
from citemark.document.cutting import Lines
from citemark.document.document import Document
from citemark.options import Options
from citemark.render.escape import escape_text, without_controls
from citemark.stream.patches import closers

_WORDS_RE = re.compile(r"(?:[^\W_]|[ ,.?、。])+")
# A line that begins like this is a paragraph's, and goes on as one.
_BEGINS_RE = re.compile(r"[*_(\"“„«]{0,3}[^\W\d_]")
_ENDS_RE = re.compile(r"[^\W_]\Z|[,.?、。]\Z")
_CLOSING_RE = re.compile(r"\*{1,2}|_{1,2}|~~")
_CLOSING = frozenset({"strong_close", "em_close", "s_close"})
_CODE_END = "</code></pre>"


class Quick(Protocol):
    """A way to go on without a parse."""

    depth: int
    """Of the element that the HTML is added to: see `BlockPatch`."""

    def more(self, text: str) -> str | None:
        """Return the HTML that *text* adds; None: it has to be parsed."""
        ...


@dataclass(slots=True)
class Words:
    """More words at the end of a paragraph."""

    depth: int
    blanks: str
    """Spaces at its end, which are shown once a word follows."""

    def more(self, text: str) -> str | None:
        """Return *text*, where it is words."""
        if _WORDS_RE.fullmatch(text) is None:
            return None
        text = self.blanks + text
        shown = text.rstrip(" ")
        self.blanks = text[len(shown) :]
        return shown


@dataclass(slots=True)
class Code:
    """More lines in a fenced code block."""

    fence: str
    """What it begins with; what ends it begins with that too."""
    is_plain: Callable[[str], bool]
    """Says whether there is nothing of a marker in a text."""
    line: str | None
    """The last line while it is blank: it may become the end of the block.

    It is shown once something follows.
    """
    depth: int = 2

    def more(self, text: str) -> str | None:
        """Return *text*, where it is code for sure."""
        if not self.is_plain(text):
            return None
        first, *others = text.split("\n")
        if self.line is not None:
            others = [self.line + first, *others]
            text = self.line + text
        elif not others:
            return self._shown(text)
        if any(map(self.may_end, others)):
            return None
        self.line = others[-1] if _is_blank(others[-1]) else None
        return self._shown(text[: len(text) - len(self.line or "")])

    def may_end(self, line: str) -> bool:
        """Say whether *line* is the end of the block, or the beginning of that."""
        return set(line.strip(" \t\n")) == {self.fence[0]}

    @staticmethod
    def _shown(text: str) -> str:
        return without_controls(escape_text(text))


def quick_way(
    document: Document, html: str, options: Options, is_plain: Callable[[str], bool]
) -> Quick | None:
    """Return a way to go on behind *document*, if there is one.

    *html* is what it is shown as; *is_plain* says what has nothing of a marker in it.
    """
    lines = Lines(document)
    if not document.tokens or "\r" in lines.text or "\t" in lines.line(lines.complete):
        return None
    if document.tokens[-1].type == "fence":
        return _code(document.tokens[-1], lines, html, is_plain)
    if options.linkify or options.dollarmath:
        return None
    return _words(document.tokens, lines, html)


def _code(
    token: Token, lines: Lines, html: str, is_plain: Callable[[str], bool]
) -> Code | None:
    first, last = token.map or (0, 0)
    partial, ends = lines.line(lines.complete), closers(html)
    if not ends or not html.startswith(_CODE_END, ends[0]):
        return None
    blank = partial if _is_blank(partial) else None
    code = Code(token.markup, is_plain, blank, len(ends))
    shown = lines.complete + (not _is_blank(partial))
    is_open = last == shown and first < lines.complete
    if not is_open or (last > first + 1 and code.may_end(lines.line(last - 1))):
        return None
    # Only where lines are taken as they are: not indented, nor in another block.
    return code if lines.line(first).startswith(token.markup) else None


def _is_blank(line: str) -> bool:
    return not line.strip(" \t")


def _words(tokens: Sequence[Token], lines: Lines, html: str) -> Words | None:
    at = len(tokens) - 1
    while at > 0 and tokens[at].nesting < 0:
        at -= 1
    token = tokens[at]
    if token.type != "inline" or tokens[at - 1].type != "paragraph_open":
        return None
    if token.map is None or token.map[1] <= lines.complete:
        return None
    completion = token.meta.get("completion")
    written = completion.written if completion else token.content
    line, text = lines.line(lines.complete), _last_text(token, completion)
    content = written.rpartition("\n")[2]
    if text is None or not _BEGINS_RE.match(content) or not _ENDS_RE.search(text):
        return None
    shown, ends = line.rstrip(" "), closers(html)
    # Raw HTML around it may have moved it: into a table, only cells can be put.
    if not (shown.endswith(content) and ends and html.endswith(text[-1], 0, ends[0])):
        return None
    return Words(len(ends), line[len(shown) :])


def _last_text(token: Token, completion: Completion | None) -> str | None:
    """Return the text that *token* ends with, but for what completes it."""
    children = token.children or []
    closing = completion.closing if completion else ""
    if closing is None or any(child.type == "html_inline" for child in children):
        return None
    at = len(children) - 1
    for _ in _CLOSING_RE.findall(closing):
        if at < 0 or children[at].type not in _CLOSING:
            return None
        at -= 1
    last = children[at] if at >= 0 else None
    return last.content if last is not None and last.type == "text" else None
