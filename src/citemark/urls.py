"""The URL policy for sources and links: what may be linked to, and how it is shown.

**Why** not ``urllib.parse``: on hostile input it and browsers disagree about where a
URL leads (a backslash, a missing slash, a full-width dot). The grammar here accepts
only what every parser reads alike; the price is that a few odd but harmless addresses
are shown without a link.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

_SCHEME_RE = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY_RE = re.compile(r"//([^/?#]*)(.*)", re.DOTALL)
_HOST_RE = re.compile(r"([^:]*)(?::([0-9]{1,5}))?")
_LABEL_RE = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER_RE = re.compile(r"[0-9]+|0x[0-9a-f]*")
_BYTE_RE = re.compile(r"0|[1-9][0-9]{0,2}")
_MAILBOX_RE = re.compile(r"([A-Za-z0-9.!#$&'*+/=^_`{|}~-]+)@([^@?#]+)(\?[^#]*)?")
_CONTROL_RE = re.compile(r"[\x00-\x20\x7f-\xa0]")
_QUOTE_RE = re.compile(r"[\\\"<>]")
_BAD_ESCAPE_RE = re.compile(r"%(?![0-9A-Fa-f]{2})")
_ESCAPED_MARKER_RE = re.compile(r"%ee%88%8[0-6]", re.IGNORECASE)
_ESCAPED_CONTROL_RE = re.compile(r"%(?:[01][0-9A-Fa-f]|7[Ff])")
_FOREIGN_RE = re.compile(r"[^\x00-\x7f]+")
_UNSAFE_IN_FRAGMENT_RE = re.compile(r"[^A-Za-z0-9!$&'()*+,;=:@/?._~%-]+")
_SLOT_RE = re.compile(r"\{(url|first|last|line)\}")
# Format, control, surrogate, private-use and separator characters.
_HIDDEN_CATEGORIES = frozenset({"Cf", "Cc", "Cs", "Co", "Zs", "Zl", "Zp"})
# Letters and marks by category, but nothing to see.
_HIDDEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SELECTOR_RE = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MOST_HOST_CHARS = 253
_MOST_PORT = 65_535
_MOST_BYTE = 255
_IPV4_BYTES = 4
_SHOWN_SCHEME_CHARS = 20
# Refused even where an application lists them.
_SCRIPTED = frozenset(
    {"about", "blob", "data", "file", "filesystem", "jar", "javascript", "livescript"}
    | {"mocha", "vbscript", "view-source"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlCheck:
    """The verdict on one URL: either ``url`` or ``reason`` is None."""

    url: str | None
    """What to link to: ASCII only, scheme and host in lower case."""
    host: str | None
    """What to show beside the link: ASCII, without port; None for mail addresses."""
    reason: str | None
    """Why there is no link: a phrase that reads after "the URL"."""
    insecure: bool = False
    """True for ``http``, which anyone on the way can change."""


class _RefusedError(Exception):
    """The URL must not become a link; the message is the reason."""


def check_url(
    url: str, *, schemes: Iterable[str] = ("https", "http"), max_chars: int = 2048
) -> UrlCheck:
    """Check *url* and return what may be linked to, or the reason why nothing may.

    >>> check_url("https://Example.org/a").url
    'https://example.org/a'
    >>> check_url("javascript:alert(1)").reason
    "has the scheme 'javascript', which is not allowed"
    """
    try:
        _check_characters(url, max_chars)
        return _check_parts(url, frozenset(schemes), max_chars)
    except _RefusedError as refused:
        return UrlCheck(url=None, host=None, reason=str(refused))


def with_anchor(url: str, anchor: str) -> str:
    """Return the checked *url* with *anchor* as its fragment, in place of any other.

    >>> with_anchor("https://example.org/#old", "#two words")
    'https://example.org/#two%20words'
    """
    base, _, _ = url.partition("#")
    fragment = _UNSAFE_IN_FRAGMENT_RE.sub(_escape, anchor.removeprefix("#"))
    return f"{base}#{_BAD_ESCAPE_RE.sub('%25', fragment)}"


def fill_template(template: str, *, url: str, first: int, last: int) -> str:
    """Return *template* with its ``{url}``, ``{first}``, ``{last}``, ``{line}`` filled.

    A ``{url}`` that does not begin the template becomes a query value and is escaped.

    >>> fill_template("{url}#L{first}-{last}", url="https://a.example", first=2, last=3)
    'https://a.example#L2-3'
    """

    def fill(slot: re.Match[str]) -> str:
        if slot[1] == "url":
            return url if slot.start() == 0 else quote(url, safe="")
        return str(last if slot[1] == "last" else first)

    return _SLOT_RE.sub(fill, template)


def _check_characters(url: str, max_chars: int) -> None:
    """Refuse a URL by length or by what it is made of."""
    if not url:
        msg = "is empty"
        raise _RefusedError(msg)
    if len(url) > max_chars:
        msg = f"is longer than {max_chars} characters"
        raise _RefusedError(msg)
    if _CONTROL_RE.search(url):
        msg = "has white space or a control character in it"
        raise _RefusedError(msg)
    if _QUOTE_RE.search(url):
        msg = "has a backslash, a double quote or an angle bracket in it"
        raise _RefusedError(msg)
    if any(map(_is_hidden, "".join(_FOREIGN_RE.findall(url)))):
        msg = "has an invisible or private-use character in it"
        raise _RefusedError(msg)
    if _BAD_ESCAPE_RE.search(url):
        msg = "has a broken percent escape in it"
        raise _RefusedError(msg)
    if _ESCAPED_MARKER_RE.search(url):
        msg = "has an escaped marker character in it"
        raise _RefusedError(msg)


def _is_hidden(char: str) -> bool:
    """Say whether a reader would not see *char* in a URL."""
    return (
        unicodedata.category(char) in _HIDDEN_CATEGORIES
        or char in _HIDDEN
        or _SELECTOR_RE.match(char) is not None
    )


def _check_parts(url: str, schemes: frozenset[str], max_chars: int) -> UrlCheck:
    """Check scheme, host and the rest, and put the linkable form together."""
    match = _SCHEME_RE.match(url)
    if match is None:
        msg = "has no scheme"
        raise _RefusedError(msg)
    scheme = match[1].lower()
    if scheme not in schemes or scheme in _SCRIPTED:
        shown = scheme[:_SHOWN_SCHEME_CHARS]
        msg = f"has the scheme '{shown}', which is not allowed"
        raise _RefusedError(msg)
    rest = url[match.end() :]
    if scheme == "mailto":
        host, linked = None, f"mailto:{_mailbox(rest)}"
    else:
        host, tail = _split_authority(rest)
        linked = f"{scheme}:{tail}"
    if len(linked) > max_chars:
        msg = f"is longer than {max_chars} characters once it is escaped"
        raise _RefusedError(msg)
    return UrlCheck(url=linked, host=host, reason=None, insecure=scheme == "http")


def _split_authority(rest: str) -> tuple[str, str]:
    """Return the host of what follows ``https:``, and all of it in ASCII."""
    match = _AUTHORITY_RE.fullmatch(rest)
    if match is None:
        msg = "has no '//' after its scheme"
        raise _RefusedError(msg)
    authority, tail = match[1], match[2]
    if "@" in authority:
        msg = "has a user name or password in it"
        raise _RefusedError(msg)
    parts = _HOST_RE.fullmatch(authority)
    if parts is None or int(parts[2] or 0) > _MOST_PORT:
        msg = "has a bad host or port"
        raise _RefusedError(msg)
    host = _host(parts[1])
    port = f":{parts[2]}" if parts[2] else ""
    return host, f"//{host}{port}{_FOREIGN_RE.sub(_escape, tail)}"


def _host(host: str) -> str:
    """Return *host* in ASCII and lower case, if every parser reads it alike."""
    ascii_host = host.lower() if host.isascii() else _to_ascii(host)
    labels = ascii_host.removesuffix(".").split(".")
    if len(ascii_host) > _MOST_HOST_CHARS or not all(map(_LABEL_RE.fullmatch, labels)):
        msg = "has a bad host or port"
        raise _RefusedError(msg)
    if _NUMBER_RE.fullmatch(labels[-1]) and not _is_ipv4(ascii_host):
        msg = "has a number for a host"
        raise _RefusedError(msg)
    for label in labels:
        if label.startswith("xn--"):
            _to_ascii(label)
    return ascii_host


def _is_ipv4(host: str) -> bool:
    """Say whether *host* is four plain decimal bytes."""
    parts = host.split(".")
    return len(parts) == _IPV4_BYTES and all(
        _BYTE_RE.fullmatch(part) and int(part) <= _MOST_BYTE for part in parts
    )


def _to_ascii(host: str) -> str:
    """Encode an international *host* by UTS 46."""
    import idna

    try:
        return idna.encode(host, uts46=True, std3_rules=True).decode("ascii")
    except (UnicodeError, ValueError) as error:
        msg = "has a host that is no valid international name"
        raise _RefusedError(msg) from error


def _mailbox(rest: str) -> str:
    """Return what follows ``mailto:`` in ASCII: one plain address, maybe headers."""
    match = _MAILBOX_RE.fullmatch(rest)
    # An escaped line end could add a header to the mail.
    if match is None or _ESCAPED_CONTROL_RE.search(rest):
        msg = "is no plain mail address"
        raise _RefusedError(msg)
    headers = _FOREIGN_RE.sub(_escape, match[3] or "")
    return f"{match[1]}@{_host(match[2])}{headers}"


def _escape(match: re.Match[str]) -> str:
    """Percent-encode what *match* holds, as UTF-8."""
    return quote(match[0], safe="", errors="replace")
