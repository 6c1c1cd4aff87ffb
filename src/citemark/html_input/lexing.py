"""Divides HTML into tags, texts and what no reader sees, in linear time.

The pieces join to the text they were cut from. Tags end where the HTML standard ends
them (section 13.2.5); what is no complete tag is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["text", "open", "close", "raw", "hidden"]

_VOID = "area base br col embed hr img input link meta param source track wbr"
VOID = frozenset(_VOID.split())
"""Elements that hold nothing and have no end tag."""
# Every part is possessive, so that a match costs what it reads.
_ATTRIBUTE = (
    r"[\s/]*+(?P<name>[^\s/>][^\s/>=]*+)"
    r"(?:\s*+=\s*+(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'"
    r"|(?P<bare>(?![\"'])[^\s>]++))?+)?+"
)
_TAG_RE = re.compile(
    r"<(?P<slash>/?)(?P<tag>[A-Za-z][^\s/>]*+)"
    rf"(?:{re.sub('[?]P<[a-z]+>', '?:', _ATTRIBUTE)})*+[\s/]*+>"
)
_ATTRIBUTE_RE = re.compile(_ATTRIBUTE)
_NAME_RE = re.compile(r"<[^\s/>]*+")
_RAW = "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"
_RAW_END_RE = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _RAW}
_HIDDEN = (("<![CDATA[", "]]>"), ("<!--", "-->"), ("<!", ">"), ("<?", ">"))
_EMPTY_COMMENTS = ("<!-->", "<!--->")


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One piece of HTML: *html*, which begins at offset *start* of the whole.

    ``raw`` is what a script, style sheet, title or text area holds, ``hidden`` a
    comment or declaration. *name* is that of a tag's element, in lower case.
    """

    kind: Kind
    html: str
    start: int
    name: str = ""

    @property
    def end(self) -> int:
        """The offset right behind it."""
        return self.start + len(self.html)


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute as it is written: *value* begins at offset *start* of the whole."""

    name: str
    value: str
    start: int


def lex(html: str) -> Iterator[Lexeme]:
    """Yield the pieces of *html*."""
    missing: set[str] = set()
    position = done = 0
    while (position := html.find("<", position)) >= 0:
        found = _tag(html, position, missing) or _hidden(html, position, missing)
        if found is None:
            position += 1
            continue
        if done < position:
            yield Lexeme("text", html[done:position], done)
        yield found
        position = done = found.end
        ending = _RAW_END_RE.get(found.name) if found.kind == "open" else None
        if ending is not None:
            match = ending.search(html, done)
            position = match.start() if match else len(html)
            if done < position:
                yield Lexeme("raw", html[done:position], done)
            done = position
    if done < len(html):
        yield Lexeme("text", html[done:], done)


def attributes(tag: Lexeme) -> Iterator[Attribute]:
    """Yield the attributes of an opening tag."""
    name = _NAME_RE.match(tag.html)
    begin = name.end() if name else 0
    for match in _ATTRIBUTE_RE.finditer(tag.html, begin, len(tag.html) - 1):
        for group in ("double", "single", "bare"):
            if (value := match[group]) is not None:
                start = tag.start + match.start(group)
                yield Attribute(match["name"].lower(), value, start)


def _tag(html: str, at: int, missing: set[str]) -> Lexeme | None:
    if "tag" in missing:
        return None
    match = _TAG_RE.match(html, at)
    if match is None:
        if _begins_tag(html, at):
            # It goes on to the end of the text, as all others would from here on.
            missing.add("tag")
        return None
    kind: Kind = "close" if match["slash"] else "open"
    return Lexeme(kind, match[0], at, match["tag"].lower())


def _begins_tag(html: str, at: int) -> bool:
    letter = html[at + 1 : at + 3].removeprefix("/")[:1]
    return letter.isascii() and letter.isalpha()


def _hidden(html: str, at: int, missing: set[str]) -> Lexeme | None:
    """Return the comment or declaration at *at*; never search twice in vain."""
    for opening, ending in _HIDDEN:
        if html.startswith(opening, at):
            for empty in _EMPTY_COMMENTS:
                if html.startswith(empty, at):
                    return Lexeme("hidden", empty, at)
            if ending in missing:
                return None
            end = html.find(ending, at + len(opening))
            if end < 0:
                missing.add(ending)
                return None
            return Lexeme("hidden", html[at : end + len(ending)], at)
    return None
