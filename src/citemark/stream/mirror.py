"""What a reader has of a message: blocks, notes and cards in their shell.

The stream keeps it to send only what is new, to tell a reader who comes back, and to
make sure at the end that what was sent is the whole answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from citemark.locator import Locator
from citemark.stream.growing import GrowingText


@dataclass(slots=True)
class Block:
    """A block that readers have; *opened*, *closed* and *changed* say since when."""

    html: str
    start: int
    """Where it begins in the answer; code points."""
    opened: int
    closed: int
    changed: int


@dataclass(slots=True)
class OpenBlock:
    """The block that still grows: what is added goes before its *tail*."""

    start: int
    opened: int
    head: GrowingText = field(default_factory=GrowingText)
    tail: str = ""

    @property
    def html(self) -> str:
        """All of it."""
        return f"{self.head}{self.tail}"

    def put(self, html: str, tail: int) -> None:
        """Replace it by *html*, of which the last *tail* characters close it."""
        self.head = GrowingText(html[: len(html) - tail])
        self.tail = html[len(html) - tail :]


@dataclass(slots=True)
class Note:
    """The note and the card of a source; *added* and *changed* say since when."""

    id: str
    source: Mapping[str, object]
    added: int
    changed: int = 0
    html: str = ""
    card: str = ""
    source_id: str = ""
    """What it is of: a number may become that of a source that comes late."""
    locators: tuple[Locator, ...] = ()
    """The cited places that it shows."""
    noterefs: int = 0
    """The number of links back in it."""


@dataclass(frozen=True, slots=True)
class Shell:
    """The article and its section of sources with slots, and the slots themselves."""

    article: str
    section: str
    blocks: str
    sources: str
    notes: str
    cards: str


@dataclass(slots=True)
class Mirror:
    """The message as readers have it by now."""

    shell: Shell
    blocks: list[Block] = field(default_factory=list)
    """Those that are closed."""
    open: OpenBlock | None = None
    notes: dict[int, Note] = field(default_factory=dict)
    has_section: bool = False
    """Whether readers have the section of sources."""
    dropped: int = 0
    """When a note was removed last."""

    def finished(self) -> str:
        """Return the article without its slots."""
        shell = self.shell
        article = self._filled(self.open.html if self.open else "")
        for slot in (shell.blocks, shell.sources, shell.notes, shell.cards):
            article = article.replace(slot, "", 1)
        return article

    def growing(self, open_block: str) -> str:
        """Return the article with its slots and the element *open_block*."""
        return self._filled(open_block)

    def _filled(self, open_block: str) -> str:
        """Return the article with everything before its slots."""
        shell = self.shell
        blocks = "".join([block.html for block in self.blocks]) + open_block
        notes = "".join([note.html for note in self.notes.values()])
        cards = "".join([note.card for note in self.notes.values()])
        section = shell.section.replace(shell.notes, notes + shell.notes, 1)
        article = shell.article
        # From the last slot on: no text from outside is looked through for one.
        for slot, html in (
            (shell.cards, cards),
            (shell.sources, section if self.has_section else ""),
            (shell.blocks, blocks),
        ):
            before, _, after = article.partition(slot)
            article = f"{before}{html}{slot}{after}"
        return article
