"""The result of rendering one answer."""

from __future__ import annotations

import base64
import dataclasses
import html
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from typing import Literal

from citemark.dependencies import dependencies_of
from citemark.diagnostic import Diagnostic
from citemark.errors import ConfigError
from citemark.model import Reference, Related, ResolvedCitation, Unsupported
from citemark.options import Numbering
from citemark.request import Request
from citemark.source import Source

_HTML = "text/html"
_ASTRAL = 0x10000


class _Html(str):
    """HTML for templates that turn what they print into a text first, as Django does.

    Unlike ``Markup`` it is a text like any other to all who add to it or format it.
    """

    __slots__ = ()

    def __html__(self) -> str:
        """Return what a template may insert unescaped."""
        return str(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """One rendered answer, and everything an application may want to know about it.

    Print it with ``str()``; in a template with autoescaping ``{{ rendered }}`` is right
    for every output, since HTML goes out as it is and everything else escaped.
    """

    body: str
    """The output; bytes where the format is not a text: ``pdf``."""
    media_type: str
    references: tuple[Reference, ...]
    citations: tuple[ResolvedCitation, ...]
    diagnostics: tuple[Diagnostic, ...]
    unsupported: tuple[Unsupported, ...]
    """Stretches of the answer that lost their only citation."""
    numbering: Numbering
    """For the next answer of the same conversation or page."""
    request: Request = field(repr=False)
    """What this was made from, but for the sources."""
    sources: tuple[Source, ...] = field(repr=False)
    """The sources that are cited and exist, whether they are shown or refused."""
    text: str | None = field(default=None, repr=False)
    """The plain text beside ``body``, for formats that have both: ``email``."""
    related: tuple[Related, ...] = ()
    """The files that ``body`` refers to, for formats that have such: ``email``."""

    @property
    def answer(self) -> str:
        """The answer that all offsets refer to: cleaned of surrogates and NUL."""
        return self.request.answer

    @property
    def dependencies(self) -> dict[str, str]:
        """Document ID → content hash; `SourceRegistry.stale` compares them.

        A source without document counts as one itself, a record without hash by its
        text. An unknown source ID is no dependency.
        """
        return dependencies_of(self.sources)

    @property
    def etag(self) -> str:
        """A strong entity tag, quotes included, that is the same in every process."""
        return self.request.etag(bytes(self), self.sources)

    @property
    def html(self) -> str:
        """The body, where it is HTML.

        Raises:
            ConfigError: it is something else.
        """
        if self.media_type != _HTML:
            msg = f"html: expected an output of HTML, got {self.media_type}"
            raise ConfigError(msg)
        return self.body

    def to_message(
        self,
        *,
        subject: str,
        sender: str,
        to: str | Sequence[str],
        date: datetime | None = None,
        message_id: str | None = None,
    ) -> EmailMessage:
        """Return an e-mail that ``smtplib`` can send: text, HTML and its pictures.

        Without *date* it is of now, without *message_id* it gets a new one; with both,
        the same arguments give the same bytes.

        Raises:
            ConfigError: the output is no e-mail, or a header cannot be written.
        """
        from citemark.message import compose

        if self.text is None or self.media_type != _HTML:
            msg = f"to_message(): expected to='email', got to={self.request.to!r}"
            raise ConfigError(msg)
        return compose(
            html=self.body,
            text=self.text,
            related=self.related,
            subject=subject,
            sender=sender,
            to=to,
            date=date,
            message_id=message_id,
        )

    def snapshot(self) -> dict[str, object]:
        """Return plain data for JSON that renders the same bytes years later.

        It holds the answer, the options that differ from their defaults, and every
        cited source with its text and hash; `citemark.snapshots.restore` renders it.

        Raises:
            ConfigError: an option is code, which no data can hold.
        """
        return self.request.snapshot(self.etag, self.sources)

    def __str__(self) -> str:
        """Return the body.

        Raises:
            ConfigError: it is no text.
        """
        body: object = self.body
        if not isinstance(body, str):
            msg = f"str(): expected text, got {self.media_type}: use bytes()"
            raise ConfigError(msg)
        return _Html(body) if self.media_type == _HTML else body

    def __bytes__(self) -> bytes:
        """Return what a file of this output holds, texts as UTF-8."""
        body: object = self.body
        return body if isinstance(body, bytes) else self.body.encode("utf-8", "replace")

    def __html__(self) -> str:
        """Return what a template may insert unescaped."""
        text = str(self)
        return text if self.media_type == _HTML else html.escape(text)

    def to_dict(
        self, *, offsets: Literal["codepoint", "utf-16"] = "codepoint"
    ) -> dict[str, object]:
        """Return plain data for JSON; a body of bytes is in Base64.

        With ``offsets="utf-16"``, offsets count UTF-16 code units, as JavaScript does.

        Raises:
            ConfigError: *offsets* is neither of the two.
        """
        if offsets not in ("codepoint", "utf-16"):
            msg = f"offsets: expected 'codepoint' or 'utf-16', got {offsets!r}"
            raise ConfigError(msg)
        body: object = self.body
        if isinstance(body, bytes):
            body = base64.b64encode(body).decode()
        data: dict[str, object] = {
            "body": body,
            "media_type": self.media_type,
            "citations": [dataclasses.asdict(item) for item in self.citations],
            "references": [dataclasses.asdict(item) for item in self.references],
            "diagnostics": [dataclasses.asdict(item) for item in self.diagnostics],
            "unsupported": [dataclasses.asdict(item) for item in self.unsupported],
            "dependencies": self.dependencies,
            "etag": self.etag,
        }
        if offsets == "utf-16" and not self.answer.isascii():
            _convert(data, _utf16_offsets(self.answer))
        return data


def _utf16_offsets(text: str) -> list[int]:
    """Return, for each code-point offset of *text*, the offset in UTF-16 code units."""
    offsets = [0]
    for character in text:
        offsets.append(offsets[-1] + 1 + (ord(character) >= _ASTRAL))
    return offsets


def _convert(value: object, offsets: list[int]) -> None:
    """Replace every ``start`` and ``end`` in nested data."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("start", "end") and isinstance(item, int):
                value[key] = offsets[min(item, len(offsets) - 1)]
            else:
                _convert(item, offsets)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _convert(item, offsets)
