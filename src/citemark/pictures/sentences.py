"""The sentences of an answer, as a reader sees them, and the markers in each.

**Why** by punctuation, not as `verify` does it: a picture must not need a package to be
drawn. Markers are taken out before, and each belongs to the sentence on its left. Code
blocks are no sentences; headings are some only where they cite.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from markdown_it.token import Token

from citemark.document.document import Document
from citemark.document.inline import REF
from citemark.punctuation import CLAUSE_END, CLOSING, sentences
from citemark.scripts import CJK

# Stands for a marker. An answer that was cleaned holds none.
_MARK = "\0"
_CELLS = " · "
# Where a marker stands in the place of the blank between two sentences.
_ENDING = re.escape("".join(sorted(CLOSING - CLAUSE_END)))
_GLUED_RE = re.compile(rf"(?<=[{_ENDING}]){_MARK}++(?=[\"'“„«‘(\[]?[^\W{CJK}])")
_SHOWN = frozenset({"text", "text_special", "code_inline", "math_inline", "image"})
_BREAKS = frozenset({"softbreak", "hardbreak"})
_TAG_RE = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>")
_SILENT = frozenset({"script", "style", "template", "title", "iframe", "noscript"})
_PHRASE_RE = re.compile(
    "a|abbr|b|bdi|bdo|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup"
    "|time|u|var|wbr"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, heading or table row, and the markers that stand in it."""

    text: str
    ordinals: tuple[int, ...]


@dataclass(slots=True)
class _Block:
    """A text in which each marker is one character."""

    text: str
    ordinals: list[int]
    is_whole: bool = False
    """A table row or heading, which is one sentence."""
    is_title: bool = False


def sentences_of(document: Document) -> tuple[Sentence, ...]:
    """Return the sentences of *document*, in order.

    Markers without any words around them belong to the sentence before.
    """
    found: list[Sentence] = []
    for block in _blocks(document):
        if block.is_title and not block.ordinals:
            continue
        own = list(_divided(block))
        if own:
            found += own
        elif found:
            ordinals = (*found[-1].ordinals, *block.ordinals)
            found[-1] = replace(found[-1], ordinals=ordinals)
    return tuple(found)


def _divided(block: _Block) -> Iterator[Sentence]:
    """Yield the sentences of *block*, each with the markers behind its start.

    Those before all words belong to the first one.
    """
    stretches = _GLUED_RE.sub(r"\g<0> ", block.text).split(_MARK)
    text = "".join(stretches)
    found: list[tuple[int, str]] = []
    at = 0
    for sentence in [text] if block.is_whole else sentences(text):
        if any(map(str.isalnum, sentence)):
            found.append((at + len(sentence) - len(sentence.lstrip()), sentence))
        at += len(sentence)
    places = list(accumulate(map(len, stretches[:-1])))
    ends = [bisect_right(places, start) for start, _ in found[1:]]
    held = pairwise((0, *ends, len(places)))
    # Of a block without words there is one stretch of markers more than sentences.
    for (_, words), (first, last) in zip(found, held, strict=False):
        yield Sentence(" ".join(words.split()), tuple(block.ordinals[first:last]))


def _blocks(document: Document) -> Iterator[_Block]:
    row: list[_Block] = []
    path: list[str] = []
    for token in document.tokens:
        if token.nesting > 0:
            path.append(token.type)
        elif token.nesting < 0:
            path.pop()
            if token.type == "tr_close":
                yield _joined(row, is_title="thead_open" in path)
                row = []
        elif token.type == "html_block":
            yield from _html_blocks(document, token.content)
        elif token.type == "inline":
            block = _inline(token.children or ())
            if "tr_open" in path:
                row.append(block)
            else:
                block.is_title = block.is_whole = path[-1:] == ["heading_open"]
                yield block


def _joined(row: Iterable[_Block], *, is_title: bool) -> _Block:
    """Return the cells of a *row* as one block."""
    cells = [cell for cell in row if cell.text]
    text = _CELLS.join(cell.text for cell in cells)
    ordinals = [ordinal for cell in cells for ordinal in cell.ordinals]
    return _Block(text, ordinals, is_whole=True, is_title=is_title)


def _inline(children: Iterable[Token]) -> _Block:
    pieces: list[str] = []
    ordinals: list[int] = []
    for child in children:
        if child.type == REF:
            pieces.append(_MARK)
            ordinals.append(child.meta["ordinal"])
        elif child.type in _SHOWN:
            pieces.append(child.content)
        elif child.type in _BREAKS:
            pieces.append(" ")
    return _Block("".join(pieces), ordinals)


def _html_blocks(document: Document, html: str) -> Iterator[_Block]:
    """Yield what raw HTML shows, block by block."""
    layout = document.layout
    ordinals = iter(layout.ordinals(html) if layout else ())
    text = layout.placeholder.sub(_MARK, html) if layout else html
    for piece in "".join(_without_tags(text)).split("\n\n"):
        yield _Block(piece, [next(ordinals) for _ in range(piece.count(_MARK))])


def _without_tags(html: str) -> Iterator[str]:
    """Yield the text of *html*; tags that are no phrases become blank lines.

    Markers are kept wherever they stand, so that they can be counted.
    """
    done = 0
    silent = ""
    for match in _TAG_RE.finditer(html):
        text = html[done : match.start()]
        yield _marks(text) if silent else text
        yield _marks(match[0])
        done = match.end()
        name = match[2].lower()
        if not silent and name in _SILENT and not match[1]:
            silent = name
        elif silent == name and match[1]:
            silent = ""
        if not silent and not _PHRASE_RE.fullmatch(name):
            yield "\n\n"
    yield _marks(html[done:]) if silent else html[done:]


def _marks(text: str) -> str:
    return _MARK * text.count(_MARK)


def ordinals_of(sentences: Sequence[Sentence]) -> dict[int, int]:
    """Return marker → the number of the sentence that it stands in, from 1."""
    return {
        ordinal: number
        for number, sentence in enumerate(sentences, start=1)
        for ordinal in sentence.ordinals
    }
