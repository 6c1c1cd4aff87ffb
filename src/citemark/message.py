"""An e-mail as a message: headers, its text first, its HTML, the pictures of that.

The same arguments give the same bytes. Lines end in CRLF, have at most 78 characters
and are ASCII, so that no server on the way has to change any.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import localtime, make_msgid

from citemark.errors import ConfigError
from citemark.model import Related


class _Policy(EmailPolicy):
    """Writes subjects so that no blank between two of their words is lost.

    What looks like an encoded word is encoded, too: it must arrive as it is.
    """

    def fold(self, name: str, value: str) -> str:
        """Return a header as lines."""
        if name != "Subject" or (value.isascii() and _ENCODED not in value):
            plain: str = super().fold(name, value)
            return plain
        folded = Header(value, "utf-8", header_name=name).encode(linesep=self.linesep)
        return f"{name}: {folded}{self.linesep}"

    def fold_binary(self, name: str, value: str) -> bytes:
        """Return a header as lines, which are ASCII."""
        return self.fold(name, value).encode("ascii")


_POLICY = _Policy(linesep="\r\n", cte_type="7bit")
_ENCODED = "=?"
# In a header these would begin another one, or mislead whoever reads it.
_CONTROL_RE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_MESSAGE_ID_RE = re.compile(r"<[!-;=?A-~]+@[!-;=?A-~]+>")
_DIGEST_CHARS = 24
_UNFOLDED = 1_000_000


def compose(
    *,
    html: str,
    text: str,
    related: Iterable[Related],
    subject: str,
    sender: str,
    to: str | Sequence[str],
    date: datetime | None,
    message_id: str | None,
) -> EmailMessage:
    """Return a message that is ready to be sent.

    Raises:
        ConfigError: a header cannot be written.
    """
    message = EmailMessage(_POLICY)
    message["Subject"] = _stored(_checked("subject", subject))
    (author,) = _addressed(message, "From", "sender", [sender], only=True)
    _addressed(message, "To", "to", [to] if isinstance(to, str) else to)
    message["Date"] = localtime() if date is None else date
    if message_id is None:
        message_id = make_msgid(domain=author.domain)
    elif _MESSAGE_ID_RE.fullmatch(message_id) is None:
        msg = f"message_id: expected one like '<id@host.example>', got {message_id!r}"
        raise ConfigError(msg)
    message["Message-ID"] = message_id
    fill(message, html=html, text=text, related=related)
    return message


def draft(
    *, html: str, text: str, related: Iterable[Related], subject: str
) -> EmailMessage:
    """Return a message that mail programs open to be addressed and sent."""
    message = EmailMessage(_POLICY)
    message["Subject"] = _stored(_CONTROL_RE.sub(" ", subject))
    message["X-Unsent"] = "1"
    fill(message, html=html, text=text, related=related)
    return message


def fill(
    message: EmailMessage, *, html: str, text: str, related: Iterable[Related]
) -> None:
    """Put the parts into *message*, what is liked best last."""
    message.set_content(text)
    message.add_alternative(html, subtype="html")
    _, page = message.iter_parts()
    digest = hashlib.sha256(f"{text}\0{html}".encode())
    for file in related:
        digest.update(file.data)
        kind, _, subtype = file.media_type.partition("/")
        page.add_related(
            file.data,
            kind,
            subtype,
            cid=f"<{file.name}>",
            filename=file.name,
            disposition="inline",
        )
    boundary = digest.hexdigest()[:_DIGEST_CHARS]
    multiparts = [part for part in message.walk() if part.is_multipart()]
    for index, part in enumerate(multiparts):
        # Random ones would make each message another.
        part.set_boundary(f"cx-{index}-{boundary}")


def _stored(subject: str) -> str:
    """Return what a message takes for *subject*: it decodes encoded words."""
    if _ENCODED not in subject:
        return subject
    return Header(subject, "utf-8", maxlinelen=_UNFOLDED).encode()


def _checked(name: str, value: str) -> str:
    """Return *value*, if it can stand in a header."""
    if _CONTROL_RE.search(value):
        msg = f"{name}: expected one line without control characters, got {value!r}"
        raise ConfigError(msg)
    return value


def _addressed(
    message: EmailMessage,
    header: str,
    name: str,
    given: Sequence[str],
    *,
    only: bool = False,
) -> tuple[Address, ...]:
    """Write the addresses *given* into *header*, and return them as they are read."""
    value = _checked(name, ", ".join(given))
    message[header] = value
    read = message[header]
    addresses: tuple[Address, ...] = read.addresses
    sound = addresses and not read.defects and all(map(_is_sound, addresses))
    if not sound or (only and len(addresses) > 1):
        wanted = "one mail address" if only else "mail addresses"
        example = "'Ada <ada@host.example>'"
        msg = f"{name}: expected {wanted} such as {example}, got {value!r}"
        raise ConfigError(msg)
    return addresses


def _is_sound(address: Address) -> bool:
    """Tell whether any server can deliver to *address*."""
    return bool(address.username and address.domain and address.addr_spec.isascii())
