"""The end of the answer that is still open: parsed again and again, until it is done.

Numbers, definitions and footnotes of what is done are fed back into each parse. The
parse of a huge block is put off until it has grown by a good part of itself, so that
all parses together cost no more than a few of the whole.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from markdown_it.token import Token

from citemark.answer import find_markers
from citemark.diagnostic import Finding
from citemark.dialect import pending_from, spoken
from citemark.document.completing import UNFINISHED
from citemark.document.cutting import Cut, find_cut, top_blocks
from citemark.document.document import Document, order_of, parse
from citemark.document.env import Env
from citemark.model import Citation
from citemark.options import Options
from citemark.pipeline import view_tokens
from citemark.render.context import RenderContext
from citemark.render.growing import leaves_open
from citemark.render.tokens import slugs_after
from citemark.resolution import Ledger, Resolution
from citemark.resolve import resolve
from citemark.sources import SourceStore, known_in
from citemark.stream.footnotes import Footnotes
from citemark.stream.growing import GrowingText
from citemark.stream.quick import Quick, quick_way
from citemark.stream.undecided import decided

_SMALL = 2_048
"""Characters of an open block that is parsed whenever it grows."""
_SHARE = 16
"""A larger one is parsed when it has grown by this fraction of itself."""
_REACH = 21_600
"""From the end of a text, nothing before this can still become a marker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Some blocks of the answer, ready to be printed."""

    view: RenderContext
    start: int
    """Where they begin in the answer; code points."""
    findings: Sequence[Finding] = ()
    is_new: bool = True
    """False where the same citations were resolved the last time."""


class Region:
    """The open end of one answer, and what the text before it leaves behind."""

    def __init__(
        self, like: RenderContext, store: SourceStore, *, stable: bool
    ) -> None:
        """Begin with an empty answer, to be shown as *like* is."""
        self.give(store)
        self.ledger = Ledger.of(like.options)
        self._like = like
        self._stable = stable
        self._done: list[str] = []
        self.start = 0
        """Where the region begins in the answer."""
        self._text = GrowingText()
        self._read = self._shown = 0
        self._references: dict[str, object] = {}
        self._footnotes = Footnotes()
        self._document = like.document
        self._resolved: tuple[object, Resolution] | None = None
        self._is_plain = plain_for(like.options)

    def give(self, store: SourceStore) -> None:
        """Look for sources in *store* from now on."""
        self.store = store
        self.known = known_in(store)

    def add(self, text: str) -> None:
        """Go on with *text*."""
        self._text.add(text)

    @property
    def answer(self) -> str:
        """The whole answer so far."""
        return "".join([*self._done, str(self._text)])

    @property
    def done(self) -> str:
        """The answer before the region."""
        return "".join(self._done)

    @property
    def is_due(self) -> bool:
        """Whether it has grown enough to be parsed again."""
        grown = len(self._text) - self._read
        return self._read < _SMALL or grown * _SHARE >= self._read

    def resolve_again(self, ledger: Ledger | None = None) -> None:
        """Ask for sources anew at the next parse."""
        if ledger is not None:
            self.ledger = ledger
        self._resolved = None
        self._shown = 0

    def read(self) -> tuple[Stretch | None, Stretch | None]:
        """Parse the region; return what is done now, and what is open.

        None where nothing is done, or nothing can be seen that could not before.
        """
        text = str(self._text)
        shown = self._decided(text)
        self._read = len(text)
        if len(shown) == self._shown:
            return None, None
        self._shown = len(shown)
        document = self._parse(shown)
        options = self._like.options
        cut = find_cut(
            document, formulas=options.dollarmath, leaves_open=leaves_open(options)
        )
        done = self._finish(document, cut, text) if cut else None
        self._document = document
        blocks = top_blocks(document.tokens)
        first, end = cut.tokens if cut else 0, blocks[-1].end if blocks else 0
        return done, self._open(document, document.tokens[first:end])

    def quick(self, html: str) -> Quick | None:
        """Return a way to go on without a parse from what *html* shows, if any."""
        if self._shown < len(self._text):
            return None
        return quick_way(self._document, html, self._like.options, self._is_plain)

    def _decided(self, text: str) -> str:
        """Return what of *text* can be shown: no half marker, nothing that may jump."""
        options = self._like.options
        begin = max(0, len(text) - _REACH)
        tail = text[begin:] if begin else text
        end = begin + pending_from(tail, options.dialect, options.syntax, self.known)
        text = text[:end] if end < len(text) else text
        return text if self._stable else text[: decided(text)]

    def _parse(self, text: str) -> Document:
        env: Env = {}
        if self._references:
            env["references"] = ChainMap({}, self._references)
        self._footnotes.lend(env)
        UNFINISHED.put(env, not self._stable)
        markers = find_markers(text, self._like.options, self.known)
        return parse(self._like.document.md, text, markers, env)

    def _finish(self, document: Document, cut: Cut, text: str) -> Stretch:
        """Take everything before *cut* out of the region."""
        tokens = document.tokens[: cut.tokens]
        start = self.start
        resolution, order = self._resolve(document, tokens)
        stretch = Stretch(
            view=view_tokens(document, tokens, resolution, self._like),
            start=start,
            findings=[
                *(each for each in document.findings if each.start < cut.offset),
                *resolution.findings,
            ],
        )
        self.ledger.add(resolution, len(order))
        self._keep_definitions(document.env, cut, text)
        if self._like.options.heading_ids:
            slugs = slugs_after(self._like.slugs, tokens)
            self._like = replace(self._like, slugs=slugs)
        self._done.append(text[: cut.offset])
        self.start += cut.offset
        self._text = GrowingText(text[cut.offset :])
        self._shown -= cut.offset
        self._read -= cut.offset
        self._resolved = None
        return stretch

    def _keep_definitions(self, env: Env, cut: Cut, text: str) -> None:
        """Keep the definitions that are before *cut*, for the text behind it."""
        found = env.get("references", {})
        new: Mapping[str, Mapping[str, tuple[int, int]]]
        new = found.maps[0] if isinstance(found, ChainMap) else found
        self._references.update(
            (label, definition)
            for label, definition in new.items()
            if definition["map"][1] <= cut.line
        )
        if "[^" in text and self._like.options.footnotes:
            # Which of them are before the cut, only a parse of that part can tell.
            self._footnotes.keep(self._parse(text[: cut.offset]).env)

    def _open(self, document: Document, tokens: Sequence[Token]) -> Stretch:
        resolution, order = self._resolve(document, tokens)
        known = self._resolved[1] if self._resolved else None
        self._resolved = (order, resolution)
        return Stretch(
            view=view_tokens(document, tokens, resolution, self._like),
            start=self.start,
            is_new=resolution is not known,
        )

    def _resolve(
        self, document: Document, tokens: Sequence[Token]
    ) -> tuple[Resolution, tuple[tuple[int, tuple[Citation, ...]], ...]]:
        """Resolve what *tokens* cite, unless it is what was resolved the last time."""
        layout = document.layout
        ordinals = order_of(tokens, layout) if layout else []
        order = tuple([(at, document.markers[at].citations) for at in ordinals])
        if self._resolved is not None and self._resolved[0] == order:
            return self._resolved[1], order
        resolution = resolve(
            document.markers,
            ordinals,
            self.store,
            self._like.options,
            document.source,
            before=self.ledger,
        )
        return resolution, order


def plain_for(options: Options) -> Callable[[str], bool]:
    """Return what says whether a text needs no parse to be shown in code.

    It is for a text behind one whose markers are all complete.
    """
    triggers = {each for one in spoken(options.dialect) for each in one.triggers}
    spelled = "".join(map(re.escape, sorted(triggers)))
    special = re.compile(f"[\r\x80-\x9f\ue000-\uf8ff{spelled}]")

    def is_plain(text: str) -> bool:
        if special.search(text):
            return False
        return pending_from(text, options.dialect, options.syntax) == len(text)

    return is_plain
