"""Exports of whole conversations: each as a page, however large the export is.

An export is one list in one file, often of hundreds of megabytes. It is read piece by
piece, so that no more than one conversation is in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, cast
from zipfile import BadZipFile, ZipFile

from citemark.api import Renderer
from citemark.errors import ConfigError, SourceError
from citemark.options import Options
from citemark.providers.chatgpt_export import turns_from
from citemark.render.conversation import ShownTurn, conversation_page
from citemark.render.theme import load_theme
from citemark.responses.payload import Payload, payload
from citemark.text import clean_line

_MEMBER = "conversations.json"
_TITLE_CHARS = 200
_NAME_CHARS = 50
_NOT_IN_NAME_RE = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationPage:
    """One conversation as a page."""

    name: str
    """What its file may be called, without a suffix: date and title."""
    title: str
    date: str
    """When it began, ISO 8601; empty if the export does not say."""
    html: str
    answers: int
    citations: int


def read_conversations(file: BinaryIO) -> Iterator[object]:
    """Yield the conversations of an export, one after the other.

    Raises:
        SourceError: it is no JSON, or no list.
        ConfigError: ijson is not installed, which reads JSON piece by piece.
    """
    try:
        import ijson
    except ModuleNotFoundError as error:
        msg = "conversations: expected ijson to be installed: citemark[chatgpt]"
        raise ConfigError(msg) from error
    try:
        yield from ijson.items(file, "item", use_float=True)
    except (ijson.JSONError, UnicodeDecodeError) as error:
        reason = clean_line(str(error), 120)
        msg = (
            f"conversations: expected a list in JSON, got what ends or breaks: {reason}"
        )
        raise SourceError(msg) from error


@contextmanager
def open_export(path: Path) -> Iterator[BinaryIO]:
    """Open ``conversations.json``, by itself or in the archive that was downloaded.

    Raises:
        SourceError: the archive has no such file.
        OSError: the file cannot be read.
    """
    if path.suffix.lower() != ".zip":
        with path.open("rb") as file:
            yield file
        return
    try:
        with ZipFile(path) as archive, archive.open(_MEMBER) as member:
            yield cast("BinaryIO", member)
    except (BadZipFile, KeyError) as error:
        msg = f"{path.name}: expected an archive with {_MEMBER}"
        raise SourceError(msg) from error


class ConversationRenderer:
    """Renders conversations with one theme and one set of options."""

    def __init__(
        self, theme: str | Path | None = None, options: Options | None = None
    ) -> None:
        """Load the theme.

        Raises:
            ThemeError: the theme is missing or broken.
            ConfigError: an option cannot work.
        """
        self._name = theme or "chat"
        self._theme = load_theme(self._name)
        self._options = Renderer(self._name, options).options

    def render(self, conversation: object) -> ConversationPage:
        """Return *conversation* as a page; a source has one number on all of it.

        Raises:
            SourceError: it is no object.
        """
        read = payload(conversation)
        options, turns, cited, answers = self._options, [], 0, 0
        for index, turn in enumerate(turns_from(conversation), start=1):
            html = ""
            if turn.answer is not None:
                renderer = Renderer(self._name, options)
                result = renderer.render(turn.answer, id_prefix=f"t{index}")
                options = replace(options, numbering=result.numbering)
                html = result.html
                cited += len(result.citations)
                answers += 1
            turns.append(ShownTurn(turn.asked, html))
        title, date = _title(read), _date(read)
        return ConversationPage(
            name=_name(title, date),
            title=title,
            date=date,
            html=conversation_page(title, turns, self._theme, self._options),
            answers=answers,
            citations=cited,
        )


def _title(conversation: Payload) -> str:
    return clean_line(conversation.text("title"), _TITLE_CHARS) or "…"


def _date(conversation: Payload) -> str:
    """Return the day on which *conversation* began."""
    seconds = conversation["create_time"].value
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        return ""
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


def _name(title: str, date: str) -> str:
    """Return a file name that any system takes: letters, digits and hyphens."""
    words = _NOT_IN_NAME_RE.sub("-", title.lower())[:_NAME_CHARS].strip("-_")
    # Not the words alone: they may be what some system calls a device.
    return "-".join(filter(None, (date or "conversation", words)))
