"""Whether an edited answer still says what it said: a second parse of what was touched.

An edit of Markdown can change more than it touches: a marker that leaves a run of stars
can close what was open. So an edit is only offered when the blocks around it, parsed
again, give the same text in the same structure. Their neighbours are parsed with them
where the edit adds, removes or begins a line: that can change where a block ends.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from markdown_it.token import Token

from citemark.answer import find_markers, known_by
from citemark.document.document import Document, parse
from citemark.document.env import Env
from citemark.document.inline import REF
from citemark.document.positions import Positions
from citemark.model import Marker
from citemark.options import Options
from citemark.spans import Edit, Span, apply_edits

_LINE_END_RE = re.compile(r"[\r\n]")
_START = attrgetter("start")


@dataclass(frozen=True, slots=True)
class _Block:
    """A top-level block: where it begins in the source, and its first token."""

    start: int
    token: int


@dataclass(frozen=True, slots=True)
class _Part:
    """Tokens of some blocks; ``first`` to ``end`` are not their neighbours'."""

    document: Document
    tokens: Sequence[Token]
    first: int
    end: int
    citations: frozenset[tuple[str, str]]
    """Source IDs and locators of its markers."""
    definitions: int
    """How many link definitions it holds."""


class Rereader:
    """Parses edited stretches of one document again."""

    def __init__(self, document: Document, options: Options) -> None:
        """Remember what the edits are made to."""
        self.document = document
        self.options = options

    @cached_property
    def blocks(self) -> tuple[_Block, ...]:
        """The top-level blocks; footnotes make one of the whole document."""
        tokens = self.document.tokens
        layout = self.document.layout
        if any(token.type == "footnote_block_open" for token in tokens):
            return (_Block(0, 0),)
        positions = Positions(layout.text if layout else self.document.source, layout)
        return _Block(0, 0), *(
            _Block(positions.line_start((tokens[index].map or (0,))[0]), index)
            for index in _top_level(tokens)[1:]
        )

    @cached_property
    def _starts(self) -> list[int]:
        return [block.start for block in self.blocks]

    def block_at(self, offset: int) -> int:
        """Return the index of the top-level block that *offset* is in."""
        return max(bisect_right(self._starts, offset) - 1, 0)

    def changes(self, edits: Sequence[Edit]) -> bool:
        """Say whether *edits* make another text."""
        if not edits:
            return False
        low = min(edit.span.start for edit in edits)
        high = max(edit.span.end for edit in edits)
        shifted = _shifted(edits, low)
        text = self.document.source[low:high]
        return apply_edits(text, shifted) != text

    def keeps_prose(self, edits: Sequence[Edit]) -> bool:
        """Say whether *edits* move nothing but markers and white space.

        Every citation must still be made, and every link definition.
        """
        before, after = self._both(edits)
        return (
            before.citations <= after.citations
            and before.definitions == after.definitions
            and list(_prose(before.tokens)) == list(_prose(after.tokens))
        )

    def shows_same(self, edits: Sequence[Edit]) -> bool:
        """Say whether *edits* leave every reference where a reader sees it now."""
        before, after = self._both(edits)
        return list(_shown(before)) == list(_shown(after))

    def size_of(self, edits: Sequence[Edit]) -> int:
        """Return how many characters a comparison parses again."""
        first, end = self._touched(edits)
        near = self._reach_neighbours(edits)
        return self._block(end + near).start - self._block(first - near).start

    def _reach_neighbours(self, edits: Sequence[Edit]) -> bool:
        """Say whether *edits* change where a line begins.

        Other edits cannot change where a block ends.
        """
        source = self.document.source
        return any(
            _LINE_END_RE.search(f"{edit.span.of(source)}{edit.text}")
            or source[max(edit.span.start - 1, 0) : edit.span.start] in ("", "\n", "\r")
            for edit in edits
        )

    def _touched(self, edits: Sequence[Edit]) -> tuple[int, int]:
        """Return the range of blocks that *edits* touch, half-open."""
        low = min(edit.span.start for edit in edits)
        high = max(edit.span.end for edit in edits)
        return self.block_at(low), self.block_at(high) + 1

    def _block(self, index: int) -> _Block:
        """Return block *index*; before the first is the first, then comes the end."""
        if index < len(self.blocks):
            return self.blocks[max(index, 0)]
        return _Block(len(self.document.source), len(self.document.tokens))

    def _both(self, edits: Sequence[Edit]) -> tuple[_Part, _Part]:
        """Return the touched blocks with one neighbour each, before and after."""
        document = self.document
        first, end = self._touched(edits)
        near = self._reach_neighbours(edits)
        begin, stop = self._block(first - near), self._block(end + near)
        before = _Part(
            document,
            document.tokens[begin.token : stop.token],
            self._block(first).token - begin.token,
            self._block(end).token - begin.token,
            _citations(self._markers(begin.start, stop.start)),
            bisect_left(self._definitions, stop.start)
            - bisect_left(self._definitions, begin.start),
        )
        text = apply_edits(
            document.source[begin.start : stop.start], _shifted(edits, begin.start)
        )
        again = self._parse(text)
        starts = [*_top_level(again.tokens), len(again.tokens)]
        has_next = self._block(end).token < stop.token
        return before, _Part(
            again,
            again.tokens,
            starts[min(1, len(starts) - 1)] if first and near else 0,
            starts[max(-2, -len(starts))] if has_next else len(again.tokens),
            _citations(again.markers),
            # Known labels were given to the parser: each is a duplicate there.
            len(again.env.get("duplicate_refs", ())),
        )

    def _markers(self, start: int, stop: int) -> Sequence[Marker]:
        """Return the markers that begin from *start* on and before *stop*."""
        markers = self.document.markers
        first = bisect_left(markers, start, key=_START)
        return markers[first : bisect_left(markers, stop, lo=first, key=_START)]

    @cached_property
    def _definitions(self) -> Sequence[int]:
        """Where the link definitions of the document begin, in order."""
        env = self.document.env
        found = [*env.get("references", {}).values(), *env.get("duplicate_refs", ())]
        if not found:
            return ()
        layout = self.document.layout
        positions = Positions(layout.text if layout else self.document.source, layout)
        return sorted(positions.line_start(each["map"][0]) for each in found)

    def _parse(self, text: str) -> Document:
        env: Env = {}
        if references := self.document.env.get("references"):
            env["references"] = dict(references)
        known = known_by(self.document.markers)
        markers = find_markers(text, self.options, known)
        return parse(self.document.md, text, markers, env=env)


