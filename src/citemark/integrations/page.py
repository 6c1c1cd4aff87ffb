"""A page that another program parses: its markers go in disguise, references come out.

In the page's text, every marker is a single character of a private-use plane that
occurs nowhere else, between two rare punctuation marks, so that no parser takes it for
a part of a word, a link or a tag. Whatever the parser makes of the page, its caller
finds the characters again, and says in which order readers meet them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from html import unescape
from pathlib import Path

from citemark.answer import clean_answer, find_markers
from citemark.config import options_from
from citemark.diagnostic import Diagnostic, Finding, diagnose
from citemark.dialect import Known
from citemark.document.displace import bare_text
from citemark.document.document import Document
from citemark.document.parser import shared_parser
from citemark.errors import SourceError
from citemark.integrations.slots import find_places
from citemark.model import Marker
from citemark.options import Options
from citemark.render.context import RenderContext
from citemark.render.html import article_of
from citemark.render.ids import safe_prefix
from citemark.render.names import Names
from citemark.render.noterefs import NoteRefs
from citemark.render.notes import HtmlNotes
from citemark.render.theme import load_theme
from citemark.resolution import Resolution
from citemark.resolve import resolve
from citemark.sources import Sources
from citemark.stores import open_store

# Punctuation to every parser, in scripts of which no page is written.
_GUARDS = "\U00010100\U00010101\U0001039f\U000103d0\U00010857\U0001091f"
_DISGUISES = (range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))
# As ranges: in a set, each character would be compared with each.
_PRIVATE = "\U000f0000-\U000ffffd\U00100000-\U0010fffd"
_PRIVATE_RE = re.compile(f"[{_PRIVATE}]")
_SPELLED_RE = re.compile(r"&#[xX]?[0-9a-fA-F]{5,16};")
_DIGEST_BYTES = 4
_KEPT = 32
_LONGEST_ROW = 1_000


@dataclass(frozen=True, slots=True)
class Cited:
    """The references of one page, numbered, and everything to print them with."""

    ctx: RenderContext
    noterefs: NoteRefs
    sources: str
    """The list of sources as HTML; empty where nothing is cited."""
    diagnostics: tuple[Diagnostic, ...]

    @property
    def resolution(self) -> Resolution:
        """The numbered references, for printers of other formats."""
        return self.ctx.resolution


class Page:
    """The markers of one page."""

    def __init__(
        self, options: Options | None = None, known: Known | None = None
    ) -> None:
        """Begin without any text; *known* is as for `find_markers`."""
        self.options = options or Options()
        self._known = known
        self.front_lines = 0
        """Lines of the file before the text, which nobody parses."""
        self.own_chars = 0
        """Of the text that is the page itself, and not of a file it includes."""
        self.text = ""
        """All that was disguised so far: what offsets of findings refer to."""
        self._markers: list[Marker] = []
        self._ordinals: dict[str, int] = {}
        self._guard = ""
        self._free = _free("")
        self._found = _PRIVATE_RE

    @property
    def count(self) -> int:
        """The number of markers."""
        return len(self._markers)

    def disguise(self, text: str, *, keeps_width: bool = False) -> str:
        """Return *text* with one character for each marker, to be parsed by others.

        With *keeps_width*, blanks keep what is behind it on a line of a table where it
        is, for parsers that find cells by their columns.
        """
        text = clean_answer(text)
        markers = find_markers(text, self.options, self._known)
        if not self._ordinals:
            known = self.text + text
            self._guard = next((each for each in _GUARDS if each not in known), "")
            self._found = re.compile(f"[{self._guard}{_PRIVATE}]")
            self._free = _free(known)
        else:
            taken = [self._guard, *self._ordinals]
            text = text.translate(
                dict.fromkeys(map(ord, filter(None, taken)), "\ufffd")
            )
        bare, offsets = bare_text(text, markers)
        shift, first = len(self.text), len(self._markers)
        self._markers += [marker.moved(shift) for marker in markers]
        self.text += text
        pieces: list[str] = []
        done, gap = 0, ""
        for at, ordinal, disguise in self._placed(find_places(bare, offsets), first):
            marker = self._markers[ordinal]
            before = bare[done:at] if marker.text else _unspaced(bare, done, at)
            if at > done:
                pieces.append(gap if bare[done].isalnum() else "")
                gap = ""
            # A blank that no reference follows stands behind it, between two words.
            gap = gap or bare[done + len(before) : at]
            written = f"{before}{self._guard}{disguise}{self._guard}"
            pieces.append(written)
            if keeps_width and offsets[ordinal - first] == at and _is_row(bare, at):
                width = at - done + marker.end - marker.start
                pieces.append(" " * (width - len(written)))
                gap = ""
            done = at
        pieces.append(gap if bare[done : done + 1].isalnum() else "")
        return "".join([*pieces, bare[done:]])

    def add(self, fields: Sequence[str]) -> str:
        """Return the disguise of a marker that a page spells in a way of its own.

        *fields* are source IDs, each followed by its locators.
        """
        given = self.options
        marker = "\ue202".join(["\ue200" + given.families[0], *fields]) + "\ue201"
        self.options = replace(given, dialect="openai")
        try:
            return self.disguise(marker)
        finally:
            self.options = given

    def _placed(
        self, places: Sequence[int | None], first: int
    ) -> list[tuple[int, int, str]]:
        """Return places, ordinals and disguises, as they stand in the text."""
        placed: list[tuple[int, int, str]] = []
        for ordinal, at in enumerate(places, first):
            disguise = None if at is None else next(self._free, None)
            if at is not None and disguise is not None:
                self._ordinals[disguise] = ordinal
                placed.append((at, ordinal, disguise))
        return sorted(placed)

    def split(self, text: str, escape: Callable[[str], str] = str) -> list[str | int]:
        """Return *text* in pieces: what readers see, and the ordinals of markers.

        A marker that only displays a word is that word, which *escape* makes fit.
        """
        if not self._ordinals:
            return [text]
        pieces: list[str | int] = []
        done = 0
        for match in self._found.finditer(text):
            ordinal = self._ordinals.get(match[0])
            if ordinal is None and match[0] != self._guard:
                continue
            if match.start() > done:
                pieces.append(text[done : match.start()])
            done = match.end()
            if ordinal is not None:
                word = self._markers[ordinal].text
                pieces.append(escape(word) if word else ordinal)
        if done < len(text):
            pieces.append(text[done:])
        return pieces

    def without(self, text: str, escape: Callable[[str], str] = str) -> str:
        """Return *text* as readers see it where no reference can stand."""
        pieces = self.split(text, escape)
        return "".join(each for each in pieces if isinstance(each, str))

    def cite(
        self,
        order: Sequence[int],
        sources: Sources,
        *,
        theme: str | Path = "base",
        id_prefix: str = "",
    ) -> Cited:
        """Number the references, given their markers' ordinals as readers meet them.

        Raises:
            SourceError: *sources* is unusable.
            UnresolvedCitationError: the options ask for it.
        """
        resolution = resolve(self._markers, order, sources, self.options, self.text)
        document = Document(
            source=self.text,
            markers=tuple(self._markers),
            tokens=(),
            order=tuple(order),
            findings=(),
            md=shared_parser(self.options),
        )
        ctx = RenderContext(
            document=document,
            tokens=(),
            resolution=resolution,
            options=self.options,
            theme=load_theme(theme),
            id_prefix=safe_prefix(id_prefix),
        )
        findings: list[Finding] = [*resolution.findings]
        for marker in self._markers:
            findings += marker.findings
        names = Names(ctx)
        return Cited(
            ctx=ctx,
            noterefs=NoteRefs(ctx, names),
            sources=_listed(ctx, HtmlNotes(ctx, names)),
            diagnostics=diagnose(findings, self.text),
        )


def without_markers(text: str, options: Options) -> str:
    """Return *text* as readers see it, from where nothing can be cited."""
    page = Page(options)
    return page.without(page.disguise(text))


def digest(text: str) -> str:
    """Return a short name for a page of which nothing is known but its text.

    Ids begin with it: an overview may show many pages in one.
    """
    return f"cx-{blake2b(text.encode(), digest_size=_DIGEST_BYTES).hexdigest()}"


def given_options(options: Options | Mapping[str, object] | None) -> Options:
    """Return the options that a configuration file or a program gives.

    People who write pages may use icons, which are private-use characters.

    Raises:
        ConfigError: there is no such option, or it has no such value.
    """
    if isinstance(options, Options):
        return options
    return options_from({"private_use": "keep", **(options or {})})


def given_sources(sources: Sources | str | Path) -> Sources:
    """Return the sources that a configuration file or a program gives.

    A file is read once, and again when it has changed.

    Raises:
        SourceError: it cannot be used.
    """
    if not isinstance(sources, (str, Path)):
        return sources
    if not str(sources):
        return None
    path = Path(sources)
    try:
        stat = path.stat()
    except OSError as error:
        msg = f"{path}: {error.strerror or error}"
        raise SourceError(msg) from error
    return _opened(path.resolve(), stat.st_mtime_ns, stat.st_size)


def sources_in(folder: str | Path, name: str) -> Sources:
    """Return the sources in the file *name* of *folder*, and of no other.

    Pages say which one; who writes pages need not be who may read all files.

    Raises:
        SourceError: it is elsewhere, or it cannot be used.
    """
    root = Path(folder).resolve()
    path = (root / name).resolve()
    if not path.is_relative_to(root):
        msg = f"citemark_sources: expected a file in {folder}, got {name!r}"
        raise SourceError(msg)
    return given_sources(path)


@lru_cache(_KEPT)
def _opened(path: Path, _changed: int, _size: int) -> Sources:
    return open_store(path)


def _free(text: str) -> Iterator[str]:
    """Yield characters of the private planes that *text* does not hold or spell."""
    taken = frozenset(text) if text and max(text) >= "\U000f0000" else frozenset()
    taken |= frozenset(map(unescape, _SPELLED_RE.findall(text)))
    for plane in _DISGUISES:
        for code in plane:
            if chr(code) not in taken:
                yield chr(code)


def _unspaced(text: str, begin: int, end: int) -> str:
    """Return that stretch of *text* without the blanks that no reference follows."""
    stretch = text[begin:end]
    kept = stretch.rstrip(" \t")
    is_indent = kept.endswith("\n") or (not kept and not begin)
    return stretch if is_indent else kept


def _is_row(text: str, at: int) -> bool:
    """Say whether *at* is on a line that begins with a pipe."""
    window = text[max(0, at - _LONGEST_ROW) : at]
    return window.rpartition("\n")[2].lstrip(" \t").startswith("|")


def _listed(ctx: RenderContext, notes: HtmlNotes) -> str:
    """Return the list of sources in the theme's frame, or nothing."""
    section = notes.section()
    if not section:
        return ""
    return article_of(ctx, body="", notes=section, cards=notes.cards())
