"""What a rule may see of one answer. Everything dear is worked out once, on demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple, TypeAlias, TypeVar

from citemark.codespans import code_spans
from citemark.diagnostic import Code, Finding, Fix
from citemark.document.document import Document
from citemark.document.positions import Positions
from citemark.lint.moves import structural_fixes
from citemark.model import Marker
from citemark.options import Options
from citemark.resolution import Resolution
from citemark.sources import SourceStore
from citemark.spans import LINE_END_RE, Span

Settings = TypeVar("Settings")

_KINDS = {
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "td_open": "cell",
    "th_open": "cell",
}


class Block(NamedTuple):
    """A block of text: a paragraph (of a list item or quote, too), heading or cell.

    ``pieces`` is its Markdown between the markers, which ``ordinals`` name in order:
    there is one piece more than there are ordinals. A marker that stands at a wrong
    place counts where it is written. ``token`` indexes ``document.tokens``; ``path``
    names the tokens around it, outermost first (``bullet_list_open`` …).
    """

    kind: str
    token: int
    path: tuple[str, ...]
    pieces: tuple[str, ...]
    ordinals: tuple[int, ...]

    @property
    def text(self) -> str:
        """The Markdown of the block without its markers."""
        return "".join(self.pieces)


class Run(NamedTuple):
    """Markers that cite, stand where they may and follow each other directly.

    ``start`` and ``end`` span them all in the source; only blanks are between them.
    """

    start: int
    end: int
    ordinals: tuple[int, ...]
    block: Block


Cited: TypeAlias = tuple[int, Run]
"""A run, and the index in ``Block.pieces`` of what follows it."""


@dataclass(frozen=True)
class LintContext:
    """One parsed and resolved answer, as rules see it."""

    document: Document
    resolution: Resolution
    sources: SourceStore | None
    """None where the caller gave none: nothing can be said about them then."""
    options: Options
    configured: Mapping[type, object] = field(default_factory=dict)

    @property
    def source(self) -> str:
        """The answer; all offsets count in it."""
        return self.document.source

    @property
    def markers(self) -> Sequence[Marker]:
        """The markers, by ordinal."""
        return self.document.markers

    def settings(self, kind: type[Settings]) -> Settings:
        """Return what the user set for the rule whose settings are of *kind*."""
        found = self.configured.get(kind)
        return found if isinstance(found, kind) else kind()

    def findings(self, code: Code) -> Iterator[Finding]:
        """Yield what scanner, document and resolution found of one *code*."""
        yield from self._known.get(code.code, ())

    def fix_of(self, finding: Finding) -> Fix | None:
        """Return the edit that takes a misplaced marker where its reference is shown.

        None where the edit would change more than that.
        """
        return self._structural.get(finding.start)

    @property
    def proven(self) -> frozenset[int]:
        """The ``id`` of each fix that was held against a second parse already."""
        if "_structural" not in self.__dict__:
            return frozenset()
        return frozenset(map(id, self._structural.values()))

    def span_of(self, block: Block) -> Span:
        """Return the source lines of *block*, less the white space around them."""
        first, end = self.document.tokens[block.token].map or (0, 1)
        start, stop = (
            self._positions.line_start(first),
            self._positions.line_end(end - 1),
        )
        lines = self.source[start:stop]
        start += len(lines) - len(lines.lstrip())
        return Span(start, max(start, start + len(lines.strip())))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks of text that are not empty, in order."""
        return tuple(self._blocks())

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """All runs of markers, in order."""
        return tuple(self._runs())

    @cached_property
    def cited_paragraphs(self) -> tuple[tuple[Block, tuple[Cited, ...]], ...]:
        """The paragraphs that have runs, with these."""
        return tuple(
            (block, tuple(_numbered(block, runs)))
            for block, runs in groupby(self.runs, attrgetter("block"))
            if block.kind == "paragraph"
        )

    @cached_property
    def silent_ends(self) -> frozenset[int]:
        """Where markers that cite nothing end."""
        return frozenset(each.end for each in self.markers if not each.citations)

    @cached_property
    def prose(self) -> tuple[Span, ...]:
        """The stretches outside code, raw HTML blocks and markers."""
        return tuple(_between(_prose(self.document), self.document.markers))

    @cached_property
    def moved(self) -> frozenset[int]:
        """The ordinals of the markers that stand where they may not."""
        starts = {
            finding.start
            for finding in self.document.findings
            if finding.code.code.startswith("CM1")
        }
        return frozenset(
            ordinal
            for ordinal in self.document.order
            if self.markers[ordinal].start in starts
        )

    @cached_property
    def _known(self) -> Mapping[str, Sequence[Finding]]:
        known: dict[str, list[Finding]] = {}
        for finding in (*self.document.findings, *self.resolution.findings):
            known.setdefault(finding.code.code, []).append(finding)
        return known

    @cached_property
    def _structural(self) -> Mapping[int, Fix]:
        return structural_fixes(self.document, self.moved, self.options)

    @cached_property
    def _positions(self) -> Positions:
        layout = self.document.layout
        return Positions(layout.text if layout else self.source, layout)

    def _blocks(self) -> Iterator[Block]:
        layout = self.document.layout
        opener = layout.opener if layout else ""
        path: list[str] = []
        for index, token in enumerate(self.document.tokens):
            nesting = token.nesting
            if nesting > 0:
                path.append(token.type)
            elif nesting < 0:
                path.pop()
            elif token.type == "inline" and (content := token.content):
                parts = [content]
                if layout is not None and opener in content:
                    parts = layout.placeholder.split(content)
                kind = _KINDS.get(path[-1], "paragraph") if path else "paragraph"
                ordinals = tuple(map(int, parts[1::2]))
                yield Block(kind, index, tuple(path), tuple(parts[::2]), ordinals)

    def _runs(self) -> Iterator[Run]:
        shown = frozenset(self.document.order)
        for block in self.blocks:
            if not block.ordinals:
                continue
            run: list[int] = []
            for ordinal, before in zip(block.ordinals, block.pieces, strict=False):
                if ordinal not in shown or ordinal in self.moved:
                    continue
                if run and (before.strip(" \t") or run[-1] != ordinal - 1):
                    yield self._run(run, block)
                    run = []
                run.append(ordinal)
            if run:
                yield self._run(run, block)

    def _run(self, run: Sequence[int], block: Block) -> Run:
        start, end = self.markers[run[0]].start, self.markers[run[-1]].end
        return Run(start, end, tuple(run), block)


