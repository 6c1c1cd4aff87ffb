"""What the safety policy refuses, with its exact place in the answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from markdown_it.token import Token

from citemark import codes
from citemark.diagnostic import Code, Finding
from citemark.document.document import Document
from citemark.document.locate import Locator
from citemark.document.policy import image_text, judge_image, link_target
from citemark.document.splice import Cover
from citemark.options import Options
from citemark.spans import Span

_TAG_RE = re.compile(r"<(?:(/?)([A-Za-z][A-Za-z0-9-]*)([^<>]*)>|[!?/]|[A-Za-z])")
# A backslash keeps a bracket from opening anything, but not everywhere a tag.
_OPENING_RE = re.compile(r"\\[^<]|\[|<(?=[A-Za-z/!?])|:(?=//)")
_WINDOW = 256
_CODE_BLOCKS = frozenset({"fence", "code_block"})
_BREAKS = frozenset({"softbreak", "hardbreak"})
_VOID = frozenset({"br", "hr", "wbr"})
# Tags that change no layout and cannot swallow what comes after them for long.
_HARMLESS = frozenset(
    {"br", "wbr", "sub", "sup", "kbd", "mark", "b", "i", "em", "strong", "small"}
    | {"del", "ins", "s", "u", "q", "abbr", "var", "samp"}
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refused stretch ``source[start:end]``, and what makes it harmless.

    It becomes the plain ``words``, which may be linked to ``target`` if it is an image.
    Where ``words`` is None it stays, but the characters at ``escaped`` open nothing.
    """

    code: Code
    start: int
    end: int
    words: str | None = None
    target: str | None = None
    escaped: tuple[int, ...] = ()


def find_refusals(document: Document, options: Options) -> list[Refusal]:
    """Return what *options* refuse of *document*, in order of place."""
    if options.trusted:
        return []
    finder = _Finder(document, options)
    return sorted(finder.run(), key=lambda refusal: refusal.start)


def refusal_findings(
    refusals: Sequence[Refusal], allowed_tags: AbstractSet[str], source: str
) -> list[Finding]:
    """Return findings for what a reader will miss; *allowed_tags* stay in HTML."""
    findings = []
    for refusal in refusals:
        if refusal.code is codes.RAW_HTML_REFUSED:
            match = _TAG_RE.match(source, refusal.start)
            name = match[2].lower() if match and match[2] else ""
            if not name or name in allowed_tags or match is None or match[1]:
                continue
            message = f"Unexpected HTML element <{name[:20]}>, it is not shown"
        elif refusal.code is codes.IMAGE_REFUSED:
            message = "Unexpected image, it is not fetched but linked to"
        else:
            message = "Unexpected link target, only its text is shown"
        findings.append(Finding(refusal.code, message, refusal.start, refusal.end))
    return findings


def openings(text: str, start: int = 0, end: int | None = None) -> tuple[int, ...]:
    """Return the offsets of all that could begin a tag, a link or an image."""
    found = _OPENING_RE.finditer(text, start, len(text) if end is None else end)
    return tuple(match.start() for match in found if match[0][0] != "\\")


