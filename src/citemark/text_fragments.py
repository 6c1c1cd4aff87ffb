"""Text fragments: links that show a reader the cited words inside the page itself.

A browser looks for the words as they are *shown*, at word ends, inside one block; it
says nothing where it does not find them. So an address is only made of words that
every reading of the page has, and only where they lead to one place of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import quote

from citemark.markdown_text import blocks_of, looks_like_markdown
from citemark.scripts import UNSPACED
from citemark.source import Source, remembered
from citemark.text import clean_line

# A longer block is named by its first and its last words.
_MOST_WHOLE = 100
# No term is longer, even where its text offers no place to cut.
_MOST_TERM = 200
_WORDS = 3
_MORE_WORDS = 2
_CONTEXT_WORDS = 2
# What a browser skips in pages, or a page may lack: it is no part of a word.
_UNSEEN = dict.fromkeys(
    [0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x2060, 0x2065), 0xFEFF]
)
_QUOTES = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
_ACCENT_RE = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]")
# Scripts without spaces: only the ends of clauses are surely ends of words.
_UNSPACED_RE = re.compile(f"[{UNSPACED}]")
_OPENING = "\u300c\u300e\u3010\u3014\u3008\u300a\uff08\uff3b\uff5b"
_CLOSING = "\u3001\u3002\uff0c\uff0e\uff1a\uff1b\uff01\uff1f\u2026\u300d\u300f\u3011"
_CLOSING += "\u3015\u3009\u300b\uff09\uff3d\uff5d"
_UNIT_RE = re.compile(
    f"[{_OPENING}]*[^\\s{_OPENING}{_CLOSING}]+[{_CLOSING}]*|[{_OPENING}{_CLOSING}]+"
)
_INSIDE_WORD_RE = re.compile(f"(?<=[^\\W{UNSPACED}])(?=[^\\W{UNSPACED}])")
# What lines of a transcript begin with: a page shows it apart from what is said.
_CLOCK = r"(?:[0-9]{1,3}:)?[0-9]{1,3}:[0-5][0-9](?:[.,][0-9]{1,3})?"
_STAMP_RE = re.compile(
    rf"\s{{0,8}}(?:\[{_CLOCK}\]|\({_CLOCK}\)|{_CLOCK})(?:\s{{1,8}}-->\s.*|(?=\s|$))"
)
_FEWEST_STAMPS = 2
# Three letters of a script without spaces weigh as much as a word.
_LETTERS = 3


def text_directive(source: Source, first: int, last: int) -> str | None:
    r"""Return the directive that shows the lines *first* to *last* of *source*.

    None: these lines have no words, or words that are not the only ones like them.

    >>> source = Source(source_id="S", text="A note.\n\nSafe & well-known, he said.")
    >>> text_directive(source, 3, 3)
    'text=Safe%20%26%20well%2Dknown%2C%20he%20said.'
    >>> text_directive(source, 1, 3)
    'text=A%20note.,well%2Dknown%2C%20he%20said.'
    """
    page = _page(source, None)
    last = min(last, len(page.before) - 1)
    if first > last:
        return None
    begin, end = page.before[first - 1], page.before[last]
    found = None
    if begin < end:
        found = page.exact(begin) if begin + 1 == end else page.range(begin, end - 1)
    return f"text={found}" if found else None


@dataclass(frozen=True, slots=True)
class _Page:
    """The text of a source as a page shows it, and as a browser compares it."""

    blocks: tuple[str, ...]
    before: tuple[int, ...]
    """How many blocks there are before each line, and in all."""
    text: str
    """All blocks, one space between them, without case and accents."""
    starts: tuple[int, ...]
    """Where each block begins in ``text``."""
    apart: frozenset[int]
    """The blocks that do not follow the one before at once: signs are between."""

    def exact(self, index: int) -> str | None:
        """Return what names a whole block: itself, or its ends where it is long."""
        block = self.blocks[index]
        if len(block) > _MOST_WHOLE and (ends := self.range(index, index)):
            return ends
        if len(block) > _MOST_TERM:
            return None
        folded = _fold(block)
        for before, after in self._contexts(index):
            if self._is_single(_joined(_fold(before), folded, _fold(after))):
                return _written(before, block, after)
        return None

    def range(self, first: int, last: int) -> str | None:
        """Return what names all from the block *first* to the block *last*."""
        start = self._start(first)
        if start is None:
            return None
        before, head = start
        begin = self.starts[first] + len(_fold(head))
        end = self._end(last, begin)
        return end and f"{_written(before, head)},{_written('', *end)}"

    def _start(self, index: int) -> tuple[str, str] | None:
        """Return words before a block and its first ones, together the only such."""
        heads = [head for head in _heads(self.blocks[index]) if len(head) <= _MOST_TERM]
        tries = [("", head) for head in heads]
        tries += [(tail, head) for head in heads[:1] for tail in self._before(index)]
        return next(
            (
                (before, head)
                for before, head in tries
                if self._is_single(_joined(_fold(before), _fold(head)))
            ),
            None,
        )

    def _end(self, index: int, begin: int) -> tuple[str, str] | None:
        """Return the last words of a block and those after it, the first from *begin*.

        A browser takes the first ones that it finds behind the start.
        """
        block = self.blocks[index]
        end = self.starts[index] + len(_fold(block))
        tails = [tail for tail in _tails(block) if len(tail) <= _MOST_TERM]
        tries = [(tail, "") for tail in tails]
        tries += [(tail, head) for tail in tails[:1] for head in self._after(index)]
        for tail, after in tries:
            needle = _joined(_fold(tail), _fold(after))
            at = end - len(_fold(tail))
            if next(_places(needle, self.text, begin), -1) == at:
                return tail, after
        return None

    def _contexts(self, index: int) -> Iterator[tuple[str, str]]:
        """Yield the words before and after a block that may tell it from others."""
        yield "", ""
        before, after = self._before(index), self._after(index)
        yield from ((tail, "") for tail in before)
        yield from (("", head) for head in after)
        if before and after:
            yield before[-1], after[-1]

    def _before(self, index: int) -> list[str]:
        """Return the last words of the block before, from few to more of them."""
        is_first = not index or index in self.apart
        tails = () if is_first else _tails(self.blocks[index - 1], _CONTEXT_WORDS)
        return [tail for tail in tails if len(tail) <= _MOST_TERM]

    def _after(self, index: int) -> list[str]:
        """Return the first words of the next block, from few to more of them."""
        is_last = index + 1 == len(self.blocks) or index + 1 in self.apart
        heads = () if is_last else _heads(self.blocks[index + 1], _CONTEXT_WORDS)
        return [head for head in heads if len(head) <= _MOST_TERM]

    def _is_single(self, needle: str) -> bool:
        """Say whether the folded *needle* is in the text once."""
        return len(list(islice(_places(needle, self.text), 2))) == 1


@remembered
def _page(source: Source, _: None) -> _Page:
    """Read the text of *source*; several links of one source need it."""
    is_markdown = looks_like_markdown(source.text or "")
    lines = _without_stamps(source.lines)
    blocks: list[str] = []
    before = [0]
    apart: set[int] = set()
    pairs = zip(source.lines, lines, strict=True)
    found = zip(pairs, blocks_of(lines, is_markdown=is_markdown), strict=True)
    for (given, line), pieces in found:
        # A line of dashes is shown as such unless it is markup.
        is_ruled = not pieces and not is_markdown and not line.isspace() and line
        if line is not given or is_ruled:
            apart.add(len(blocks))
        for text in filter(None, map(_shown, pieces)):
            if any(map(str.isalnum, text)):
                blocks.append(text)
            else:
                apart.add(len(blocks))
        before.append(len(blocks))
    folded = [_fold(block) for block in blocks]
    starts, at = [], 0
    for block in folded:
        starts.append(at)
        at += len(block) + 1
    return _Page(
        tuple(blocks),
        tuple(before),
        " ".join(folded),
        tuple(starts),
        frozenset(apart),
    )


def _without_stamps(lines: Sequence[str]) -> list[str]:
    """Return *lines* without the times that those of a transcript begin with."""
    stamps = [_STAMP_RE.match(line) if ":" in line else None for line in lines]
    if len(stamps) - stamps.count(None) < _FEWEST_STAMPS:
        return list(lines)
    return [
        line[stamp.end() :] if stamp else line
        for line, stamp in zip(lines, stamps, strict=True)
    ]


def _shown(piece: str) -> str:
    """Return *piece* as a browser reads it."""
    text = clean_line(piece)
    if not text.isascii():
        text = text.translate(_UNSEEN)
    return " ".join(text.split())


def _fold(text: str) -> str:
    """Return *text* as browsers compare it."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKD", text.casefold())
    return _ACCENT_RE.sub("", folded).translate(_QUOTES)