def _citations(markers: Iterable[Marker]) -> frozenset[tuple[str, str]]:
    return frozenset(
        (citation.source_id, str(citation.locator))
        for marker in markers
        for citation in marker.citations
    )


def _shifted(edits: Sequence[Edit], origin: int) -> list[Edit]:
    """Return *edits* for the text that begins at *origin*."""
    return [
        Edit(Span(edit.span.start - origin, edit.span.end - origin), edit.text)
        for edit in edits
    ]


def _prose(tokens: Sequence[Token]) -> Iterator[object]:
    """Yield every leaf that shows anything, with what it is inside of."""
    path: list[str] = []
    for token in tokens:
        if token.nesting > 0:
            path.append(token.type)
        elif token.nesting < 0:
            path.pop()
        elif token.type != "inline":
            yield tuple(path), token.type, token.info, "".join(token.content.split())
        elif words := "".join(_words(token.children or ())):
            yield tuple(path), words


def _words(children: Sequence[Token]) -> Iterator[str]:
    """Yield what *children* show, without references and white space."""
    for child in children:
        if child.type in ("text", "text_special"):
            yield "".join(child.content.split())
        elif child.type not in (REF, "softbreak"):
            yield f"\0{child.type}{child.attrs or ''}{''.join(child.content.split())}\0"


def _shown(part: _Part) -> Iterator[object]:
    """Yield all that a renderer prints of *part*, references of its own blocks only.

    Neighbours may hold references that came from blocks farther away.
    """
    document = part.document
    layout = document.layout
    skipped = 0
    for index, token in enumerate(part.tokens):
        own = part.first <= index < part.end
        if not own and not skipped and _holds_references(part.tokens, index):
            skipped = 3
        if skipped:
            skipped -= 1
        elif token.type == "inline":
            yield from _children(token.children or (), document, own=own)
        elif layout is not None and layout.opener in token.content:
            yield (
                _kind(token),
                layout.placeholder.sub(
                    lambda match: document.markers[int(match[1])].raw, token.content
                ),
            )
        else:
            yield _kind(token), token.content


def _holds_references(tokens: Sequence[Token], index: int) -> bool:
    """Say whether a paragraph begins that was made for references only."""
    inline = tokens[index + 1] if index + 1 < len(tokens) else None
    return (
        tokens[index].type == "paragraph_open"
        and inline is not None
        and all(child.type == REF for child in inline.children or ())
    )


def _children(
    children: Sequence[Token], document: Document, *, own: bool
) -> Iterator[object]:
    """Yield what is printed of the *children* of an inline token."""
    text = ""
    for child in children:
        if child.type in ("text", "text_special"):
            text += child.content
        elif child.type == REF:
            if own:
                yield text, document.markers[child.meta["ordinal"]].raw
                text = ""
        elif child.type == "image":
            # Its content is the label as written, markers and all.
            label = "".join(part.content for part in child.children or ())
            yield text, _kind(child), label
            text = ""
        else:
            yield text, _kind(child), child.content
            text = ""
    yield text


def _kind(token: Token) -> tuple[object, ...]:
    return (
        token.type,
        token.tag,
        token.nesting,
        token.hidden,
        token.info,
        tuple(token.attrs.items()),
    )


def _top_level(tokens: Sequence[Token]) -> list[int]:
    """Return the indexes at which top-level blocks begin that have lines."""
    return [
        index
        for index, token in enumerate(tokens)
        if not token.level and token.nesting >= 0 and token.map is not None
    ]


def signature(tokens: Sequence[Token]) -> list[object]:
    """Return what a document says, for comparing two of them; spaces do not count."""
    found: list[object] = []
    for token in tokens:
        if token.type != "inline":
            found.append((token.type, token.tag, token.content.split()))
            continue
        words: list[str] = []
        for child in token.children or ():
            if child.type == REF:
                words.append(f"\0{child.meta['marker'].raw}\0")
            elif child.type == "softbreak":
                words.append(" ")
            elif child.type in ("text", "text_special"):
                words.append(child.content)
            else:
                words.append(f"\1{child.type}{child.content.strip()}\1")
        found.append("".join(words).split())
    return found
