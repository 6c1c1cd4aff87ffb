"""Exports of whole conversations: each as a page, however large the export is.

An export is one list in one file, often of hundreds of megabytes. It is read piece by
piece, so that no more than one conversation is in memory.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, cast
from zipfile import BadZipFile, ZipFile

from citemark.answer import clean_answer
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
_DEEPER = {"start_array": 1, "start_map": 1, "end_array": -1, "end_map": -1}


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
        yield from _items(ijson.basic_parse(file, use_float=True))
    except (ijson.JSONError, UnicodeDecodeError) as error:
        told = error.args[0]
        told = told.decode(errors="replace") if isinstance(told, bytes) else str(error)
        reason = clean_line(told, 120)
        msg = (
            f"conversations: expected a list in JSON, got what ends or breaks: {reason}"
        )
        raise SourceError(msg) from error


def _items(events: Iterable[tuple[str, object]]) -> Iterator[object]:
    """Yield the items of the list that *events* of ijson tell of.

    **Why** not `ijson.items`: it names what it reads by the whole path to it, which in
    a file that is nested deeply takes the square of its size in memory.
    """
    from ijson import ObjectBuilder

    first, depth, builder = "", 0, ObjectBuilder()
    for event, value in events:
        if not first:
            first = event
            if first != "start_array":
                msg = "conversations: expected a list in JSON, got another value"
                raise SourceError(msg)
        elif depth or event != "end_array":
            builder.event(event, value)
            depth += _DEEPER.get(event, 0)
            if not depth:
                yield builder.value
                builder = ObjectBuilder()


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
            turns.append(ShownTurn(clean_answer(turn.asked), html))
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
    title = clean_answer(conversation.text("title"))
    return clean_line(title, _TITLE_CHARS) or "…"


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
    """Return a file name that any system takes: letters, digits and hyphens.

    In the form in which systems compare names, so that none is that of another one.
    """
    name = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", title).lower())
    words = "".join(each if _is_of_word(each) else " " for each in name).split()
    shown = "-".join(words)[:_NAME_CHARS].strip("-")
    # Not the words alone: they may be what some system calls a device.
    return "-".join(filter(None, (date or "conversation", shown)))


def _is_of_word(char: str) -> bool:
    """Say whether *char* is a letter, a digit, or a mark on one."""
    return char.isalnum() or unicodedata.category(char).startswith("M")