def _heads(block: str, words: int = _WORDS) -> Iterator[str]:
    """Yield starts of *block*, of so many words and then of a few more."""
    units = _UNIT_RE.finditer(block)
    return (block[: unit.end()] for unit in _enough(units, words))


def _tails(block: str, words: int = _WORDS) -> Iterator[str]:
    """Yield ends of *block*, of so many words and then of a few more."""
    units = reversed(list(_UNIT_RE.finditer(block)))
    return (block[unit.start() :] for unit in _enough(units, words))


def _enough(units: Iterable[re.Match[str]], words: int) -> Iterator[re.Match[str]]:
    """Yield the unit that completes so many *words*, and a few more; else the last."""
    weight, given, unit = 0, 0, None
    for unit in units:
        weight += _weight(unit[0])
        if weight >= words:
            yield unit
            given += 1
            if given > _MORE_WORDS:
                return
    if unit is not None and not given:
        yield unit


def _weight(unit: str) -> int:
    """Return how many words *unit* is worth."""
    if unit.isascii():
        return int(any(map(str.isalnum, unit)))
    letters = len(_UNSPACED_RE.findall(unit))
    return letters // _LETTERS or int(any(map(str.isalnum, unit)))


def _places(needle: str, text: str, begin: int = 0) -> Iterator[int]:
    """Yield where *text* has *needle*, from *begin* on, at ends of words."""
    at = text.find(needle, begin)
    while at >= 0:
        ends = (at, at + len(needle))
        if not any(_INSIDE_WORD_RE.match(text, end) for end in ends):
            yield at
        at = text.find(needle, at + 1)


def _joined(*terms: str) -> str:
    return " ".join(filter(None, terms))


def _written(before: str, term: str, after: str = "") -> str:
    """Return a term, and what stands around it, in the syntax of directives."""
    left = f"{_escaped(before)}-," if before else ""
    right = f",-{_escaped(after)}" if after else ""
    return f"{left}{_escaped(term)}{right}"


def _escaped(term: str) -> str:
    return quote(term, safe="", errors="replace").replace("-", "%2D")
