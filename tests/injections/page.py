"""What the fault injectors share: a clean answer taken apart, and a way to spoil it.

An injector yields faults. A fault is the answer with some edits, in which two control
characters stand around what a rule has to report. Nothing here asks the linter where
anything is: Markdown is read by plain markdown-it and by patterns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from markdown_it import MarkdownIt

from citemark.options import Options
from citemark.spans import Edit, Span, apply_edits, line_bounds
from tests.clean_answers import CleanAnswer

START, STOP, DELIM = "\ue200", "\ue201", "\ue202"
OPEN, CLOSE = "\x01", "\x02"
"""Stand around what has to be reported."""
STOPS = ".!?…。！？؟।"
CLOSERS = STOPS + ',;:，、；：،؛”’"»)]」』）】'
CJK = ("ja", "zh")

Record: TypeAlias = Mapping[str, object]
Rules: TypeAlias = Mapping[str, Mapping[str, object]]

_MARKER_RE = re.compile(f"{START}([a-z]+){DELIM}([^{START}{STOP}]+){STOP}")
_CITE_RE = re.compile(f"([^{DELIM}]+)(?:{DELIM}(L[0-9]+(?:-L[0-9]+)?))?")
_OPAQUE_RE = re.compile(
    r"`[^`\n]+`|(?<![*\w])\*\*?(?![\s*])(?:[^*\n]|\n(?!\n))+\*\*?"
    r"|\[[^\]\n]*\](?:\([^()\n]*\)|\[[^\]\n]*\])?|<[^>\n]+>|\$[^$\n]*[\\^=][^$\n]*\$"
    r"|https?://[^\s。，]+|\\."
)
_WORD_RE = re.compile(r"[^\s\x00-/:-@\[-`{-~\ue200-\ue202、-〿！-／：-＠…–—‘-‟«»،؛؟।]+")
_NO_WORD_BEFORE = "`*_[]$\\/|<>~@#="
_MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@dataclass(frozen=True, slots=True)
class Fault:
    """A spoilt answer, with `OPEN` and `CLOSE` in it, and how it has to be linted.

    ``records`` are the sources, where they are not those of the answer.
    """

    text: str
    records: Sequence[Record] | None = None
    rules: Rules = field(default_factory=dict)
    options: Options = field(default_factory=Options)


Injector: TypeAlias = Callable[["Page"], Iterator[Fault]]


@dataclass(frozen=True, slots=True)
class Cite:
    """One ID of a marker with one of its locators, if it has any."""

    name: str
    locator: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mark:
    """One marker."""

    start: int
    end: int
    raw: str
    cites: tuple[Cite, ...]

    def place(self, cite: Cite) -> Span:
        """Return what is reported of *cite*: of several IDs only the one concerned."""
        alone = len(self.cites) == 1
        return Span(self.start, self.end) if alone else Span(cite.start, cite.end)


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of a paragraph, heading, code block, table …, white space trimmed."""

    kind: str
    start: int
    end: int
    first: int
    """Number of its first line, from 0."""
    last: int
    path: tuple[str, ...]


def flag(text: str) -> str:
    """Return *text* as what has to be reported."""
    return f"{OPEN}{text}{CLOSE}"


def put(at: int, text: str) -> Edit:
    """Return the insertion of *text*."""
    return Edit(Span(at, at), text)


def swap(start: int, end: int, text: str) -> Edit:
    """Return the replacement of what is between *start* and *end*."""
    return Edit(Span(start, end), text)


def around(span: Span) -> tuple[Edit, Edit]:
    """Return the edits that make *span*, as it is, what has to be reported."""
    return put(span.start, OPEN), put(span.end, CLOSE)


