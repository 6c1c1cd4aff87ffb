"""What the safety policy refuses, with its exact place in the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from markdown_it.token import Token

from citemark import codes
from citemark.diagnostic import Code, Finding
from citemark.document.document import Document
from citemark.document.inline import CitationInline
from citemark.document.policy import image_text, judge_image, link_target
from citemark.document.positions import Positions, starting
from citemark.options import Options

_TAG_RE = re.compile(r"<(?:(/?)([A-Za-z][A-Za-z0-9-]*)([^<>]*)>|[!?/]|[A-Za-z])")
_VOID = frozenset({"br", "hr", "wbr"})
# Tags that change no layout and cannot swallow what comes after them for long.
_HARMLESS = frozenset(
    {"br", "wbr", "sub", "sup", "kbd", "mark", "b", "i", "em", "strong", "small"}
    | {"del", "ins", "s", "u", "q", "abbr", "var", "samp"}
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refused stretch ``source[start:end]`` and the plain words that stay of it.

    ``words`` is None for raw HTML, whose ``<`` at ``start`` is to be escaped;
    ``target`` is where an image may be linked to.
    """

    code: Code
    start: int
    end: int
    words: str | None = None
    target: str | None = None


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


class _Finder:
    def __init__(self, document: Document, options: Options) -> None:
        self.document = document
        self.options = options
        self._positions: Positions | None = None

    @property
    def positions(self) -> Positions:
        if self._positions is None:
            layout = self.document.layout
            text = layout.text if layout else self.document.source
            self._positions = Positions(text, layout)
        return self._positions

    def run(self) -> Iterator[Refusal]:
        """Yield the refusals, token by token."""
        html: list[Refusal] = []
        for token in self.document.tokens:
            if token.type == "html_block" and token.map:
                first, end = token.map
                html += self._tags(
                    self.positions.line_start(first), self.positions.line_start(end)
                )
            elif token.type == "inline" and token.children:
                if self.options.raw_html == "escape" and "<" in token.content:
                    html += self._shown_tags(token)
                for refusal in self._inline(token):
                    if refusal.words is None:
                        html.append(refusal)
                    else:
                        yield refusal
        yield from self._unsafe_tags(html)

    def _tags(self, start: int, end: int) -> list[Refusal]:
        source = self.document.source
        return [
            Refusal(codes.RAW_HTML_REFUSED, match.start(), match.end())
            for match in _TAG_RE.finditer(source, start, end)
        ]

    def _shown_tags(self, token: Token) -> list[Refusal]:
        """Return the tags of a token that was read without raw HTML, code aside."""
        tags = self._tags(*self._whole(token))
        md, locate = self.document.md, self.positions.locate(token)
        if locate is None or md is None or not isinstance(md.inline, CitationInline):
            return tags
        children, places = md.inline.located(token.content, md, self.document.env)
        code = [
            (starting(locate, places[id(child)][0]), locate(places[id(child)][1]))
            for child in children
            if child.type in ("code_inline", "link_open") and id(child) in places
            if child.type == "code_inline" or child.markup == "autolink"
        ]
        return [tag for tag in tags if not any(a <= tag.start < b for a, b in code)]

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
            elif name not in _VOID and not match[1]:
                opened.append((name, tag))
            elif name not in _VOID and opened and opened[-1][0] == name:
                opened.pop()
            elif name not in _VOID:
                refused.append(tag)
        return refused + [tag for _, tag in opened]

    def _inline(self, token: Token) -> Iterator[Refusal]:
        # Places cost a second look at the token: only where something is refused.
        if not any(map(self._is_refused, token.children or ())):
            return
        md, env = self.document.md, self.document.env
        locate = self.positions.locate(token)
        if md is None or not isinstance(md.inline, CitationInline):
            return
        children, places = md.inline.located(token.content, md, env)
        whole = self._whole(token)
        linked = False
        for index, child in enumerate(children):
            place = places.get(id(child))
            span = whole
            if locate and place:
                span = starting(locate, place[0]), locate(place[1])
            if child.type == "link_open" and not linked:
                linked = link_target(child, self.options) is not None
                if not linked:
                    words = _words(children, index)
                    yield Refusal(codes.LINK_REFUSED, *span, words)
            elif child.type == "link_close":
                linked = False
            elif child.type == "html_inline":
                yield Refusal(codes.RAW_HTML_REFUSED, *span)
            elif child.type == "image":
                yield from self._image(child, span, linked=linked)

    def _image(
        self, child: Token, span: tuple[int, int], *, linked: bool
    ) -> Iterator[Refusal]:
        verdict = judge_image(child, self.options)
        if verdict.src is None:
            words = image_text(child, verdict, linked=linked)
            target = None if linked else verdict.link
            yield Refusal(codes.IMAGE_REFUSED, *span, words, target)

    def _is_refused(self, token: Token) -> bool:
        if token.type == "link_open":
            return link_target(token, self.options) is None
        if token.type == "image":
            return judge_image(token, self.options).src is None
        return token.type == "html_inline"

    def _whole(self, token: Token) -> tuple[int, int]:
        first, end = token.map or (0, 1)
        return self.positions.line_start(first), self.positions.line_end(end - 1)


def _words(children: Sequence[Token], index: int) -> str:
    """Return the text of the link that opens at *index*."""
    words = []
    for child in children[index + 1 :]:
        if child.type == "link_close":
            break
        words.append("\n" if child.type == "softbreak" else child.content)
    return "".join(words)