class _Finder:
    def __init__(self, document: Document, options: Options) -> None:
        self.document = document
        self.options = options
        self.locator = Locator(document)
        self._lines: set[tuple[Code, Span]] = set()

    def run(self) -> Iterator[Refusal]:
        """Yield the refusals, token by token."""
        shows_html = self.options.raw_html == "escape"
        tags = self._block_tags() if shows_html else []
        for token in self.document.tokens:
            if token.type == "html_block":
                tags += self._tags(self.locator.lines(token))
            elif token.type == "inline":
                if shows_html and "<" in token.content:
                    tags += self._shown_tags(token)
                for refusal in self._inline(token):
                    if refusal.code is codes.RAW_HTML_REFUSED:
                        tags.append(refusal)
                    else:
                        yield refusal
        # Where places are not certain, cells name the tags of their whole row.
        unique = {tag.start: tag for tag in tags}
        yield from self._unsafe_tags([unique[start] for start in sorted(unique)])

    def _tags(self, lines: Span) -> list[Refusal]:
        found = _TAG_RE.finditer(self.document.source, lines.start, lines.end)
        return [_tag(Span(*match.span())) for match in found]

    def _shown_tags(self, token: Token) -> list[Refusal]:
        """Return the tags of a token that was read without raw HTML, code aside."""
        code = Cover(
            span
            for child, span in self.locator.children(token)
            if child.type == "code_inline" or child.markup == "autolink"
        )
        return [
            tag
            for tag in self._tags(self.locator.lines(token))
            if not code.holds(Span(tag.start, tag.start + 1))
        ]

    def _block_tags(self) -> list[Refusal]:
        """Return the tags that would begin a block of raw HTML, code blocks aside.

        They end what is around them, were it a code span or a definition.
        """
        code = Cover(
            self.locator.lines(token)
            for token in self.document.tokens
            if token.type in _CODE_BLOCKS
        )
        return [
            tag
            for tag in self._tags(Span(0, len(self.document.source)))
            if self._begins_line(tag.start)
            and not code.holds(Span(tag.start, tag.start + 1))
        ]

    def _begins_line(self, at: int) -> bool:
        before = self.document.source[max(0, at - _WINDOW) : at].rstrip(" \t>")
        return before[-1:] in ("", "\r", "\n")

    def _unsafe_tags(self, tags: Sequence[Refusal]) -> Sequence[Refusal]:
        """Return the tags that are not harmless, or have no partner."""
        if self.options.raw_html == "escape":
            return tags
        opened: list[tuple[str, Refusal]] = []
        refused: list[Refusal] = []
        for tag in tags:
            match = _TAG_RE.match(self.document.source, tag.start)
            name = match[2].lower() if match and match[2] else ""
            if match is None or name not in _HARMLESS or match[3].strip(" /"):
                refused.append(tag)
            elif name in _VOID:
                continue
            elif not match[1]:
                opened.append((name, tag))
            elif opened and opened[-1][0] == name:
                opened.pop()
            else:
                refused.append(tag)
        return refused + [tag for _, tag in opened]

    def _inline(self, token: Token) -> Iterable[Refusal]:
        refused = [code for code in map(self._code_of, token.children or ()) if code]
        if not refused:
            return ()
        # Places cost a second look at the token: only where something is refused.
        children = self.locator.children(token)
        return self._placed(children) if children else self._unplaced(token, refused)

    def _placed(self, children: Sequence[tuple[Token, Span]]) -> Iterator[Refusal]:
        """Refuse what may not stay of *children*, each in its place."""
        links: list[list[str] | None] = []
        for child, span in children:
            code = self._code_of(child)
            shown = "\n" if child.type in _BREAKS else child.content
            if child.type == "link_open":
                links.append([] if code else None)
            elif child.type == "link_close":
                words = links.pop()
                if words is not None:
                    text = "".join(words)
                    yield Refusal(codes.LINK_REFUSED, span.start, span.end, text)
            elif child.type == "html_inline":
                yield _tag(span)
            elif child.type == "image" and code:
                yield (image := self._image(child, span, linked=None in links))
                shown = image.words or ""
            for words in links:
                if words is not None:
                    words.append(shown)

    def _unplaced(self, token: Token, refused: Sequence[Code]) -> Iterator[Refusal]:
        """Refuse the lines of a token whose place nobody knows, once for each code."""
        lines = self.locator.lines(token)
        for code in refused:
            if (code, lines) in self._lines:
                continue
            self._lines.add((code, lines))
            if code is codes.RAW_HTML_REFUSED:
                yield from self._tags(lines)
            else:
                escaped = openings(self.document.source, lines.start, lines.end)
                yield Refusal(code, lines.start, lines.end, escaped=escaped)

    def _image(self, token: Token, span: Span, *, linked: bool) -> Refusal:
        verdict = judge_image(token, self.options)
        words = image_text(token, verdict, linked=linked)
        target = None if linked else verdict.link
        return Refusal(codes.IMAGE_REFUSED, span.start, span.end, words, target)

    def _code_of(self, token: Token) -> Code | None:
        """Return why *token* is refused, if it is."""
        if token.type == "html_inline":
            return codes.RAW_HTML_REFUSED
        if token.type == "link_open" and link_target(token, self.options) is None:
            return codes.LINK_REFUSED
        if token.type == "image" and judge_image(token, self.options).src is None:
            return codes.IMAGE_REFUSED
        return None


def _tag(span: Span) -> Refusal:
    return Refusal(codes.RAW_HTML_REFUSED, span.start, span.end, escaped=(span.start,))