def _numbered(block: Block, runs: Iterable[Run]) -> Iterator[Cited]:
    """Yield each of the *runs* of *block* with the piece that follows it."""
    at = 0
    for run in runs:
        at = block.ordinals.index(run.ordinals[-1], at) + 1
        yield at, run


def _prose(document: Document) -> Iterator[Span]:
    """Yield the stretches of the source that are neither code nor raw HTML."""
    source = document.source
    starts = [0, *(match.end() for match in LINE_END_RE.finditer(source))]
    hidden = {
        number
        for token in document.tokens
        if token.type in ("fence", "code_block", "html_block") and token.map
        for number in range(*token.map)
    }
    for number, (begin, end) in enumerate(pairwise([*starts, len(source)])):
        if number in hidden:
            continue
        done = begin
        if source.find("`", begin, end) >= 0:
            for code in code_spans(source[begin:end]):
                yield Span(done, begin + code.start)
                done = begin + code.end
        yield Span(done, end)


def _between(stretches: Iterator[Span], markers: Sequence[Marker]) -> Iterator[Span]:
    """Yield what of *stretches* is outside *markers*; both ascend."""
    at = 0
    for stretch in stretches:
        begin = stretch.start
        while at < len(markers) and markers[at].start < stretch.end:
            yield Span(begin, max(begin, markers[at].start))
            begin = max(begin, markers[at].end)
            if begin > stretch.end:
                break
            at += 1
        if begin < stretch.end:
            yield Span(begin, stretch.end)
