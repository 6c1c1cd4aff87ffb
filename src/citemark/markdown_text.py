"""The words of a Markdown text as a page shows them, line by line.

**Why** no parser: a source may be a megabyte of which three lines are cited, and every
line must stay where it is. What is odd enough to need a parser is rare in prose, and
what is taken for markup by mistake costs a link its exact place, nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from citemark.codespans import code_spans

_MARKDOWN_RE = re.compile(
    r"^ {0,3}(?:#{1,6} \S|`{3}|\|.*\|[ \t]*$)|\*\*\S|\]\((?:https?:|[/#.])",
    re.MULTILINE,
)
_FENCE_RE = re.compile(r"[\s>]*(`{3,}|~{3,})")
# Signs of a list, a quote or a heading. A page shows none of them as text, and where
# the text is no Markdown, the words after them are still there to be found.
_LEAD_RE = re.compile(
    r"\s*(?:(?:>|(?:[-*+\u2022]|[0-9]{1,9}[.)]|#{1,6})(?=\s))\s*)*"
    r"(?:\[[ xX]\]\s|\[\^[^\]\s]{1,40}\]:)?"
)
_HEADING_END_RE = re.compile(r"(?<=\s)#+\s*$")
_RULE_RE = re.compile(r"[\s|:=*_+-]*")
_DEFINITION_RE = re.compile(r"\s*\[[^\]\^][^\]]*\]:\s*\S")
_ESCAPE_RE = re.compile(r"\\([!-/:-@\[-`{-~])")
_TARGET = r"\([^()]*(?:\([^()]*\)[^()]*)?\)"
_IMAGE_RE = re.compile(rf"!\[[^\[\]]*\](?:{_TARGET}|\[[^\[\]]*\])")
_LINK_RE = re.compile(rf"\[([^\[\]]+)\](?:{_TARGET}|\[[^\[\]]*\])")
_FOOTNOTE_RE = re.compile(r"\[\^[^\[\]\s]+\]")
_AUTOLINK_RE = re.compile(r"<([a-z]+:[^<>\s]+|[^<>\s@]+@[^<>\s@]+)>")
_BREAK_RE = re.compile(r"<br\s{0,9}/?>", re.IGNORECASE)
_TAG_RE = re.compile(r"</?[A-Za-z][^<>]*>|<!--[^<>]*-->")
_STRIKE_RE = re.compile("~~")
_STARS_RE = re.compile(r"(?<=[^\s*])\*++|(?<!\*)\*++(?=\S)")
_UNDERSCORES_RE = re.compile(r"(?<!\w)_++|(?<!_)_++(?!\w)")
# Where punctuation that is no markup waits until the markup is gone.
_HIDDEN = {code: 0xF700 + code for code in range(0x21, 0x7F) if not chr(code).isalnum()}
_SHOWN = {hidden: code for code, hidden in _HIDDEN.items()}


def looks_like_markdown(text: str) -> bool:
    """Say whether *text* has a heading, a fence, a table, strong words or a link.

    >>> looks_like_markdown("See **this**."), looks_like_markdown("2 * 3 * 4")
    (True, False)
    """
    return _MARKDOWN_RE.search(text) is not None


def blocks_of(lines: Sequence[str], *, is_markdown: bool) -> Iterator[tuple[str, ...]]:
    """Yield, for each of *lines*, the pieces that no block of a page divides.

    They are not cleaned, and may be blank: cells of a table, or the whole line.

    >>> lines = ["# **Costs** #", "| a | `b|c` |", "[x](http://y) & <b>z</b>"]
    >>> list(blocks_of(lines, is_markdown=True))
    [('Costs ',), ('', ' a ', ' b|c ', ''), ('x & z',)]
    """
    fence = ""
    for line in lines:
        match = _FENCE_RE.match(line) if is_markdown else None
        if match and (not fence or match[1].startswith(fence)):
            fence = "" if fence else match[1]
            yield ()
        elif _RULE_RE.fullmatch(line):
            yield ()
        elif fence or not is_markdown:
            yield tuple(line[_end_of_lead(line) :].split("\t"))
        else:
            yield _pieces(line)


def _end_of_lead(line: str) -> int:
    match = _LEAD_RE.match(line)
    return match.end() if match else 0


def _pieces(line: str) -> tuple[str, ...]:
    """Return the pieces of a line of Markdown without their markup."""
    if _DEFINITION_RE.match(line):
        return ()
    text = _HEADING_END_RE.sub("", line[_end_of_lead(line) :])
    text = _ESCAPE_RE.sub(_hide_escape, _hide_code(text))
    text = _IMAGE_RE.sub("", text)
    text = _LINK_RE.sub(r"\1", _FOOTNOTE_RE.sub("", text))
    text = _TAG_RE.sub("", _BREAK_RE.sub("\t", _AUTOLINK_RE.sub(_hide_link, text)))
    text = _STRIKE_RE.sub("", text)
    for pattern in (_STARS_RE, _UNDERSCORES_RE):
        # One alone opens nothing.
        if len(pattern.findall(text)) > 1:
            text = pattern.sub("", text)
    if line.lstrip().startswith("|") or " | " in text:
        text = text.replace("|", "\t")
    return tuple(unescape(text).translate(_SHOWN).split("\t"))


def _hide_code(line: str) -> str:
    """Return *line* with its code spans as plain text."""
    pieces: list[str] = []
    at = 0
    for span in code_spans(line):
        code = span.of(line).strip("`")
        pieces += line[at : span.start], code.translate(_HIDDEN)
        at = span.end
    return "".join([*pieces, line[at:]])


def _hide_escape(match: re.Match[str]) -> str:
    return match[1].translate(_HIDDEN)


def _hide_link(match: re.Match[str]) -> str:
    return match[1].translate(_HIDDEN)