def every(items: Sequence[int], most: int) -> Sequence[int]:
    """Return *most* of *items*, evenly spread."""
    return items[:: -(-len(items) // most) or 1]


class Page:
    """A clean answer as injectors see it."""

    def __init__(self, clean: CleanAnswer) -> None:
        """Take *clean* apart."""
        self.text = clean.text
        self.language = clean.language
        self.is_cjk = clean.language in CJK
        self.name = clean.name
        self.marks = tuple(map(_mark, _MARKER_RE.finditer(clean.text)))
        self.records: Sequence[Record] = json.loads(clean.sources.read_text("utf-8"))
        self.starts, self.ends = line_bounds(clean.text)

    def fault(
        self,
        *edits: Edit,
        records: Sequence[Record] | None = None,
        rules: Rules | None = None,
    ) -> Fault:
        """Return the answer after *edits*."""
        return Fault(apply_edits(self.text, edits), records, rules or {})

    def moved(self, mark: Mark, at: int, before: str = "", after: str = "") -> Fault:
        """Return the answer with *mark* at another place, and texts around it there."""
        return self.fault(self.cut(mark), put(at, before + flag(mark.raw) + after))

    def replaced(self, mark: Mark, text: str) -> Fault:
        """Return the answer with *text*, which holds the flags, for *mark*."""
        return self.fault(swap(mark.start, mark.end, text))

    def cut(self, mark: Mark) -> Edit:
        """Return the removal of *mark* with the space before it."""
        return swap(self.gap(mark), mark.end, "")

    def gap(self, mark: Mark) -> int:
        """Return where the text before *mark* ends."""
        return len(self.text[: mark.start].rstrip(" "))

    def nearest(self, at: int) -> Mark:
        """Return the marker that is moved to *at*: the next one, or the last."""
        return next((mark for mark in self.marks if mark.start >= at), self.marks[-1])

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """All blocks, in order; of a list or quote the blocks in it."""
        found: list[Block] = []
        path: list[str] = []
        for token in _MARKDOWN.parse(self.text):
            if token.nesting < 0:
                path.pop()
            elif token.type not in ("inline", "tr_open", "thead_open", "tbody_open"):
                kind = token.type.removesuffix("_open")
                if kind in ("paragraph", "heading", "table") or not token.nesting:
                    found.append(self._block(kind, token.map or [0, 1], path))
            if token.nesting > 0:
                path.append(token.type.removesuffix("_open"))
        return found

    def _block(self, kind: str, lines: Sequence[int], path: Sequence[str]) -> Block:
        first, last = lines[0], lines[1] - 1
        start, end = self.starts[first], self.ends[last]
        text = self.text[start:end]
        start += len(text) - len(text.lstrip())
        return Block(kind, start, start + len(text.strip()), first, last, tuple(path))

    @cached_property
    def paragraphs(self) -> Sequence[Block]:
        """All paragraphs, those of lists and quotes too."""
        return [block for block in self.blocks if block.kind == "paragraph"]

    def of_kind(self, *kinds: str) -> Iterator[Block]:
        """Yield the blocks that are of one of *kinds*."""
        return (block for block in self.blocks if block.kind in kinds)

    def in_block(self, block: Block) -> Sequence[Mark]:
        """Return the markers of *block*."""
        return [mark for mark in self.marks if block.start <= mark.start < block.end]

    @cached_property
    def ended(self) -> Sequence[tuple[Block, Mark]]:
        """The paragraphs that end with a marker."""
        return [
            (block, mark)
            for block in self.paragraphs
            for mark in self.marks
            if mark.end == block.end
        ]

    @cached_property
    def code(self) -> Sequence[Span]:
        """Where blocks of code and of raw HTML are."""
        kinds = ("fence", "code_block", "html_block")
        return [Span(block.start, block.end) for block in self.of_kind(*kinds)]

    @cached_property
    def opaque(self) -> Sequence[Span]:
        """Inline code, emphasis, links, tags, formulas, URLs and escapes."""
        return [Span(*match.span()) for match in self.find(_OPAQUE_RE)]

    def find(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Yield the matches of *pattern* outside blocks of code."""
        for match in pattern.finditer(self.text):
            if not any(code.start <= match.start() < code.end for code in self.code):
                yield match

    def is_plain(self, at: int) -> bool:
        """Say whether *at* is inside no marker, code or other markup."""
        spans = (*self.opaque, *self.code, *(Span(m.start, m.end) for m in self.marks))
        return not any(span.start < at < span.end for span in spans)

    def gaps(self, start: int, end: int) -> Sequence[int]:
        """Return the ends of words between *start* and *end*, with words behind them.

        Chinese and Japanese words are not told apart: there it is between two letters.
        """
        pattern = r"(?<=[^\W\d_])(?=[^\W\d_])" if self.is_cjk else r"(?<=[^\W_]) (?=\w)"
        return [
            match.start()
            for match in re.compile(pattern).finditer(self.text, start, end)
            if self.is_plain(match.start())
        ]

    def word_before(self, mark: Mark) -> Span | None:
        """Return the last word before *mark*, if only punctuation is between them."""
        line = self.starts[self.line(mark.start)]
        end = len(self.text[: self.gap(mark)].rstrip(CLOSERS + " %"))
        if not line < end or not self.is_plain(end):
            return None
        words = list(_WORD_RE.finditer(self.text, line, end))
        if not words or words[-1].end() != end:
            return None
        start = words[-1].start()
        if not self.is_plain(start):
            return None
        start = max(start, end - 3) if self.is_cjk else start
        before = self.text[start - 1 : start]
        return None if before in _NO_WORD_BEFORE else Span(start, end)

    def wrapped(self, template: str) -> Iterator[Fault]:
        """Yield the answer with each marker moved into a *template*.

        In it ``{w}`` is the word before the marker, and ``@`` the marker.
        """
        for mark in self.marks:
            if word := self.word_before(mark):
                text = template.replace("{w}", word.of(self.text))
                text = text.replace("@", flag(mark.raw))
                yield self.fault(swap(word.start, word.end, text), self.cut(mark))

    def line(self, at: int) -> int:
        """Return the number of the line of *at*, from 0."""
        return self.text.count("\n", 0, at)

    def lines(self, block: Block) -> Iterator[tuple[int, Span]]:
        """Yield the lines of *block*, with their numbers."""
        for number in range(block.first, block.last + 1):
            yield number, Span(self.starts[number], self.ends[number])

    def indent(self, number: int) -> str:
        """Return the white space that line *number* begins with."""
        line = self.text[self.starts[number] : self.ends[number]]
        return line[: len(line) - len(line.lstrip())]


def _mark(match: re.Match[str]) -> Mark:
    cites = tuple(
        Cite(field[1], field[2] or "", *field.span())
        for field in _CITE_RE.finditer(match.string, *match.span(2))
    )
    return Mark(match.start(), match.end(), match[0], cites)


def forms(*injectors: Callable[[Page], Iterable[Fault]]) -> Injector:
    """Return the injector that does what all of *injectors* do."""

    def inject(page: Page) -> Iterator[Fault]:
        for each in injectors:
            yield from each(page)

    return inject
