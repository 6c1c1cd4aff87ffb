"""Plain text, for terminals: the Markdown as it comes, then the list of sources."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from citemark.render.escape import without_controls
from citemark.stream.encoder import Encoder
from citemark.stream.events import Abort, End, Event, Text
from citemark.stream.fragments import VOID, behind_blocks

# C1, which terminals obey as they do an escape character.
_C1_RE = re.compile("[\x7f-\x9f]")


def encode(event: Event, _target: str) -> str:
    """Write the text, and at the end a line for each source."""
    match event:
        case Text(text=text):
            return _shown(text)
        case End():
            return _sources(event)
        case Abort():
            return "\n"
        case _:
            return ""


def _shown(text: str) -> str:
    """Return *text* with what controls a terminal made visible."""
    text = without_controls(text.replace("\r\n", "\n"))
    return _C1_RE.sub("\N{REPLACEMENT CHARACTER}", text)


def _sources(end: End) -> str:
    notes = _Notes(end.prefix)
    notes.feed(end.article[behind_blocks(end) :])
    notes.close()
    lines = [f"[{n}] {title}{url and f' <{url}>'}\n" for n, title, url in notes.found]
    return "\n" + "\n" * bool(lines) + "".join(lines)


class _Notes(HTMLParser):
    """Reads the notes of an article, the first element of which names the source."""

    def __init__(self, prefix: str) -> None:
        """Look for notes whose ids begin with *prefix*."""
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self._note_re = re.compile(rf"{re.escape(prefix)}s(\d+)")
        self._number = self._title = self._url = ""
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a note, or go down inside the name of its source."""
        values = dict(attrs)
        note = self._note_re.fullmatch(values.get("id") or "")
        if note:
            self._number, self._title, self._url, self._depth = note[1], "", "", 0
        elif self._number:
            self._url = self._url or values.get("href") or ""
            self._depth += tag not in VOID

    def handle_data(self, data: str) -> None:
        """Take what the name says."""
        self._title += data if self._depth else ""

    def handle_endtag(self, _tag: str) -> None:
        """Go up; the first element ends what is read of the note."""
        self._depth -= bool(self._number)
        if self._number and not self._depth:
            self.found.append((self._number, self._title.strip(), self._url))
            self._number = ""


ENCODER = Encoder(
    name="text",
    about="plain text, with the list of sources at the end",
    encode=encode,
    media_type="text/plain; charset=utf-8",
    texts=True,
)
